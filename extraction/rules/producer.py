"""Instructions of a message as candidates: lasting rules, their ends, and wishes for this session only."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from spacy.tokens import Doc, Token
from spacy.tokens import Span as Sentence

from user_memory.extraction.forms import is_past_form
from user_memory.extraction.rules.complaints import goes_on
from user_memory.extraction.rules.conditions import Bounds
from user_memory.extraction.rules.conflicts import contradicted
from user_memory.extraction.rules.endings import ended
from user_memory.extraction.rules.foreign import foreign_instructions, is_spoken
from user_memory.extraction.rules.granted import granted
from user_memory.extraction.rules.opposites import opposite
from user_memory.extraction.rules.pieces import divided, second_condition
from user_memory.extraction.rules.reading import read_wish
from user_memory.extraction.rules.reasons import own_reason
from user_memory.extraction.rules.scope import read_scope
from user_memory.extraction.rules.seen import seen_wish
from user_memory.extraction.rules.style import is_forbidding, words_of
from user_memory.extraction.rules.telling import bounds_of, content_of, words_as_words
from user_memory.extraction.rules.verbs import Verbs
from user_memory.extraction.rules.wish import Wish
from user_memory.extraction.stages import Clause, Reading
from user_memory.extraction.withheld import hidden
from user_memory.extraction.wording import Voice, retell, shorten
from user_memory.graph.candidates import KnownRule, RuleCandidate, SessionCandidate

_VOICE = Voice("the user", "the agent")
_FOREIGN = frozenset({"quotation", "sarcasm"})
_ONLY = re.compile(r"\bonly\s*$", re.I)
_PLACED = re.compile(r"\W*(?:in|on|at|for|with|during|after|before|by)\b", re.I)
_REASONED = re.compile(r"(?:[,;:—]|\s-|\bso)\s+(?:please\s+|just\s+|always\s+)*$", re.I)
_ADDRESSES = re.compile(r"\b(?:you|u|never|not|no)\b|n't\b", re.I)
_EACH = re.compile(r"\W*(?:after|before) (?:each|every|any)\b", re.I)
_FILLED = re.compile(r"\b(?:always|please|just|never)\s*$", re.I)
_WISHES = re.compile(
    r"(?:\b(?:rather|like|prefer|want|must|should|has to|have to|needs? to)|'d)(?: to)?\s*$", re.I
)
_TALK = re.compile(r"\bwe(?:'re| are)? (?:talk|discuss|speak|chat|go over|look at|work on)", re.I)
"""A condition on talk with the agent: "I prefer metric whenever we talk recipes"."""
_ALONE = re.compile(
    r"(?:like,? )?(?:always|ever|never|please|period|full stop)(?:,? please)?\W*|for every \w+\W*|(?:like, )?always\W*",
    re.I,
)
_ONE_TIME = re.compile(r"^\W*(?:after|before|when|once|for|in|on|with|at|during|while|as soon as)\b", re.I)
_SOFT = frozenset({"please", "always", "never", "just", "also", "only", "do", "not"})
_YOU = frozenset({"you", "u", "ya"})
_PRONOUNS = frozenset({"i", "we", "he", "she", "they", "it", "who", "that"})
_INSIST = frozenset(
    "insist say want demand prefer like love hate decide ask tell think recommend use write expect".split()
)
"""What others do who have wishes of their own."""
_LONGEST = 500
"""Characters of a sentence: a longer one is no instruction but a text."""
_AIM = re.compile(
    r"\W*(?:(?:my|our) )?(?:(?:big|main|new year'?s|life|next|current|long-term) )?"
    r"(?:[\w-]+ )?(?:goal|aim|dream|ambition|target|mission|resolution|bucket list)s?"
    r"(?: (?:for|in|this|next)\b[^.:?!]{0,30})?\s*(?::|=| - | – | — )",
    re.I,
)
_ENTRY = re.compile(r"\W*(?:today|tonight|tomorrow|this \w+)\s*:\s*\w+ (?:at|in|with|for)\b", re.I)
"""An entry of a diary: "tonight: quiz at the Anchor"."""
_AGENT = re.compile(r"\b(?:assistant|agent|chatbot|bot|AI)\b")


@dataclass(frozen=True, slots=True)
class Instructions:
    """What a message asks of the agent, and the starts of the clauses that hold nothing else."""

    items: tuple[RuleCandidate | SessionCandidate, ...] = ()
    claimed: frozenset[int] = frozenset()


def read_instructions(reading: Reading) -> Instructions:
    """The instructions of one message of the user; people who talk to one another order nothing of the agent."""
    if reading.message.role != "user" or _among_people(reading):
        return Instructions()
    if is_spoken(reading.language):
        return Instructions(tuple(foreign_instructions(reading)))
    if reading.language != "en":
        return Instructions()
    items: list[RuleCandidate | SessionCandidate] = []
    claimed: set[int] = set()
    for number, sent in enumerate(_sentences(reading)):
        found = [] if number else list(granted(reading, sent))
        found = found or list(_of_sentence(reading, sent))
        if found:
            items += found
            reason = sent.start_char + own_reason(sent.text)
            claimed |= {c.start for c in reading.clauses if _inside(c, sent) and c.root.idx >= reason}
    return Instructions(tuple(items), frozenset(claimed))


def _among_people(reading: Reading) -> bool:
    roles = {m.role for m in reading.interaction.messages}
    return "participant" in roles and "assistant" not in roles and not _AGENT.search(reading.text.text)


def _inside(clause: Clause, sent: Sentence) -> bool:
    return sent.start_char <= clause.start < sent.end_char


def _of_sentence(reading: Reading, sent: Sentence) -> Iterator[RuleCandidate | SessionCandidate]:
    if len(sent.text) > _LONGEST or _not_own_words(reading, sent):
        return
    halves = _halves(sent)
    if halves:
        for half in halves:
            yield from _of_sentence(reading, half)
        return
    ends = list(_ends(reading, sent))
    if ends:
        yield from ends
        if not any(e.polarity == "+" and opposite(e.instruction, sent.text) for e in ends):
            return
        yield from filter(None, [_lifted(reading, sent)])
        return
    base = sent.start_char
    told = _verbs(sent)
    wish = read_wish(sent.text, told) or seen_wish(sent, told)
    if (
        wish is None
        or _quoted(reading, base + wish.instruction[0], wish)
        or _recounts(sent, wish)
        or _has_doer(sent, wish)
    ):
        return
    if wish.kind == "session":
        wanted = None if _ENTRY.match(sent.text) else _session(reading, sent, wish)
        if wanted is not None:
            yield wanted
    elif _is_own(reading, sent):
        for part in divided(sent.text, wish.instruction):
            yield from _with_ends(reading, sent, _rule(reading, sent, _narrowed(sent, wish, part)))


def _halves(sent: Sentence) -> list[Sentence]:
    """The two parts of "for letters be formal, for texts keep it short", each with a condition of its own."""
    at = second_condition(sent.text)
    if at is None:
        return []
    comma = next(t.i for t in sent if t.idx + len(t) > sent.start_char + at)
    parts = [sent.doc[sent.start : comma], sent.doc[comma + 1 : sent.end]]
    wishes = [read_wish(part.text, _verbs(part)) for part in parts]
    return parts if all(w is not None and w.condition is not None for w in wishes) else []


def _verbs(sent: Sentence) -> Verbs:
    base = sent.start_char
    verbs = [t.idx - base for t in sent if t.pos_ in {"VERB", "AUX"} and not _is_bare_participle(t)]
    bases = [t.idx - base for t in sent if t.tag_ == "VB" or (t.tag_ == "VBP" and not _has_subject(t))]
    return Verbs.of(verbs, bases)


def _is_bare_participle(verb: Token) -> bool:
    """ "thousands separated by a space": a participle without auxiliary and subject makes no sentence."""
    return verb.tag_ == "VBN" and not any(
        c.dep_ in {"aux", "auxpass", "nsubj", "nsubjpass"} for c in verb.children
    )


def _has_subject(verb: Token) -> bool:
    return any(c.dep_ in {"nsubj", "nsubjpass"} and c.i < verb.i for c in verb.children)


def _has_doer(sent: Sentence, wish: Wish) -> bool:
    """Whether the verb of the order has somebody else for its subject, or an auxiliary: "if I could I'd still be at it"."""
    base, start = sent.start_char, wish.instruction[0]
    verb = next((t for t in sent if t.idx - base >= start and t.is_alpha and t.lower_ not in _SOFT), None)
    if verb is not None and wish.condition is not None and verb.dep_ == "dobj" and verb.head.i < verb.i:
        return not (
            sent.text[:start].rstrip().lower().endswith("prefer")
            and _TALK.search(sent.text[slice(*wish.condition)])
        )
    if verb is not None and verb.dep_ in {"aux", "auxpass"} and verb.head.i > verb.i:
        verb = verb.head
    if verb is None or verb.pos_ not in {"VERB", "AUX"} or wish.condition is None:
        return False
    if verb.tag_ == "VBG" and verb.dep_ == "ROOT":
        return True  # "hoping to … before …" is the speaker's own
    ahead = [c for c in verb.children if c.idx - base < start]
    if _WISHES.search(sent.text[:start]) or _FILLED.search(sent.text[:start]):
        return False
    if any(c.dep_ in {"aux", "auxpass"} and c.lower_ not in {"do", "to"} for c in ahead) and not any(
        c.lower_ in _YOU for c in ahead
    ):
        return True
    doer = next((c for c in ahead if c.dep_ in {"nsubj", "nsubjpass"} and verb.i - c.i <= 3), None)
    if doer is None or doer.lower_ in _YOU:
        return False
    return doer.lower_ in _PRONOUNS or (
        _PLACED.match(sent.text) is not None
        and _EACH.match(sent.text) is None
        and verb.tag_ in {"VBP", "VBD", "VBZ"}
    )


def _quoted(reading: Reading, at: int, wish: Wish) -> bool:
    """Whether the order stands in a quotation; words that are forbidden may: 'never say "As an AI"'."""
    return reading.text.kind_at(at) != "prose" and wish.polarity == "+"


def _narrowed(sent: Sentence, wish: Wish, part: Bounds) -> Wish:
    """The wish for one of the rules that a sentence gives."""
    if part == wish.instruction:
        return wish
    forbids = is_forbidding(" ".join(words_of(sent.text[slice(*part)])[:2]))
    return replace(wish, instruction=part, polarity="-" if forbids else "+")


def _with_ends(reading: Reading, sent: Sentence, rule: RuleCandidate | None) -> Iterator[RuleCandidate]:
    """The rule after the end of every known one that it contradicts."""
    if rule is not None:
        known = contradicted(rule.instruction, rule.condition, rule.polarity, reading.background.rules)
        yield from (_end(reading, sent, old) for old in known)
        yield rule


def _recounts(sent: Sentence, wish: Wish) -> bool:
    """Whether the words tell of the past: "after six years there we came back", "never got into wine"."""
    order = [t for t in sent if wish.instruction[0] <= t.idx - sent.start_char < wish.instruction[1]]
    verb = next((t for t in order[1:] if t.tag_ != "RB"), None)
    if (
        verb is not None and order[0].lower_ == "never" and verb.tag_ in {"VBD", "VBN"}
    ):  # "never really got into wine"
        return True
    if _tells(sent.root, order, wish):
        return True
    if wish.condition is None or not _ONE_TIME.match(sent.text):
        return False
    start, end = wish.condition
    return any(t.tag_ == "VBD" for t in sent if start <= t.idx - sent.start_char < end)


def _tells(root: Token, order: list[Token], wish: Wish) -> bool:
    """Whether the main verb is a past one: "back in 2011 I quit …", "spent two years there before moving home"."""
    if root.tag_ == "VBZ" and root.lemma_ in _INSIST and root in order:
        return any(c.dep_ == "nsubj" and c in order for c in root.children)
    if root.tag_ not in {"VBD", "VBN"} or root not in order:
        return False
    if any(c.dep_ == "nsubj" and c.lower_ in _PRONOUNS and c in order for c in root.children):
        return root.tag_ == "VBD" and wish.base
    return wish.base and wish.condition is not None and root.i == order[0].i and is_past_form(root.text)


def _not_own_words(reading: Reading, sent: Sentence) -> bool:
    """Whether the sentence is pasted or ironic, stands in quotation marks, or tells an aim ("my goal: …")."""
    if _AIM.match(sent.text) or reading.text.kind_at(sent.start_char) != "prose":
        return True
    clauses = [c for c in reading.clauses if _inside(c, sent)]
    return bool(clauses) and all("sarcasm" in c.modality for c in clauses)


def _is_own(reading: Reading, sent: Sentence) -> bool:
    """Whether the sentence is meant, and not made up; to play a part for a session is ordered with words of fiction."""
    clauses = [c for c in reading.clauses if _inside(c, sent)]
    return not clauses or not all(c.modality & _FOREIGN for c in clauses)


def _sentences(reading: Reading) -> Iterator[Sentence]:
    """The sentences of the message; one that the parser ended inside quotation marks goes on."""
    first: int | None = None
    for sent in reading.doc.sents:
        start = sent.start if first is None else first
        whole = reading.doc[start : sent.end]
        first = (
            start
            if _runs_on(reading.doc, sent.end)
            or _is_scope_alone(whole.text)
            or _scope_follows(reading.doc, sent.end)
            or _stop_follows(whole, sent.end)
            else None
        )
        if first is None:
            yield whole
    if first is not None:
        yield reading.doc[first:]


def _rule(reading: Reading, sent: Sentence, wish: Wish) -> RuleCandidate | None:
    instruction = _told(reading, sent, *wish.instruction, ordered=True)
    if instruction and _ONLY.search(sent.text[: wish.instruction[0]]):
        instruction = "only " + instruction
    condition = _told(reading, sent, *wish.condition) if wish.condition else None
    if wish.polarity == "-" and instruction and not is_forbidding(instruction):
        instruction = "never " + instruction
    if not instruction or (len(words_of(instruction)) < 2 and not condition):
        return None
    return RuleCandidate(
        instruction=instruction,
        condition=condition,
        polarity=wish.polarity,
        content=content_of(condition, instruction),
        span=reading.span(*_extent(sent, wish)),
        confidence=wish.confidence,
    )


def _session(reading: Reading, sent: Sentence, wish: Wish) -> SessionCandidate | None:
    start = _after_reason(sent.text, wish)
    instruction = _told(reading, sent, start, len(sent.text))
    span = reading.span(max(bounds_of(sent)[0], sent.start_char + start), bounds_of(sent)[1])
    return SessionCandidate(instruction, span) if instruction else None


def _after_reason(text: str, wish: Wish) -> int:
    """Where the words begin that ask for something: what the user is or has is nobody's business as their reason."""
    start = min(wish.instruction[0], *(wish.condition[:1] if wish.condition else wish.instruction[:1]))
    start = min([start, *(s for s, _ in read_scope(text).spans)])
    head = text[:start]
    return start if _REASONED.search(head) and not _ADDRESSES.search(head) else 0


