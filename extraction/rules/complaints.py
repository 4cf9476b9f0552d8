"""Orders in the clothes of a complaint, of praise or of leave: "I'm tired of the disclaimers", "I love how you number the steps"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from user_memory.extraction.rules.order import Form, Order
from user_memory.extraction.rules.style import has, is_verb, names_style
from user_memory.graph.model import Polarity

_MUCH = r"(?:\s+(?:really|so|very|just|kind of|kinda|a bit|a little|absolutely|quite|pretty|getting|always|slightly|super))*"
_WHEN_YOU = re.compile(
    rf"^(?:it|that|this)(?:'s| is)?{_MUCH}\s+(?:(?:drives|makes|gets) me (?:mad|crazy|nuts|insane|bonkers|angry|cringe"
    r"|up the wall)|(?:annoys|bugs|irritates|bothers|confuses|stresses|throws|grates on|overwhelms|distracts) me(?: out| off)?"
    r"|puts me off|gets on my nerves|(?:annoying|irritating|distracting|confusing|off-putting|weird|patroni[sz]ing|unhelpful|tiring"
    r"|tiresome|exhausting|infuriating|grating|creepy|cringe|overwhelming))(?: for me)?(?: when| how| that| if)(?: you| u)"
    r"(?: always| keep| constantly)* (?P<vp>.+)$",
    re.I,
)
_HATES = re.compile(
    r"^(?:i|we)(?: really| absolutely| just)* (?:hate|can't stand|can't bear|dislike|detest|don't (?:like|love|enjoy))"
    r" (?:it |that )?(?:when|how|the way|it if) (?:you|u)(?: always| keep| constantly)* (?P<vp>.+)$",
    re.I,
)
_TIRED = re.compile(
    rf"^(?:i'm|i am|we're|we are){_MUCH}\s+(?:tired|sick(?: and tired)?|fed up|bored|done|weary|not a (?:big )?fan) (?:of|with)"
    r" (?P<you>you(?:r)? )?(?:all |any |always |constantly |the |these |this |that |those )*(?P<rest>.+)$",
    re.I,
)
_ENOUGH = re.compile(
    r"^(?:(?:i've had |that's |that's quite )?(?:quite )?enough (?:of|with)|i (?:could|can) (?:do|live) without|i don't (?:need|care for)"
    r"|(?:i|we) (?:never|don't|do not)(?: ever)? (?:want|need) to (?:see|hear|read)|spare me|away with|to hell with|no one needs"
    r"|please no more)(?: any| all| more| the| your| these| those)* (?P<rest>.+?)(?: again| any ?more| ever)*$",
    re.I,
)
_NEED_NOT = re.compile(
    r"^(?:you(?: really)? (?:don't|do not) (?:have|need) to|you needn't|(?:there's |there is )?(?:really )?no need to|no need for you to"
    r"|you can (?:stop|quit|skip|drop|lose|ditch)|you don't have to keep)(?: keep| always| constantly)* (?P<vp>.+)$",
    re.I,
)
_HABITUALLY = (
    r"^(?:why (?:do|are|must) )?(?:you|u)(?: keep| kept|(?:'re| are)? always|(?:'re| are)? (?:forever|constantly)|(?:'ve| have)?(?: got)? (?:this|the|a) (?:\w+ )?(?:habit|tendency) of"
    r"|(?:'ve| have) a (?:\w+ )?tendency to| tend to| love to| love| insist on| always)"
)
_COMPLAINS = re.compile(_HABITUALLY + r"\s", re.I)
_KEEPS = re.compile(
    rf"{_HABITUALLY} (?P<vp>[\w-]+(?:ing)?\b.+?|[\w-]+)[\s,;.:?!—-]+(?:and |but |so |can you |could you )?(?:please |pls )?"
    r"(?:don't|dont|do not|stop(?: it| that| doing that)?|no more|not any ?more|quit (?:it|that)|enough|cut it out|knock it off"
    rf"|(?:it|that|this|which)(?:'s| is)?{_MUCH} (?:annoying|irritating|distracting|confusing|off-putting|patroni[sz]ing|unhelpful|tiring|tiresome|exhausting|infuriating|grating|creepy"
    r"|(?:annoys|annoying|bugs|bugging|irritates|bothers|confuses|distracts|winds|winding) me(?: up| out)?|(?:drives|driving|makes|making|sends) me (?:mad|crazy|nuts|insane|bonkers|bananas|up the wall|round the bend)"
    r"|(?:gets|getting) on my nerves|(?:does|doing) my head in|(?:getting )?old)|(?:i|we)(?: really| just| absolutely)* (?:hate|can't stand|don't like|dislike|can't bear) (?:it|that|this))(?: please| now)?$",
    re.I,
)
_MISNAMED = re.compile(
    rf"{_HABITUALLY} (?:call|say|writ|spell|typ|us|term|referr)\w+ .+?[\s,;.:—-]+(?:(?:it|they|that|this|its|it's|they're)\b(?: is| are|'s|'re|s)? .+?[,;.:—-]+ *(?:so )?)?(?:please |just )?"
    r"(?P<vp>(?:say|write|call it|call them|spell it|use|type) .+)$",
    re.I,
)
_CALLED = re.compile(
    r"^(?:i|we)(?: really| just)* (?:hate|can't stand|don't like|dislike|don't want|loathe|detest) (?:it when people |to be |being )(?P<vp>(?:called|addressed as|referred to as|lectured|talked down to|spoon-?fed|mollycoddled)\b(?! (?:by|at|on|after|into|out|during|while|in|from|up|back|every)\b).*)$",
    re.I,
)
_TITLE = re.compile(
    r"\b(?:mr|mrs|ms|miss|dr|sir|ma'am|madam|title|professor|surname|mate|honey|dear|buddy|pal)\b", re.I
)
_HELPS_WHEN = re.compile(
    r"^it(?:'s| is)? (?:really |always |so |much |a lot )*(?:helps|easier|clearer|better|best|more (?:helpful|useful))(?: me| a lot| loads| lots| a great deal)*(?: for me| to me)? when (?:you|u) (?P<vp>.+)$",
    re.I,
)
_STOP = re.compile(
    r"\W*(?:and |but |so )?(?:please |pls |just )?(?:(?:don't|dont|do not|stop|no more|not any ?more|quit (?:it|that)|enough|cut it out|knock it off|stop (?:it|that|doing that))(?: please| now| it)?"
    r"|(?:it's|its|it is|they're|that's) \w[\w' ]{1,20}|(?:it|that|this)(?: really| always)* (?:drives|annoys|bugs|irritates|bothers|confuses|distracts|gets on) (?:me|my)\b[\w' ]{0,20}|(?:say|write|spell it|call it|use) [\w' \"-]{2,30})\W*",
    re.I,
)
_PASSIVES = frozenset(
    {"called", "addressed", "referred", "lectured", "talked", "spoon-fed", "spoonfed", "mollycoddled"}
)
_PRAISE = re.compile(
    r"^(?:i|we)(?: really| also| do| just| quite)* (?:like|love|appreciate|enjoy|liked|loved) (?:it |that )?(?:when|how|the way) (?:you|u)"
    r" (?P<vp>.+?)(?:[\s,;—-]+(?:please |so )*(?:keep|do|continue|more of|carry on|always do)\b.*)?$",
    re.I,
)
_LEAVE = re.compile(
    r"^(?:feel free to|you(?:'re| are) (?:free|welcome|allowed) to|it's (?:ok|okay|fine|all right) (?:to|if you|for you to)"
    r"|don't (?:be afraid|hesitate) to|(?:i|we) don't mind (?:if you|you)|you (?:can|may)(?: always| totally| absolutely)?) (?P<vp>.+)$",
    re.I,
)
_FRANK = re.compile(
    r"^(?:swear|curse|jok|joke|interrupt|challeng|challenge|disagree|push back|correct me|contradict|teas|tease|be (?:blunt|honest|frank|direct|harsh"
    r"|critical|silly|funny|informal|casual|rude|sarcastic)|call me|speak \w+ (?:to|with) me|duz)",
    re.I,
)
_QUOTED = re.compile(r"\"[^\"]+\"|'[^']+'")


def complaints(part: str) -> Iterator[Order]:
    """What a complaint, praise or leave orders of the agent."""
    if found := _MISNAMED.match(part):
        yield Order(*found.span("vp"), "praise", "+")
    if found := _HELPS_WHEN.match(part):
        yield _doing(found, "praise", "+")
    for pattern in (_WHEN_YOU, _HATES, _KEEPS, _CALLED):
        if found := pattern.match(part):
            yield _doing(found, "complaint", "-")
    if found := _NEED_NOT.match(part):
        yield Order(*found.span("vp"), "complaint", "-")
    if (found := _TIRED.match(part)) and (found["you"] or _is_conduct(found["rest"])):
        yield _doing(found, "complaint", "-", "rest")
    if (found := _ENOUGH.match(part)) and _is_conduct(found["rest"]):
        yield _doing(found, "complaint", "-", "rest")
    if found := _PRAISE.match(part):
        yield _doing(found, "praise", "+")
    if (found := _LEAVE.match(part)) and _FRANK.match(found["vp"]):
        yield Order(found.start("vp") if found["vp"].startswith("call") else 0, len(part), "leave", "+")


def describes_habit(words: str) -> bool:
    """Whether the words only say what the agent does again and again, which is no order to do it."""
    return _COMPLAINS.match(words.strip()) is not None


def goes_on(complaint: str, rest: str) -> bool:
    """Whether ``rest`` belongs to the complaint before it: "You have this habit of apologising. | Don't."."""
    return _COMPLAINS.match(complaint.lstrip()) is not None and _STOP.fullmatch(rest) is not None


def _doing(found: re.Match[str], form: Form, polarity: Polarity, group: str = "vp") -> Order:
    return Order(*found.span(group), form, polarity, base=False)


def _is_conduct(words: str) -> bool:
    """Whether the words name what an agent writes or how it talks."""
    first = words.split(" ", 1)[0].strip(",.!")
    return (
        names_style(words)
        or _QUOTED.search(words) is not None
        or (first.endswith("ing") and is_verb(first, "conduct"))
    )


def complains_of_agent(words: str, order: Order) -> bool:
    """Whether what is complained of is the agent's way of working, and not the world's: "you explain basic Python"."""
    if order.form != "complaint":
        return True
    first = words.split(" ", 1)[0].lower().strip(",.!")
    named = names_style(words) or has(words, "talk") or _QUOTED.search(words) or _TITLE.search(words)
    return bool(named) or first in _PASSIVES or is_verb(_plain(first), "conduct")


def _plain(verb: str) -> str:
    """The base of a third person or past form, near enough for a look in a list."""
    for ending in ("ed", "d", "s"):
        stem = verb.removesuffix(ending)
        if stem != verb and (is_verb(stem, "conduct") or is_verb(stem, "order")):
            return stem
    return verb
