"""Who is meant: first person, roles, names where they may be kept, and pronouns by rules over recent mentions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from spacy.tokens import Doc, Token

from user_memory.extraction.entities import phrase_text, possessor_of
from user_memory.extraction.lexicon import gender_of, kin, role_endings, role_of, singular, words
from user_memory.graph.candidates import KnownEntity, KnownFact, Mention
from user_memory.graph.model import EntityKind

FIRST_PERSON = frozenset({"i", "we", "me", "us", "my", "our", "mine", "ours", "myself", "ourselves"})
_THIRD = {
    "he": "male",
    "him": "male",
    "his": "male",
    "himself": "male",
    "she": "female",
    "her": "female",
    "hers": "female",
    "herself": "female",
    "they": "plural",
    "them": "plural",
    "their": "plural",
}
_CHILDREN = {"girl": "daughter", "daughter": "daughter", "boy": "son", "son": "son"}
_NEAR = 2
"""Messages that a pronoun may reach back over."""
_NAMING = {"name", "call"}
_PEOPLE = "user_memory.people"
"""Where a parsed message keeps whom it mentions: every later message of the interaction asks again."""


def role_noun(token: Token) -> str | None:
    """The role that a noun stands for ("mother-in-law", "best friend", "rescue greyhound" -> "greyhound"), lower-case."""
    if token.pos_ not in {"NOUN", "PROPN", "ADJ"} and token.dep_ not in {"nsubj", "dobj", "pobj", "poss"}:
        return None
    low = token.lower_
    if low not in role_endings():
        return None
    if token.doc[token.i + 1 : token.i + 3].text.lower() == "in law" and f"{low}-in-law" in kin():
        return f"{low}-in-law"
    text = phrase_text(token).lower() if token.pos_ in {"NOUN", "PROPN"} else low
    before = token.doc[max(token.sent.start, token.i - 1) : token.i + 1].text.lower()
    for candidate in (before, text, " ".join(text.split()[-2:]), low):
        if candidate in kin() or singular(candidate) in kin():
            return candidate
    return None


def is_mine(token: Token) -> bool:
    """Whether the role is the speaker's: "my", "our", "of mine", kin said as a name, or "the kids"."""
    holders = [token, *([token.head] if token.dep_ in {"compound", "nmod"} else [])]
    holders += [holders[-1].head] if holders[-1].dep_ == "compound" else []
    owner = next((c for h in holders for c in h.children if c.dep_ == "poss"), None)
    if owner is not None:
        return owner.lower_ in FIRST_PERSON
    if token.dep_ == "dobj" and token.head.lemma_ in {"have", "get", "adopt", "own"}:
        return any(c.dep_ == "nsubj" and c.lower_ in FIRST_PERSON for c in token.head.children)
    if (
        token.dep_ == "conj"
        and token.head.pos_ in {"NOUN", "PROPN"}
        and not any(c.dep_ in {"det", "nummod"} for c in token.children)
    ):
        return is_mine(token.head)
    low = token.lower_
    if (
        token.i > token.sent.start
        and token.nbor(-1).lower_ in {"my", "our"}
        and token.pos_ in {"NOUN", "PROPN"}
    ):
        return True
    if any(
        c.lower_ == "of" and any(g.lower_ in {"mine", "ours"} for g in c.children) for c in token.children
    ):
        return True
    determiners = {c.lower_ for c in token.children if c.dep_ == "det"}
    if determiners == {"the"}:
        return low in words("gender", "definite")
    return not determiners and low in words("gender", "bare")


def _is_one_of_mine(token: Token) -> bool:
    """Whether a child is one of those that the speaker has just told of: "I have two kids, a girl of 6 and a boy of 9"."""
    return (
        token.lower_ in _CHILDREN
        and token.dep_ in {"appos", "conj"}
        and token.nbor(-1 if token.i else 0).lower_ == "a"
        and any(
            t.lower_ in {"kids", "children"} and is_mine(t) for t in token.doc[token.sent.start : token.i]
        )
    )