def _extent(sent: Sentence, wish: Wish) -> tuple[int, int]:
    """The words of the text that support a rule, without the reason before them."""
    first, last = bounds_of(sent)
    return max(first, sent.start_char + _after_reason(sent.text, wish)), last


def _ends(reading: Reading, sent: Sentence) -> Iterator[RuleCandidate]:
    for rule in ended(sent.text, reading.background.rules):
        yield _end(reading, sent, rule)


def _lifted(reading: Reading, sent: Sentence) -> RuleCandidate | None:
    """What takes the place of the ended rule: "long answers are fine again"."""
    start = max((end for _, end in read_scope(sent.text).spans), default=0)
    instruction = _told(reading, sent, start, len(sent.text))
    return (
        RuleCandidate(instruction, reading.span(*bounds_of(sent)), shorten(instruction))
        if instruction
        else None
    )


def _is_scope_alone(text: str) -> bool:
    """Whether a sentence says only for how long: "Today only:", "Ever."."""
    scoped = read_scope(text)
    rest = "".join(c for i, c in enumerate(text) if not any(a <= i < b for a, b in scoped.spans))
    return scoped.scope in {"session", "lasting", "weak session"} and re.search(r"\w", rest) is None


def _scope_follows(doc: Doc, end: int) -> bool:
    """Whether the next sentence only says how long this one holds: "No jQuery. Ever."."""
    if end >= len(doc) or end < 1:
        return False
    text = doc[end : doc[end].sent.end].text.strip()
    return len(text) < 40 and (_ALONE.fullmatch(text) is not None or _is_scope_alone(text))


