"""Goals, plans, wishes and habits: verb phrases as objects."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy.tokens import Token

from user_memory.extraction.entities import phrase_text
from user_memory.extraction.facts.aims import is_aim, is_effort
from user_memory.extraction.facts.drafts import Draft, ended, used_to
from user_memory.extraction.facts.frames import Frame
from user_memory.extraction.facts.getting import is_new_pet, is_under_way
from user_memory.extraction.facts.phrases import activity, frequency, verb_phrase
from user_memory.extraction.facts.verbs import ACQUIRING
from user_memory.extraction.lexicon import grammar, is_job, role_of
from user_memory.extraction.modality import is_hedged
from user_memory.extraction.references import is_mine, role_noun

_PLANS = {
    "plan": "plans_to",
    "intend": "plans_to",
    "aim": "goal",
    "hope": "goal",
    "want": "goal",
    "wish": "goal",
    "aspire": "goal",
    "dream": "goal",
    "decide": "plans_to",
    "consider": "plans_to",
    "think": "plans_to",
    "train": "goal",
    "save": "goal",
    "save up": "goal",
    "love": "goal",
    "like": "goal",
    "look": "plans_to",
    "work": "goal",
    "toy": "plans_to",
    "need": "goal",
    "wait": "goal",
    "contemplate": "plans_to",
    "vow": "goal",
    "resolve": "goal",
    "commit": "goal",
    "try": "goal",
    "attempt": "goal",
    "strive": "goal",
    "mean": "goal",
    "prepare": "goal",
    "long": "goal",
    "promise": "goal",
    "swear": "goal",
    "set out": "goal",
    "go": "plans_to",
    "gon": "plans_to",
    "fancy": "goal",
    "learn": "goal",
}
_ATTITUDES = {
    "determined",
    "keen",
    "eager",
    "set",
    "hoping",
    "planning",
    "committed",
    "desperate",
    "itching",
    "raring",
}
_OF = {"dream", "think", "consider", "contemplate", "toy", "plan", "work", "look"}
_SOMEDAY = re.compile(
    r"\b(?:one day|some ?day|eventually|before i die|by the time i(?:'m| am)|this time next year|when i (?:retire|grow up|'m older))\b",
    re.I,
)
_RESOLVED = {
    "lose",
    "quit",
    "cut",
    "get",
    "exercise",
    "learn",
    "save",
    "give",
    "reduce",
    "stop",
    "pay",
    "find",
    "improve",
    "sleep",
}
_POINTING = grammar("pointing")
_STATES = grammar("states")


def plan_facts(frame: Frame) -> Iterator[Draft]:
    """ "I want to run a marathon", "thinking about switching jobs", "my goal is to read more" (the last in ``states``)."""
    if _called_off(frame):
        for subject in [None] if frame.implied else frame.subjects:
            name = _bare_verb(frame.root, verb_phrase(frame.root))
            yield Draft(frame.root, subject, "plans_to", frame.root, name=name, polarity="-")
        return
    predicate = _kind_of_plan(frame)
    if predicate is None:
        return
    for goal in _goals(frame):
        name = verb_phrase(goal)
        if not _worth(frame, goal) or (len(name.split()) < 2 and goal.lemma_ not in grammar("efforts")):
            continue
        for subject in [None] if frame.implied else frame.subjects:
            yield Draft(
                frame.root,
                subject,
                predicate,
                goal,
                name=_bare_verb(goal, name),
                polarity="-" if frame.negated and not ended(frame) and frame.verb != "wait" else "+",
                operation="end" if ended(frame) else "assert",
                tentative=_tentative(frame),
            )


def _called_off(frame: Frame) -> bool:
    """ "we aren't moving to Dubai after all"."""
    return (
        frame.negated
        and frame.progressive
        and frame.tense == "present"
        and frame.root.dep_ in {"ROOT", "conj"}
        and "after all" in frame.root.sent.text.lower()
    )


def _kind_of_plan(frame: Frame) -> str | None:
    """The predicate of what the verb wants or plans, ``None`` where it does neither."""
    if frame.verb == "be":
        minded = any(c.lower_ in _ATTITUDES for c in frame.slots.get("attr", []))
        return "goal" if minded and frame.tense != "past" and not frame.negated else None
    if _acquires(frame):
        return "plans_to"
    if frame.modal in {"might", "may", "could"} and frame.verb not in {"love", "like", "try"}:
        return "plans_to" if not frame.negated and frame.modal != "could" else None
    predicate = _PLANS.get(frame.verb)
    if frame.verb == "wait":  # "can't wait to retire"
        return predicate if frame.negated and frame.modal in {"can", "ca"} else None
    if frame.tense == "future" and frame.verb not in {"go", "gon"}:
        return "goal" if _SOMEDAY.search(frame.root.sent.text) and not frame.negated else None
    if predicate is None or frame.tense == "past":
        return None
    if (frame.negated or ended(frame)) and frame.verb not in {"want", "plan", "intend", "wish", "aspire"}:
        return None
    if frame.verb in {"love", "like", "fancy"}:
        return predicate if frame.modal in {"would", "'d"} or frame.verb == "fancy" else None
    return None if frame.modal is not None else predicate


def _acquires(frame: Frame) -> bool:
    """ "we're getting a kitten", "I'm adopting a cat"."""
    coming = frame.verb in ACQUIRING and is_under_way(frame.root) and not frame.negated
    return coming and any(is_new_pet(t) for t in frame.slots.get("obj", []))


def _worth(frame: Frame, goal: Token) -> bool:
    if frame.verb == "need" and goal.lemma_ not in _RESOLVED:
        return False
    if frame.implied and goal.lemma_ == "be" and frame.verb in {"go", "gon"} and not _is_somebody(goal):
        return False  # "gonna be a big change"
    if frame.verb in {"try", "attempt", "go", "gon", "learn", "need", "wait"} or goal == frame.root:
        return is_effort(goal)
    return is_aim(goal) and goal.lemma_ not in {"join", "come"}


def _is_somebody(verb: Token) -> bool:
    """ "going to be a dad": who somebody will be, not what something will."""
    return any(c.dep_ == "attr" and (role_of(c.lower_) or is_job(c.lower_)) for c in verb.children)


def _tentative(frame: Frame) -> bool:
    return (
        frame.verb in {"consider", "think", "toy", "contemplate"}
        or frame.modal in {"might", "may"}
        or is_hedged(frame.root.sent.text[:80])
    )


def _goals(frame: Frame) -> Iterator[Token]:
    future = frame.tense == "future" and frame.verb not in {"go", "gon"}
    if frame.modal in {"might", "may"} or future or _acquires(frame):
        yield frame.root
        return
    if frame.verb == "be":
        minded = [c for c in frame.slots.get("attr", []) if c.lower_ in _ATTITUDES]
        yield from (c for m in minded for c in m.children if c.dep_ == "xcomp" and _infinitive(c))
        return
    if frame.verb in {"go", "gon"} and not (frame.progressive and frame.tense == "present"):
        return
    for token in _with_joined(frame):
        if (
            token.pos_ in {"VERB", "AUX"}
            and (
                (token.tag_ == "VB" and _infinitive(token) and frame.verb not in _OF - {"plan", "look"})
                or (frame.verb in {"consider", "contemplate"} and token.tag_ == "VBG")
            )
            and not any(c.dep_ in {"nsubj", "mark"} for c in token.children)
        ):
            yield token
    if frame.verb in _OF:
        for slot in ("about", "of", "on", "with", "towards"):
            yield from (
                t
                for t in frame.slots.get(slot, [])
                if t.tag_ == "VBG" and (frame.verb not in {"work", "think"} or frame.progressive)
            )


def _with_joined(frame: Frame) -> Iterator[Token]:
    """The verbs and those that "and" joins to them: "to open a shop and learn Welsh"."""
    goals = frame.slots.get("comp", [])
    for goal in goals:
        yield goal
        joined = [*goal.conjuncts, *(c for c in frame.root.conjuncts if c.i > goal.i)]
        yield from (c for c in joined if c.i > goal.i and c.tag_ == goal.tag_ == "VB" and c not in goals)


def _infinitive(token: Token) -> bool:
    """With "to", its own or that of a verb said before it."""
    if token.dep_ != "conj":
        return any(c.tag_ == "TO" for c in token.children)
    return not any(c.dep_ in {"aux", "nsubj"} and c.tag_ != "TO" for c in token.children)


def _bare_verb(goal: Token, name: str) -> str:
    if goal.tag_ == "VBG":
        return f"{goal.lemma_} {name.partition(' ')[2]}".strip()
    return name


_MEASURED = frozenset("drink smoke eat swim run walk cycle read lift watch write vape hike row".split())
_RATE = re.compile(
    r"^\w+ (?:about |around |roughly |at least |nearly |some |up to )*(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|forty|fifty|half an?)"
    r"(?: couple of| few)? [\w-]+(?: (?:of )?[\w-]+)? (?P<rate>(?:a|an|per|each|every) (?:day|week|night|month|year|morning))\b",
    re.I,
)
_FREQUENT = re.compile(r"(?:week)?(?:ends|days|nights)|mornings|evenings|afternoons|shifts", re.I)


def habit_facts(frame: Frame) -> Iterator[Draft]:
    """A present-tense activity with a frequency: "I meditate most evenings"."""
    root = frame.root
    if (
        root.pos_ != "VERB"
        or frame.tense != "present"
        or frame.modal
        or frame.negated
        or root.tag_ in {"VBG", "VBN"}
        or (root.dep_ in {"xcomp", "relcl", "advcl"} and not _tends(root))
    ):
        return
    if any(t.lower_ in _POINTING for t in root.subtree if root.i < t.i < root.i + 6):
        return
    yield from _habits_of(frame)
    often = frequency(root) or ("tends to" if _tends(root) else _rate(root))
    if often is None and _is_custom(frame):
        for subject in frame.subjects:
            yield Draft(root, subject, "habit", root, name=activity(root))
        return
    if often is not None and frame.verb == "have":
        yield from _occasions(frame, often)
        return
    if often is None or frame.verb in _STATES or frame.implied or ended(frame) or used_to(frame):
        return
    if activity(root) in {"go", "do", "come"}:
        return
    name = activity(root)
    if name in {"start", "begin", "end", "finish", "wake"} or _FREQUENT.fullmatch(name):
        return
    for subject in frame.subjects:
        yield Draft(root, subject, "habit", root, name=name, qualifier=often)


def _is_custom(frame: Frame) -> bool:
    """Whether somebody of one's own is told by what they do: "my neighbour feeds our cats", "our cat only drinks from the tap"."""
    root = frame.root
    if root.tag_ != "VBZ" or root.dep_ not in {"ROOT", "conj"} or root.lemma_ not in grammar("customs"):
        return False
    if not frame.subjects or not all(role_noun(s) and is_mine(s) for s in frame.subjects):
        return False
    told = any(c.i > root.i and c.dep_ in {"dobj", "prep", "advmod", "prt"} for c in root.children)
    definite = any(
        c.dep_ == "dobj" and any(g.lower_ in {"the", "this", "that", "you", "it"} for g in (c, *c.children))
        for c in root.children
    )
    dated = any(t.ent_type_ in {"DATE", "TIME"} for t in root.subtree)
    return told and not definite and not dated