def name_of(token: Token) -> str | None:
    """The proper name said beside a role: "my sister Anna", "a dog called Rex", "Rex, our greyhound"."""
    for child in token.children:
        if (
            child.dep_ == "appos"
            and child.pos_ == "PROPN"
            and not any(c.dep_ in {"conj", "cc"} for c in child.children)
            and not _is_listed(child)
        ):
            return _proper(child)
        if child.dep_ in {"acl", "relcl"} and child.lemma_ in _NAMING:
            named = next(
                (
                    c
                    for c in child.children
                    if c.dep_ in {"oprd", "dobj", "attr", "npadvmod"} and c.pos_ == "PROPN"
                ),
                None,
            )
            if named is not None:
                return phrase_text(named)
    if token.dep_ == "appos" and token.head.pos_ == "PROPN":
        return _proper(token.head)
    if token.dep_ in {"compound", "nmod"} and token.head.pos_ == "PROPN" and token.head.i > token.i:
        return token.doc[token.right_edge.i + 1 : token.head.i + 1].text
    return None


def _proper(token: Token) -> str:
    """A name without a verb before it that the parser has taken for a part of it: "meet Bruno"."""
    return re.sub(r"^(?:[a-z]+ )+(?=[A-Z])", "", phrase_text(token))


def _is_listed(name: Token) -> bool:
    """Whether a name between commas is the next of a list: "my girlfriend, Tom and I"."""
    start = name.left_edge.i
    if start == 0 or name.doc[start - 1].text != ",":
        return False
    after = [t.lower_ for t in name.doc[name.i + 1 : name.i + 3]]
    return "and" in (after[:1] if after[:1] != [","] else after[1:])


def _names_another(token: Token) -> bool:
    """Whether a name tells what another is called, who is mentioned already: "our daughter is called Anna"."""
    called = token.head
    return (
        called.lower_ in {"called", "named"}
        and token.i > called.i
        and token.pos_ == "PROPN"
        and any(c.dep_ in {"nsubjpass", "nsubj"} and role_noun(c) for c in called.children)
        and any(c.lemma_ == "be" for c in called.children)
    )


def _others_between(token: Token, index: int, at: tuple[int, int]) -> bool:
    """Whether others are spoken of between those mentioned and "they": "owls are great, I love how they …"."""
    start = at[1] + 1 if at[0] == index else 0
    return any(
        (t.tag_ in {"NNS", "NNPS"} and t.dep_ in {"nsubj", "nsubjpass", "dobj", "ROOT"})
        or (
            t.pos_ == "PROPN"
            and t.dep_ in {"nsubj", "ROOT"}
            and any(c.dep_ == "conj" and c.pos_ == "PROPN" for c in t.children)
        )
        for t in token.doc[start : token.i]
    )


@dataclass(frozen=True, slots=True)
class Recent:
    """A person or animal mentioned at a place of the talk: (message index, token index)."""

    mention: Mention
    gender: str | None
    at: tuple[int, int]


def _number_or_gender(token: Token, mention: Mention) -> str | None:
    return "plural" if token.tag_ in {"NNS", "NNPS"} else gender_of(mention.role or mention.name)