def _stop_follows(said: Sentence, end: int) -> bool:
    """Whether the next sentence only says that what this one complains of is to end: "… with a question. Don't."."""
    return end < len(said.doc) and goes_on(said.text, said.doc[end].sent.text)


def _runs_on(doc: Doc, end: int) -> bool:
    """Whether the sentence goes on at the token ``end``: what ended was quoted, 'no more "Great!" openers'."""
    if not 2 <= end < len(doc):
        return False
    inside = doc[end].text == '"' and doc[end - 1].text in ".!?"
    return inside or (doc[end - 1].text == '"' and doc[end - 2].text in ".!?" and doc[end].text.islower())


def _end(reading: Reading, sent: Sentence, rule: KnownRule) -> RuleCandidate:
    return RuleCandidate(
        instruction=rule.instruction,
        condition=rule.condition,
        polarity=rule.polarity,
        content=content_of(rule.condition, rule.instruction),
        span=reading.span(*bounds_of(sent)),
        operation="end",
    )


def _told(reading: Reading, sent: Sentence, start: int, end: int, ordered: bool = False) -> str:
    """The words from ``start`` to ``end`` of the sentence as said of the user; ``ordered``: with the verb in its base form."""
    tokens = [t for t in sent if start <= t.idx - sent.start_char < end]
    said = {**_without_you(tokens), **words_as_words(tokens), **hidden(reading, tokens)}
    if ordered:
        said |= _base_form(tokens)
    return retell(tokens, _VOICE, said)


def _base_form(tokens: list[Token]) -> dict[int, str]:
    """ "(I'd like it if you) double-checked" orders "double-check"."""
    verb = next((t for t in tokens[:3] if t.pos_ in {"VERB", "AUX"}), None)
    if verb is None or (verb is not tokens[0] and tokens[1].text != "-"):
        return {}
    return {verb.i: verb.lemma_ if verb.tag_ in {"VBD", "VBG", "VBN", "VBZ"} else verb.lower_}


def _without_you(tokens: list[Token]) -> dict[int, str]:
    """ "in your answers" is "in answers" when it is said to the agent itself."""
    return {t.i: "" for t in tokens if t.lower_ == "your"}
