"""Instructions of a message as candidates: lasting rules, their ends, and wishes for this session only."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from user_memory.extraction.naming import hidden
from user_memory.extraction.rules.endings import ended
from user_memory.extraction.rules.foreign import foreign_instructions, is_spoken
from user_memory.extraction.rules.reading import Wish, read_wish
from user_memory.extraction.rules.style import words, words_of
from user_memory.extraction.stages import Clause, Reading
from user_memory.extraction.wording import Voice, retell, shorten
from user_memory.graph.candidates import RuleCandidate, SessionCandidate

_VOICE = Voice("the user", "the agent")
_FOREIGN = frozenset({"quotation", "sarcasm"})
_ONLY = re.compile(r"\bonly\s*$", re.I)
_ONE_TIME = re.compile(r"^\W*(?:after|before|when|once|for|in|on|with|at|during|while|as soon as)\b", re.I)
_LONGEST = 500
"""Characters of a sentence: a longer one is no instruction but a text."""
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
    for sent in reading.doc.sents:
        found = list(_of_sentence(reading, sent))
        if found:
            items += found
            claimed |= {c.start for c in reading.clauses if _inside(c, sent)}
    return Instructions(tuple(items), frozenset(claimed))


def _among_people(reading: Reading) -> bool:
    roles = {m.role for m in reading.interaction.messages}
    return "participant" in roles and "assistant" not in roles and not _AGENT.search(reading.text.text)


def _inside(clause: Clause, sent: Sentence) -> bool:
    return sent.start_char <= clause.start < sent.end_char


def _of_sentence(reading: Reading, sent: Sentence) -> Iterator[RuleCandidate | SessionCandidate]:
    if len(sent.text) > _LONGEST or _not_own_words(reading, sent):
        return
    ends = list(_ends(reading, sent))
    if ends:
        yield from ends
        return
    base = sent.start_char
    verbs = [t.idx - base for t in sent if t.pos_ in {"VERB", "AUX"}]
    wish = read_wish(sent.text, lambda start, end: any(start <= v < end for v in verbs))
    if wish is None or reading.text.kind_at(base + wish.instruction[0]) != "prose" or _recounts(sent, wish):
        return
    candidate = _session(reading, sent) if wish.kind == "session" else _rule(reading, sent, wish)
    if candidate is not None:
        yield candidate


def _recounts(sent: Sentence, wish: Wish) -> bool:
    """Whether the words tell of the past: "after six years there we came back", "never got into wine"."""
    order = [t for t in sent if wish.instruction[0] <= t.idx - sent.start_char < wish.instruction[1]]
    if len(order) > 1 and order[0].lower_ == "never" and order[1].tag_ == "VBD":  # "never got into wine"
        return True
    if wish.condition is None or not _ONE_TIME.match(sent.text):
        return False
    start, end = wish.condition
    return any(t.tag_ == "VBD" for t in sent if start <= t.idx - sent.start_char < end)


def _not_own_words(reading: Reading, sent: Sentence) -> bool:
    """Whether the sentence is quoted, pasted, made up or ironic."""
    if reading.text.kind_at(sent.start_char) != "prose":
        return True
    clauses = [c for c in reading.clauses if _inside(c, sent)]
    return bool(clauses) and all(c.modality & _FOREIGN for c in clauses)


def _rule(reading: Reading, sent: Sentence, wish: Wish) -> RuleCandidate | None:
    instruction = _told(reading, sent, *wish.instruction, ordered=True)
    if instruction and _ONLY.search(sent.text[: wish.instruction[0]]):
        instruction = "only " + instruction
    condition = _told(reading, sent, *wish.condition) if wish.condition else None
    if wish.polarity == "-" and instruction and not _negated(instruction):
        instruction = "never " + instruction
    if not instruction or (len(words_of(instruction)) < 2 and not condition):
        return None
    content = f"{condition}: {instruction}" if condition else instruction
    return RuleCandidate(
        instruction=instruction,
        condition=condition,
        polarity=wish.polarity,
        content=shorten(content),
        span=reading.span(*_bounds(sent)),
        confidence=wish.confidence,
    )


def _session(reading: Reading, sent: Sentence) -> SessionCandidate | None:
    instruction = _told(reading, sent, 0, len(sent.text))
    return SessionCandidate(instruction, reading.span(*_bounds(sent))) if instruction else None


def _ends(reading: Reading, sent: Sentence) -> Iterator[RuleCandidate]:
    for rule in ended(sent.text, reading.background.rules):
        content = f"{rule.condition}: {rule.instruction}" if rule.condition else rule.instruction
        yield RuleCandidate(
            instruction=rule.instruction,
            condition=rule.condition,
            polarity=rule.polarity,
            content=shorten(content),
            span=reading.span(*_bounds(sent)),
            operation="end",
        )


def _told(reading: Reading, sent: Sentence, start: int, end: int, ordered: bool = False) -> str:
    """The words from ``start`` to ``end`` of the sentence as said of the user; ``ordered``: with the verb in its base form."""
    tokens = [t for t in sent if start <= t.idx - sent.start_char < end]
    said = {**hidden(reading, tokens), **_without_you(tokens)}
    if ordered:
        said |= _base_form(tokens)
    return retell(tokens, _VOICE, said)


def _base_form(tokens: list[Token]) -> dict[int, str]:
    """ "(I'd like it if you) double-checked" orders "double-check"."""
    verb = next((t for t in tokens[:3] if t.pos_ in {"VERB", "AUX"}), None)
    if verb is None or (verb is not tokens[0] and tokens[1].text != "-"):
        return {}
    return {verb.i: verb.lemma_ if verb.tag_ in {"VBD", "VBN", "VBZ"} else verb.lower_}


def _without_you(tokens: list[Token]) -> dict[int, str]:
    """ "in your answers" is "in answers" when it is said to the agent itself."""
    return {t.i: "" for t in tokens if t.lower_ == "your"}


def _negated(text: str) -> bool:
    return bool(set(words_of(text)[:6]) & words("negative"))


def _bounds(sent: Sentence) -> tuple[int, int]:
    """The sentence without space around it."""
    text = sent.text
    start = sent.start_char + len(text) - len(text.lstrip())
    return start, sent.start_char + len(text.rstrip())