class References:
    """Resolves the words of one message, with what the interaction and the memory have mentioned before."""

    def __init__(
        self,
        speaker: Mention,
        consents: frozenset[str],
        known: Sequence[KnownEntity] = (),
        facts: Sequence[KnownFact] = (),
        present: frozenset[str] = frozenset(),
    ) -> None:
        self._speaker = speaker
        self._names_kept = "name" in consents
        self._known = known
        self._facts = facts
        self._present = present
        self._recent: list[Recent] = []
        self._docs: list[Doc] = []

    @property
    def speaker(self) -> Mention:
        return self._speaker

    def note(self, doc: Doc, index: int, speaker: Mention, *, addressed: bool = False) -> None:
        """Remember the people that a message mentions, for pronouns after it.

        ``addressed``: the message speaks to the speaker of this one, whose people it calls "your wife".
        """
        self._docs.append(doc)
        people: list[tuple[Mention, int]] | None = doc.user_data.get(_PEOPLE)
        if people is None:
            told = self._yours if addressed else self._named_or_role
            named = ((told(token, speaker), token.i) for token in doc)
            people = doc.user_data[_PEOPLE] = [
                (mention, i) for mention, i in named if mention is not None and not _names_another(doc[i])
            ]
        if speaker.name != self._speaker.name:
            people = sorted([*people, *self._asked_about(doc)], key=lambda p: p[1])
        for mention, i in people:
            self._recent.append(Recent(mention, _number_or_gender(doc[i], mention), (index, i)))

    def _yours(self, token: Token, speaker: Mention) -> Mention | None:
        """Whom another means by "your wife", and by a name that may be kept."""
        owner = possessor_of(token)
        if owner is None or owner.lower_ != "your" or role_noun(token) is None:
            return self._named_or_role(token, speaker)
        return self.role(token, self._speaker)

    def _asked_about(self, doc: Doc) -> list[tuple[Mention, int]]:
        """Those around the speaker whom another asks about: "how is your mother?"."""
        asked = (t for t in doc if t.lower_ == "your" and t.dep_ == "poss" and role_noun(t.head) is not None)
        return [(self.role(t.head, self._speaker), t.head.i) for t in asked]

    def resolve(self, token: Token | None, index: int) -> Mention | None:
        """The entity a subject stands for, ``None`` when it cannot be told or is nobody in particular."""
        if token is None or token.lower_ in FIRST_PERSON:
            return self._speaker
        if token.lower_ in _THIRD:
            return self._pronoun(token, index)
        if _is_one_of_mine(token):
            role = _CHILDREN[token.lower_]
            return Mention(role, "person", role)
        return self._named_or_role(token, self._speaker)

    def _named_or_role(self, token: Token, speaker: Mention) -> Mention | None:
        role_token = (
            next((c for c in token.children if c.dep_ == "appos" and role_noun(c)), None)
            if token.pos_ == "PROPN"
            else None
        )
        if role_token is None and token.pos_ == "PROPN" and token.dep_ not in {"appos", "compound"}:
            role_token = next(
                (c for c in token.children if c.dep_ in {"compound", "nmod"} and role_noun(c)), None
            )
            if role_token is not None and not self._owned(role_token, token, speaker):
                role_token = None
        if role_token is None and token.dep_ == "appos" and role_noun(token.head):
            role_token = token.head if self._owned(token.head, token.head, speaker) else None
            token = token if role_token is None else role_token
        if role_token is not None:
            return self.role(role_token, speaker, owner_at=token)
        role = role_noun(token)
        if role is not None and self._owned(token, token, speaker):
            return self.role(token, speaker)
        return self._person(token)

    def _owned(self, token: Token, owner_at: Token, speaker: Mention) -> bool:
        return is_mine(token) or is_mine(owner_at) or self._owner(owner_at, speaker) is not None

    def role(self, token: Token, speaker: Mention, owner_at: Token | None = None) -> Mention:
        """The mention of a role noun, under its name when that may be kept."""
        role = role_noun(token) or token.lower_
        name = name_of(token) or (
            phrase_text(owner_at) if owner_at is not None and owner_at is not token else None
        )
        if name is not None and role in name.lower().split():
            name = " ".join(w for w in name.split() if w.lower() != role) or None
        kind = "animal" if role_of(role) == "pet" else "person"
        possessor = self._owner(owner_at or token, speaker) or (
            None if speaker.kind == "self" else speaker.name
        )
        known = self._known_name(role) if name is None else name
        if known is not None and self._names_kept:
            return Mention(known, kind, role, possessor)  # type: ignore[arg-type]
        return Mention(role, kind, role, possessor)  # type: ignore[arg-type]

    def _owner(self, token: Token, speaker: Mention) -> str | None:
        """Whose role it is when it is not the speaker's: "my wife's brother", "her husband"."""
        owner = possessor_of(token)
        if owner is None or owner.lower_ in FIRST_PERSON:
            return None
        mention = self.resolve(owner, 10**6)
        return mention.name if mention is not None and mention.kind != "self" else None

    def _known_name(self, role: str) -> str | None:
        for entity in self._known:
            if entity.kind in {"person", "animal"} and role in {a.lower() for a in entity.aliases}:
                return entity.name
        return None

    def _person(self, token: Token) -> Mention | None:
        """A person by name, where names are kept or the name is known."""
        if token.pos_ != "PROPN" or token.ent_type_ not in {"PERSON", ""}:
            return None
        name = phrase_text(token)
        known = next(
            (
                e
                for e in self._known
                if e.name.lower() == name.lower() or name.lower() in {a.lower() for a in e.aliases}
            ),
            None,
        )
        if known is not None:
            return Mention(known.name, known.kind)
        earlier = next((r.mention for r in reversed(self._recent) if r.mention.name == name), None)
        if earlier is not None:
            return earlier
        return Mention(name, "person") if self._names_kept and token.ent_type_ == "PERSON" else None

    def _pronoun(self, token: Token, index: int) -> Mention | None:
        wanted = _THIRD[token.lower_]
        before = [
            r
            for r in self._recent
            if r.at < (index, token.i) and self._agrees(r, wanted) and r.mention.name not in self._present
        ]
        if not before:
            return self._remembered(wanted)
        nearest = before[-1]
        between = _others_between if wanted == "plural" else self._another_between
        if index - nearest.at[0] > _NEAR or between(token, index, nearest.at):
            return None
        rivals = {
            r.mention.name for r in before if r.at[0] == nearest.at[0] and abs(r.at[1] - nearest.at[1]) < 12
        }
        return (
            nearest.mention
            if len(rivals) == 1 or (wanted != "plural" and self._subject_of(rivals, nearest))
            else None
        )

    def _another_between(self, token: Token, index: int, at: tuple[int, int]) -> bool:
        """Whether somebody else, who cannot be named, is spoken of between: "the vet let me hold her dog, he was so calm"."""
        start = at[1] + 1 if at[0] == index else 0
        known = {r.at[1] for r in self._recent if r.at[0] == index}
        return any(
            t.i not in known
            and t.tag_ == "NN"
            and t.dep_ in {"nsubj", "dobj", "pobj"}
            and (role_of(t.lower_) is not None or t.lower_ in words("grammar", "persons"))
            and gender_of(t.lower_) in {_THIRD[token.lower_], None}
            for t in token.doc[start : token.i]
        )

    @staticmethod
    def _subject_of(rivals: Iterable[str], nearest: Recent) -> bool:
        return len(set(rivals)) <= 1 or (nearest.gender is not None and False)

    @staticmethod
    def _agrees(recent: Recent, wanted: str) -> bool:
        if wanted == "plural":
            return recent.gender == "plural"
        return recent.gender in {wanted, None} and recent.mention.kind in {"person", "animal"}

    def _remembered(self, wanted: str) -> Mention | None:
        """The only person of that gender that the memory's recent facts know of."""
        people = [
            f.object
            for f in self._facts
            if f.object.kind == "person" and gender_of(f.object.role or f.object.name) == wanted
        ]
        names = list(dict.fromkeys(m.name for m in people))
        return people[0] if len(names) == 1 else None

    def place_before(self, token: Token, index: int, kind: EntityKind) -> Mention | None:
        """The place or organisation that "there" stands for: the last one named, else the last one remembered."""
        labels = {"GPE", "LOC", "FAC"} if kind == "place" else {"ORG"}
        named = [e.root for e in token.doc.ents if e.label_ in labels and e.end <= token.i] or [
            e.root for d in self._docs[::-1] for e in d.ents if e.label_ in labels
        ]
        if named:
            return Mention(phrase_text(named[-1]), kind)
        return next((f.object for f in self._facts if f.object.kind == kind), None)
