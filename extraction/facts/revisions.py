"""What a message makes of known facts: wrong, over, or another value in their place, by ``revisions.toml``.

Each row says what becomes of a fact; which one is meant is found once, among the facts that are known.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from user_memory.extraction.facts.changes import done_by
from user_memory.extraction.facts.corrections import correction
from user_memory.extraction.facts.idioms import tidy
from user_memory.extraction.facts.known import (
    POINTING,
    KnownFacts,
    about,
    alike,
    known,
    like,
    loose,
    mentions,
    names,
    persons,
    unsaid,
)
from user_memory.extraction.facts.passages import Passage, old_of, owner_in
from user_memory.extraction.facts.predicates import are_taken_for_each_other
from user_memory.extraction.facts.revision_table import Revision, macro
from user_memory.extraction.facts.values import LIKELY, SURE, completed, fit, grown, in_figures
from user_memory.extraction.lexicon import role_of
from user_memory.extraction.stages import Reading
from user_memory.graph.candidates import FactCandidate, KnownFact, Mention, Operation
from user_memory.graph.vocabulary import vocabulary

_NEAR = 14
"""Characters after a denial in which a value is the one meant although only its shape tells."""
_VALUE = re.compile(
    r"(?:^|[,.;:!?—–-] *|\b(?:but|it's|it’s|its|it is|i'm|im|i am|we're|we are|he's|she's|they're|is|now|actually|meant|mean|just|only|be|been|and"
    r"|(?:i|we|he|she|they) (?!was |were |never |used )\w+) )(?:(?P<cue>at|in|with|to|for|on|as) )?",
    re.I,
)
_SINCE = re.compile(r"\b(?:since|after|when|before|until|once|because|ever since|if|where)\b[^.!?\n]*$", re.I)
"""Before what is told as long known."""
_MY_MISTAKE = re.compile(r"[,.;—–-] ?(?:my mistake|my bad|i misspoke|slip of the \w+|typo)\W*$", re.I)
_IT = re.compile(r"\W*(?:it's|it is|its)\b", re.I)
_PLAINLY = re.compile(
    r"\b(?:meant?|typo|correction|autocorrect(?:ed)?|make (?:that|it)|should|wrong|scratch|strike|misspoke|slip|edit|speaking|precise|exact|no,? wait|(?:wait|hang on|hold on),? no|oops)\b",
    re.I,
)
"""Words that put right and nothing else; "no" and "sorry" have other uses."""
_TIRED = re.compile(r"\b(?:off|bored|tired|sick|over(?=\s+\w)|cooled|fallen out of love)\b", re.I)
_MARKERS = {"sorry", "wait", "no", "not", "oops", "actually", "rather", "mean", "meant", "typo", "mistake"}
_YEARS = frozenset({"age"})
_REPLACED = frozenset({"uses", "owns", "diet", "studies", "plays"})
"""Relations of many values of which one mostly has one of a kind: another editor, another instrument."""


@dataclass(slots=True)
class Revised:
    """The facts that a message adds or ends, and those of its own that it takes back."""

    found: list[FactCandidate] = field(default_factory=list)
    withdrawn: list[FactCandidate] = field(default_factory=list)


def revisions(reading: Reading, said: Sequence[FactCandidate], earlier: Sequence[KnownFact]) -> Revised:
    """What becomes of the facts of earlier messages and of this one; each is revised once, the plainest words first."""
    return _Reviser(reading, said, earlier).revised()


class _Reviser:
    def __init__(self, reading: Reading, said: Sequence[FactCandidate], earlier: Sequence[KnownFact]) -> None:
        self._reading, self._said = reading, said
        self._passage = Passage(reading)
        self._text = self._passage.text
        heard = reading.previous[-1] if reading.previous else None
        self._echoes = heard is not None and heard.message.role == "assistant"
        echo = heard.text.text if heard is not None and self._echoes else ""
        self._known = KnownFacts(earlier, echo, reading.speaker)
        self._out = Revised()
        self._done: list[KnownFact] = []

    def revised(self) -> Revised:
        self._persons()
        self._swaps()
        self._repairs()
        self._updates()
        self._denials()
        if not self._done:
            self._unnamed()
        if not self._done:
            self._lives()
        return self._out

    def _swaps(self) -> None:
        for row, match in self._passage.matches("swap"):
            old, new = match.group("old"), self._passage.value(match)
            fact = self._named(old, match, row) if not self._passage.is_of_today(match) else None
            cue = "in" if fact is not None and fact.predicate == "lives_in" else "at"
            if (
                fact is not None
                and new
                and (fit(fact, new, cue) or (like(fact, new) and self._passage.is_noun(match)))
            ):
                self._replace(fact, new, match, row.operation)

    def _named(self, words: str, match: re.Match[str], row: Revision) -> KnownFact | None:
        if words.lower() in POINTING and not row.points:
            return None
        sentence = self._passage.sentence(match.start())
        fact = self._known.named(words, sentence, row.may_mean)
        return None if fact is None or self._is_done(fact) else fact

    def _is_done(self, fact: KnownFact) -> bool:
        return any(
            f.subject == fact.subject and f.predicate == fact.predicate and f.object == fact.object
            for f in self._done
        )

    def _denials(self) -> None:
        for row, match in self._passage.matches("denial"):
            fact = self._named(old_of(match), match, row)
            if fact is not None and not self._passage.points_back(match) and self._done_by(fact, match, row):
                self._close(fact, match, row.operation)

    def _done_by(self, fact: KnownFact, match: re.Match[str], row: Revision) -> bool:
        """Whether who did it is who the fact is about, where that is said: no team's leaving ends my brother's."""
        return not row.agent or done_by(fact, self._reading, match)

    def _close(self, fact: KnownFact, match: re.Match[str], operation: Operation) -> None:
        """The end of a fact, with the value that takes its place where the message tells one."""
        new = None if self._said_instead(fact) else self._value_for(fact, match)
        if new is None and fact.predicate == "likes" and self._disliked(fact, match, operation):
            self._tire(fact, match)
        elif new is None:
            self._end(fact, match, operation)
        else:
            self._replace(fact, new, match, operation)

    def _disliked(self, fact: KnownFact, match: re.Match[str], operation: Operation) -> bool:
        """Whether what was liked has turned to dislike, or was always disliked: "I said I loathe golf"."""
        if operation == "end" and _TIRED.search(match.group()):
            return True
        return self._passage.loathes(fact.object.name)

    def _tire(self, fact: KnownFact, match: re.Match[str]) -> None:
        """ "gone off coriander" where it was liked."""
        self._end(fact, match, "end")
        self._out.found[-1] = correction(self._reading, match.span(), fact.subject, "dislikes", fact.object)

    def _said_instead(self, fact: KnownFact) -> bool:
        """Whether another value of the same relation has been read from the message already."""
        return any(
            f.predicate == fact.predicate
            and f.operation == "assert"
            and f.polarity == "+"
            and f.subject.name == fact.subject.name
            and loose(f.object.name) != loose(fact.object.name)
            for f in self._said
        )

    def _value_for(self, fact: KnownFact, match: re.Match[str]) -> str | None:
        """The value that stands in the rest of the message: of the very kind anywhere, of the shape only close by."""
        if self._passage.is_for_a_while():
            return None
        best: tuple[int, str] | None = None
        for opener in _VALUE.finditer(self._text):
            value = macro("new").match(self._text, opener.end())
            if value is None or (opener.start() < match.end() - 1 and value.end() > match.start()):
                continue
            new = self._passage.value(value)
            score = 0 if self._is_another(fact, new) else fit(fact, new, opener.group("cue") or "")
            near = 0 <= opener.end() - match.end() <= _NEAR
            if (score == SURE or (score == LIKELY and near and not self._passage.runs(value))) and (
                best is None or score > best[0]
            ):
                best = score, new
        return best[1] if best is not None else None

    def _is_another(self, fact: KnownFact, new: str) -> bool:
        """Whether a value has been read of another relation, and not by mistake: of what one plays, no new club."""
        return any(
            loose(f.object.name) == loose(new)
            and f.operation == "assert"
            and f.predicate != fact.predicate
            and not are_taken_for_each_other(f.predicate, fact.predicate)
            for f in self._said
        )

    def _unnamed(self) -> None:
        """ "that's out of date, I'm at Tessera now": of what the assistant has just told."""
        if not self._echoes:
            return
        for row, match in self._passage.matches("unnamed"):
            told = [f for f in self._known.told() if f.polarity == "+" and row.may_mean(f)]
            fact = next((f for f in told if self._value_for(f, match) or self._said_instead(f)), None)
            fact = fact or next(iter(told), None)
            if fact is not None:
                self._close(fact, match, row.operation)
                return

    def _lives(self) -> None:
        """ "got laid off", "I retired in June": the newest of each relation that this ends."""
        for row, match in self._passage.matches("life"):
            if _SINCE.search(self._text[: match.start()]):
                continue
            whose = self._passage.sentence(match.start())
            for predicate in row.of:
                held = (f for f in self._known.facts if f.predicate == predicate and f.polarity == "+")
                fact = next((f for f in held if row.points or about(f, whose, self._reading.speaker)), None)
                if fact is None or self._is_done(fact) or self._said_instead(fact):
                    continue
                if not row.points or fact is self._known.facts[0] or fact in self._known.told():
                    self._end(fact, match, "end")

    def _persons(self) -> None:
        for _, match in self._passage.matches("person"):
            who, wrong, thing = owner_in(match)
            if role_of(who) is None:
                continue
            held = (f for f in self._known.facts if not thing or names(f, thing))
            fact = next((f for f in held if self._of(f, wrong) and self._speaks_of(f)), None)
            if fact is None:
                continue
            person = Mention(who, "animal" if role_of(who) == "pet" else "person", who)
            self._end(fact, match, "retract")
            self._out.found.append(
                correction(self._reading, match.span(), person, fact.predicate, fact.object, fact.qualifier)
            )
            self._withdraw_of(who, fact)
            return

    def _of(self, fact: KnownFact, wrong: str | None) -> bool:
        if fact.polarity == "-" or role_of(fact.object.name) is not None:
            return False
        if wrong is None:
            return fact.subject.name == self._reading.speaker.name
        return loose(wrong) in {loose(fact.subject.name), loose(fact.subject.role or "")}

    def _speaks_of(self, fact: KnownFact) -> bool:
        """Whether the message or the assistant's words name the value, or it was said last."""
        spoken = f"{self._text} {self._known.heard}"
        return mentions(spoken, fact.object.name) or fact is self._known.facts[0]

    def _withdraw_of(self, who: str, fact: KnownFact) -> None:
        """What was read of the words that put a person right is no fact by itself."""
        for f in self._said:
            name = loose(f.object.name)
            if role_of(name) is None and (loose(fact.object.name) in name or loose(who) in name):
                self._out.withdrawn.append(f)

    def _updates(self) -> None:
        for row, match in self._passage.matches("update"):
            new = self._passage.value(match)
            if not new or new != tidy(match.group("new")) or self._passage.is_for_a_while():
                continue
            new = in_figures(new) if row.of == _YEARS else new
            fact = self._outdated(new, match, row)
            if fact is not None and fact.predicate == "age" and _IT.match(match.group()):
                continue
            if fact is not None and not self._is_done(fact):
                self._replace(fact, new, match, row.operation)

    def _outdated(self, new: str, match: re.Match[str], row: Revision) -> KnownFact | None:
        """The fact whose place the value takes: of its very kind, or of its shape where it was just spoken of."""
        cue, whose = match.groupdict().get("cue") or "", self._passage.sentence(match.start())
        sure = self._known.valued(new, cue, whose, SURE, lambda f: self._can(f, match, row))
        return sure or self._known.valued(
            new, cue, whose, LIKELY, lambda f: self._can(f, match, row) and self._at_hand(f, match, row)
        )

    def _at_hand(self, fact: KnownFact, match: re.Match[str], row: Revision) -> bool:
        """Whether a value that has only the shape of the known one may be its: it was just spoken of, or its matter is named."""
        if match.groupdict().get("q") is not None:
            return True
        return fact in self._known.told() or (row.least == LIKELY and fact is self._known.facts[0])

    def _can(self, fact: KnownFact, match: re.Match[str], row: Revision) -> bool:
        topic = match.groupdict().get("q")
        if topic is not None:
            return row.may_mean(fact) and alike(topic, fact.qualifier or "")
        if row.of:
            return row.may_mean(fact)
        return fact.predicate in _REPLACED or vocabulary()[fact.predicate].cardinality == "one"

    def _repairs(self) -> None:
        for _, match in self._passage.matches("repair"):
            new, cue = self._passage.value(match), match.groupdict().get("cue") or ""
            if not new or new.lower() in _MARKERS or (self._passage.runs(match) and not new[:1].isupper()):
                continue
            slip = self._slip(new, cue, match)
            if slip is not None:
                self._put_right(slip, new, match)
            elif match.groupdict().get("first") is not None:
                self._put_earlier_right(new, cue, match)

        self._apologies()

    def _apologies(self) -> None:
        """ "he's Czech, my mistake", where another nationality is known."""
        match = _MY_MISTAKE.search(self._text)
        if match is None:
            return
        for new in self._said:
            if new.operation == "assert" and (fact := self._rival(new)) is not None:
                self._end(fact, match, "retract")

    def _rival(self, new: FactCandidate) -> KnownFact | None:
        """The known fact whose place a fact just read takes."""
        same = (
            f for f in self._known.facts if (f.subject.name, f.predicate) == (new.subject.name, new.predicate)
        )
        return next((f for f in same if fit(f, new.object.name) == SURE), None)

    def _slip(self, new: str, cue: str, match: re.Match[str]) -> FactCandidate | None:
        """The last fact said before these words in this message whose place the value can take."""
        before = self._text.lower()[: match.start() + 1]
        said = [
            (before.rfind(f.object.name.lower()), f)
            for f in self._said
            if f.operation == "assert" and f not in self._out.withdrawn and f.object.name.lower() in before
        ]
        fitting = [(place, f) for place, f in said if fit(known(f), new, cue) or grown(f.object.name, new)]
        return max(fitting, key=lambda item: item[0])[1] if fitting else None

    def _put_right(self, slip: FactCandidate, new: str, match: re.Match[str]) -> None:
        self._out.withdrawn.append(slip)
        target = completed(slip.object, new)
        self._out.found.append(
            replace(
                correction(self._reading, match.span(), slip.subject, slip.predicate, target, slip.qualifier),
                polarity=slip.polarity,
            )
        )
        self._drop_misread(new, slip.predicate, slip.subject.name)

    def _put_earlier_right(self, new: str, cue: str, match: re.Match[str]) -> None:
        sentence = self._passage.sentence(match.start())
        fact = self._known.valued(new, cue, sentence)
        last = next((f for f in self._known.facts if about(f, sentence, self._reading.speaker)), None)
        plain = _PLAINLY.search(match.group()) is not None and self._passage.is_noun(match)
        if fact is None and last is not None and plain and fit(last, new, cue):
            fact = last
        if (
            fact is None
            or self._is_done(fact)
            or (self._echoes and not plain and fact not in self._known.told())
        ):
            return
        if self._said_instead(fact):
            self._end(fact, match, "retract")
        else:
            self._replace(fact, new, match, "retract")

    def _end(self, fact: KnownFact, match: re.Match[str], operation: Operation) -> None:
        self._done.append(fact)
        gone = correction(
            self._reading,
            match.span(),
            fact.subject,
            fact.predicate,
            fact.object,
            fact.qualifier,
            operation=operation,
        )
        self._out.found.append(replace(gone, polarity=fact.polarity))
        for f in self._said:
            if f.predicate in {"avoids", "dislikes"} or f.operation == "end" or f.polarity == "-":
                self._withdraw_if_of(f, fact)

    def _withdraw_if_of(self, said: FactCandidate, fact: KnownFact) -> None:
        """The same end told by another reader, in its own words."""
        kindred = said.predicate in {fact.predicate, "avoids", "works_for"}
        meant, name = f" {loose(fact.object.name)} ", f" {loose(said.object.name)} "
        if kindred and (name in meant or meant in name):
            self._out.withdrawn.append(said)

    def _replace(self, fact: KnownFact, new: str, match: re.Match[str], operation: Operation) -> None:
        """The new value in the place of the old, which ended or, where it was a mistake, never was."""
        self._end(fact, match, operation)
        target = completed(fact.object, new)
        self._out.found.append(
            correction(self._reading, match.span(), fact.subject, fact.predicate, target, fact.qualifier)
        )
        self._drop_misread(new, fact.predicate, fact.subject.name)

    def _drop_misread(self, new: str, predicate: str, who: str) -> None:
        """Another relation, or another's, read of the value that was put in place: "I'm at Tessera" of where one studies."""
        name = loose(new)
        self._out.withdrawn += [
            f
            for f in self._said
            if (f.predicate != predicate or (f.subject.name != who and not persons(unsaid(self._text))))
            and (loose(f.object.name) == name or f" {name} " in f" {loose(f.object.name)} ")
        ]