def _rate(root: Token) -> str | None:
    """ "I drink three coffees a day": how much of something in a day or a week."""
    if root.lemma_ not in _MEASURED:
        return None
    match = _RATE.search(root.doc[root.i : root.sent.end].text)
    return match.group("rate") if match is not None else None


def _occasions(frame: Frame, often: str) -> Iterator[Draft]:
    """ "we have a quiz night every Thursday": what takes place that often."""
    for thing in frame.all("obj"):
        if thing.lower_ in grammar("occasions"):
            for subject in [None] if frame.implied else frame.subjects:
                yield Draft(frame.root, subject, "habit", thing, name=phrase_text(thing), qualifier=often)


def _tends(root: Token) -> bool:
    """ "I tend to skip lunch"."""
    above = root.head
    return root.dep_ == "xcomp" and above.lemma_ == "tend" and above.tag_ in {"VBP", "VBZ"}


def _habits_of(frame: Frame) -> Iterator[Draft]:
    """ "I have a habit of talking to myself", "I make a point of walking"."""
    if frame.verb not in {"have", "make", "keep", "be"}:
        return
    for noun in (*frame.slots.get("obj", []), *frame.slots.get("in", [])):
        if noun.lemma_ not in {"habit", "tendency", "point", "ritual", "custom", "tradition"}:
            continue
        for done in (v for of in noun.children for v in of.children if of.lower_ == "of" and v.tag_ == "VBG"):
            for subject in [None] if frame.implied else frame.subjects:
                yield Draft(frame.root, subject, "habit", done, name=activity(done))
