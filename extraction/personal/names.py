"""Names of private people: told as names, beside roles and titles, or said of somebody one deals with.

Names of places, organisations, products and public figures are not personal data of the user's circle and are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from spacy.tokens import Doc, Span, Token

from user_memory.extraction.lexicon import kin, words
from user_memory.extraction.namelists import names
from user_memory.extraction.personal.people import (
    figures,
    find_people,
    is_name_of_thing,
    is_one_of_a_make,
    named_things,
)
from user_memory.extraction.stages import Finding

_WORD = r"[^\W\d_][\w’'-]*"
_CAPITAL = r"[A-ZÀ-ÖØ-ÞĀĂĄĆČĎĐĒĘĚĞĢĪĮİĶĹĻĽŁŃŅŇŌŐŒŔŘŚŞŠŢŤŪŮŰŲŹŻŽΑ-ΩА-Я]"
_NAME = rf"{_CAPITAL}[\w’-]*(?:'{_CAPITAL}\w+)?"
_FULL = rf"{_NAME}(?: (?:de |van |von |der |la |el |al |bin |O')?{_NAME}){{0,3}}"
_TOLD = re.compile(
    rf"\b(?i:(?:my|his|her|their|our|'s|s')(?: (?:full|first|last|middle|real|sur|maiden|given|nick|user|preferred|birth|family|legal))? ?(?:name|surname|nickname)s?(?: (?:is|was|are)|'s|:)"
    rf"|(?:call|calls|called|named|name|nicknamed|known as|christened|goes by|go by|went by|going by|introduce myself as|answer to|dubbed)(?: (?:me|him|her|us|them|myself|it|as))?(?: (?:just|simply))?"
    rf"|me llamo|se llama|mi nombre es|ich heiße|ich heisse|heißt|mein name ist|je m'appelle|s'appelle|mi chiamo|si chiama|chamo-me|meu nome é|ik heet|mijn naam is|nazywam się|mam na imię)[:,]? [\"'(]?({_FULL}(?:(?:, | and | & | or ){_FULL}){{0,5}})(?![\w’-]| (?:my |our )?home\b)"
)
_TOLD_LOWER = re.compile(
    r"\b(?i:my (?:full |first |last |middle |real |given )?name(?:'s| is)) ([a-z][\w'’-]+)(?=$|[,.;!?)]| and | but | btw)"
)
_KIN_ABROAD = re.compile(
    r"\b(?i:mein(?:e[nmr]?)?|unser(?:e[nmr]?)?|mis?|nuestr[oa]s?|mon|ma|mes|notre|nos|sein(?:e[nmr]?)?|ihr(?:e[nmr]?)?|su) (?:[a-zäöüßéèñ]+ ){0,2}?"
    r"(?i:schwester|bruder|mutter|vater|mama|papa|mamá|papá|tochter|sohn|frau|mann|freundin|freund|kolleg(?:in|e)|chef(?:in)?|oma|opa|tante|onkel|cousine?|nachbar(?:in)?|mitbewohner(?:in)?|herman[oa]|madre|padre|hij[oa]|espos[oa]|mujer|marido|novi[oa]|amig[oa]|jef[ea]|abuel[oa]|tí[oa]|prim[oa]|vecin[oa]|soeur|sœur|frère|mère|père|maman|fille|fils|femme|mari|copine|copain|amie?|grand-mère|grand-père|oncle|voisine?|collègue)s?"
    rf",? ({_FULL})"
)
_SIGNED = re.compile(
    rf"(?:^|\n)\s*(?i:cheers|thanks|thank you|regards|best(?: wishes| regards)?|love|yours(?: sincerely| truly)?|xx?|sincerely|ta|kind regards)[,!.]?\s+({_NAME}(?: {_NAME})?)\s*$"
)
_INTRODUCED = re.compile(
    rf"\b(?i:i'm|i am|it's|this is|here's|meet|soy|ich bin|je suis)(?i: called| named)? ({_NAME}(?: {_NAME})?)\b"
)
_LIVED_IN = re.compile(
    r",? (?:that |where )?(?:I|we|he|she|they|my [\w-]+|our [\w-]+) (?:\w+ ){0,2}?(?:live|lives|lived|living|moved|moving|settled|grew up|was born|were born|based)(?: in| to)?\b"
)
""" "it's Dijon my son lives in": no introduction."""
_TITLED = re.compile(
    rf"\b(?:Mr|Mrs|Ms|Miss|Mx|Dr|Doctor|Prof|Professor|Sir|Dame|Madam|Herr|Frau|Señora?|Monsieur|Madame|Father|Sister|Rev|Captain|Coach|Auntie?|Uncle|Nurse|Granny|Grandma|Grandpa|Nana)\.? ({_NAME}(?: {_NAME})?)"
)
_POSSESSIVE = re.compile(
    rf"\b(?i:(?:my|our|his|her|their)) (?:\w+[ -]){{0,3}}?(\w+(?:-in-law)?),? (?:\(|the )?({_FULL})"
)
_BEFORE_ROLE = re.compile(
    rf"\b({_FULL}), (?i:my|our|his|her|their|a|the) (?:\w+[ -]){{0,3}}?(\w+(?:-in-law)?)\b"
)
_IS_ROLE = re.compile(
    rf"\b({_FULL})(?: is|'s| was|,) (?i:my|our|his|her|their) (?:\w+[ -]){{0,3}}?(\w+(?:-in-law)?)\b"
)
_BOUND = re.compile(
    rf"\b(?i:(?:married|engaged|related|wed|close|proposed) to|dating|divorced(?: from)?|married|in love with|broke up with|going out with|friends with|living with|split (?:up )?(?:from|with))(?: (?:my|a|an|the) \w+)? ({_FULL})"
)
_HERE = re.compile(
    rf"^\W*(?i:(?:hi|hey|hello|yo|morning|good morning|evening)\b[,!. ]*(?:all|everyone|there)?[,!. ]*)?({_NAME}) here\b"
)
_ROLE_IS = re.compile(
    rf"\b(?i:my|our|his|her|their) (?:[\w-]+ ){{0,3}}?(\w+(?:-in-law)?)(?i: is| was| are| were|'s|:) (?:called |named )?({_NAME}(?: {_NAME})?)(?=\s*(?:$|[.,;!?)\n]|and\b|but\b|who\b))"
)
_LISTED = re.compile(rf"(?:, (?:and )?| and | & |/)({_NAME})\b")
_SOCIAL = frozenset(
    "meet see visit marry date call text tell ask know help miss join thank invite hug phone email message introduce hire fire beat kiss love adopt babysit teach coach mentor raise bring pick drop interview".split()
)
_WITH = frozenset("with to for from by of and between beside without like about than".split())
_MOVING = frozenset("move relocate emigrate fly sail live settle commute".split())
_OF_PUBLIC = frozenset(
    "fan song album book novel film movie show music concert work painting poem biography quote podcast by play gig lyrics series author singer band".split()
)
_PUBLIC_VERBS = frozenset(
    "listen read watch play recommend enjoy stream quote cite direct write paint compose sing star".split()
)
_UP_A_HILL = re.compile(
    r"\b(?:(?:go(?:ing|es|ne)?|went|walk\w*|hik\w+|head\w*|trek\w*|scrambl\w+|trudg\w+)(?: all the way| back| straight)? (?:up|down)"
    r"|climb(?:s|ed|ing)?|summit(?:s|ted|ting|ed|ing)?|scal(?:es?|ed|ing)|ascend(?:s|ed|ing)?|ascent of|top of|summit of|foot of|slopes of) $",
    re.I,
)
_NOT_NAMES = frozenset(
    "alexa siri claude cortana gemini grok copilot chatgpt bixby jeeves i monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december "
    "christmas easter god english french german spanish mum mom dad mama papa mummy daddy granny grandma grandpa nan nana gran the a an and but so yes no ok hi hey hello "
    "sorry sure just not really very going here there back home fine good great well glad happy done still also now currently looking trying thinking using working from in at on".split()
)  # fmt: skip


def find_names(doc: Doc, known: Iterable[str] = ()) -> Iterator[Finding]:
    """Names of private people in ``doc``; ``known`` are such names told elsewhere, found again wherever they stand."""
    text = doc.text
    people = set(find_people(doc))
    told = {text[start:end] for start, end in {*_places(doc), *people}}
    told |= {w for n in told for w in n.split() if len(w) > 2 and w[0].isupper()}
    everything = sorted({*told, *known}, key=len, reverse=True)
    everything = [n for n in everything if n.lower() not in _NOT_NAMES and n.strip()]
    people = {place for place in people if not _is_climbed(text, *place)}
    hills = [n for n in everything if (at := text.find(n)) >= 0 and _is_climbed(text, at, at + len(n))]
    everything = [n for n in everything if not any(n in hill for hill in hills)]
    if everything:
        pattern = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, everything))})(?![\w-])")
        found = (m.span() for m in pattern.finditer(text))
        people |= {
            (start, end) for start, end in found if not is_also_word(text[start:end]) or _is_noun(doc, start)
        }
    yield from (Finding(start, end, "name", "name", text[start:end]) for start, end in sorted(people))


def _is_climbed(text: str, start: int, end: int) -> bool:
    """ "going up Ben Lomond": a hill, with the name of a man for its first word."""
    return " " in text[start:end] and _UP_A_HILL.search(text[:start]) is not None


def is_also_word(name: str) -> bool:
    """Whether the name is an everyday word too: "May", "Will", "Rose". It is looked for with its capital only."""
    found = names("given_names").get(name.lower())
    return name.lower() in _NOT_NAMES or (found is not None and not found[1])


def _is_noun(doc: Doc, place: int) -> bool:
    token = doc.char_span(place, place + 1, alignment_mode="expand")
    return token is not None and token[0].pos_ in {"PROPN", "NOUN", "X"}


def _places(doc: Doc) -> Iterator[tuple[int, int]]:
    text = doc.text
    for pattern in (_TOLD_LOWER, _KIN_ABROAD):
        yield from (m.span(1) for m in pattern.finditer(text) if m.group(1).lower() not in _NOT_NAMES)
    for pattern in (_TOLD, _SIGNED, _TITLED, _HERE):
        for match in pattern.finditer(text):
            if pattern is not _TOLD or not _named_thing(text, match):
                yield from _split(text, *match.span(1))
    for match in _BOUND.finditer(text):
        if not _is_thing(doc, match.start(1)):
            yield match.span(1)
    for match in _INTRODUCED.finditer(text):
        if match.group(1).lower() in words("nationality", "nationality") or _LIVED_IN.match(
            text, match.end()
        ):
            continue
        if _given(match.group(1)) or _entity(doc, match.start(1)) == "PERSON":
            yield match.span(1)
    for pattern, role, name in (
        (_POSSESSIVE, 1, 2),
        (_BEFORE_ROLE, 2, 1),
        (_IS_ROLE, 2, 1),
        (_ROLE_IS, 1, 2),
    ):
        for match in pattern.finditer(text):
            if is_person_role(match.group(role)) and (
                _given(match.group(name))
                or text.endswith("the ", 0, match.start(name))
                or not _is_thing(doc, match.start(name))
            ):
                yield from _with_list(text, *match.span(name))
    yield from _people(doc)
    if not doc.has_annotation("TAG"):
        yield from _unparsed(doc)


def _unparsed(doc: Doc) -> Iterator[tuple[int, int]]:
    """Given names that are no word in a language that is not parsed."""
    for token in doc:
        if token.text[:1].isupper() and token.is_alpha and _given(token.text):
            yield token.idx, token.idx + len(token)


def _named_thing(text: str, match: re.Match[str]) -> bool:
    """ "a company called Brightpath": what is called so is no person."""
    if not re.match(r"(?:called|named)\b", match.group(), re.I):
        return False
    before = re.search(r"(\w+),? $", text[: match.start()])
    return before is not None and before.group(1).lower().removesuffix("s") in named_things()


def _split(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The single names of "Oscar and Ines"."""
    for part in re.finditer(rf"{_FULL}", text[start:end]):
        yield start + part.start(), start + part.end()


def _with_list(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    yield start, end
    while (more := _LISTED.match(text, end)) is not None:
        yield more.span(1)
        end = more.end()


def is_person_role(word: str) -> bool:
    """Whether the noun is a role of a person, not of an animal: a pet's name is no personal data."""
    low = word.lower()
    return kin().get(low, kin().get(low.rstrip("s"))) not in {None, "pet"}


def _people(doc: Doc) -> Iterator[tuple[int, int]]:
    """Entities that the parser takes for people, and given names, where they act or are dealt with."""
    for ent in doc.ents:
        if (
            ent.label_ == "PERSON"
            and not _is_public(ent.root, ent.text)
            and not is_name_of_thing(list(ent))
            and not _is_where(ent)
            and not is_one_of_a_make(ent[0], ent.root)
            and not _is_pet(ent[0])
        ):
            said = [
                t for t in ent if t.text[:1].isupper() and t.lower_ not in {"'s", "’s"} and not _is_role(t)
            ]
            if said and not _is_home(ent) and (_given(said[0].text) or _dealt_with(ent.root)):
                yield said[0].idx, said[-1].idx + len(said[-1])
                yield from _with_list(doc.text, said[-1].idx, said[-1].idx + len(said[-1]))
    for token in doc:
        if _is_lower_name(token):
            yield token.idx, token.idx + len(token)
        if (
            token.ent_type_ not in {"GPE", "ORG", "LOC", "PERSON", "FAC", "DATE", "LANGUAGE", "NORP"}
            and token.pos_ == "PROPN"
            and not _is_destination(token)
            and _given(token.text)
            and _dealt_with(token)
            and not _is_pet(token)
            and not is_name_of_thing([token])
            and not is_one_of_a_make(token, token)
        ):
            yield token.idx, token.idx + len(token)


def _is_where(ent: Span) -> bool:
    """ "a lawyer at Clifford Chance": a firm, unless somebody's place is meant."""
    if _is_destination(ent.root):
        return True
    at = ent.start and ent.doc[ent.start - 1].lower_ in {"at", "near", "inside"}
    return bool(at) and ent.doc[ent.end - 1 : ent.end + 1].text.find("'") < 0


def _is_destination(token: Token) -> bool:
    """ "we're moving to Kerry": one moves and flies to places, whatever else the name may be."""
    way = token.head
    return token.dep_ == "pobj" and way.lower_ in {"to", "in", "near"} and way.head.lemma_ in _MOVING


def _is_home(ent: Span) -> bool:
    """ "I call Kigali home", "we made Lyon our home": a place that the parser takes for a person."""
    after = ent.doc[ent.end : ent.end + 2].text.lower()
    called = ent.root.head.lemma_ in {"call", "make"} or ent.root.head.head.lemma_ in {"call", "make"}
    return called and (ent[-1].lower_ == "home" or re.match(r"(?:(?:my|our) )?home\b", after) is not None)


def _is_lower_name(token: Token) -> bool:
    """A name that its writer left in lower case: what follows a role ("my friend bartek") or "with", and is no word."""
    if not token.is_lower or not token.is_alpha or len(token) < 3 or token.i == 0:
        return False
    before = token.doc[token.i - 1]
    known = names("given_names").get(token.lower_, ("", False))[1]
    if token.ent_type_ in {"GPE", "ORG", "LOC", "DATE", "TIME"} and not known:
        return False
    if before.lower_ in {"with", "met"} and token.pos_ == "PROPN":
        return token.lower_ not in names("places") and token.lower_ not in kin()
    return (
        is_person_role(before.text)
        and (before.pos_ in {"NOUN", "PROPN"} or known)
        and (token.pos_ == "PROPN" or not token.has_vector or known or _set_in(before, token))
        and token.lower_ not in kin()
    )


def _set_in(role: Token, token: Token) -> bool:
    """A noun between a subject with a role and its verb, "my mate deepak got …": a name, as it is of no other use there."""
    return role.dep_ in {"nsubj", "nsubjpass"} and token.head == role.head and token.pos_ == "NOUN"


def _is_pet(token: Token) -> bool:
    """Whether the word is the name of an animal: "my dog Rex", "a cat called Miso", "Rex, my dog"."""
    before = [t.lower_ for t in token.doc[max(0, token.i - 3) : token.i]]
    return any(
        kin().get(w) == "pet" for w in (*before, *(c.lower_ for c in token.children if c.dep_ == "appos"))
    )


def _is_role(token: Token) -> bool:
    return token.lower_ in kin()


def _given(name: str) -> bool:
    """Whether the first word is a given name and nothing else."""
    found = names("given_names").get(name.split()[0].lower())
    word = name.split()[0].lower()
    return (
        found is not None
        and name[0].isupper()
        and word not in names("places")
        and word not in words("nationality", "nationality")
    )


def _entity(doc: Doc, place: int) -> str:
    token = next((t for t in doc if t.idx <= place < t.idx + len(t)), None)
    return token.ent_type_ if token is not None else ""


def _is_thing(doc: Doc, place: int) -> bool:
    return _entity(doc, place) in {"GPE", "LOC", "DATE", "LANGUAGE", "NORP"}


def _dealt_with(token: Token) -> bool:
    """Whether the name does something, or is somebody one meets, tells, is with."""
    head = token.head
    if head.lower_ == "with" and head.head.lower_ in {"bank", "fly", "sign", "ship", "insured"}:
        return False
    if token.dep_ in {"nsubj", "nsubjpass", "poss", "npadvmod"} and head.lemma_ != "be":
        return True
    if token.dep_ in {"nsubj", "attr", "conj", "appos", "dative", "ROOT"} and _given(token.text):
        return True
    if token.dep_ in {"dobj", "dative"}:
        return head.lemma_.lower() in _SOCIAL and (head.lemma_ != "visit" or _given(token.text))
    return (
        token.dep_ == "pobj"
        and head.lower_ in _WITH
        and (head.lower_ in {"with", "between", "beside"} or _given(token.text))
    )


def _is_public(token: Token, name: str) -> bool:
    """Known figures, and names said as those of artists, authors, players: "a song by …", "I listen to …"."""
    if any(w in figures() for w in (name.lower().removesuffix("'s"), name.split()[-1].lower())):
        return True
    head = token.head
    if head.pos_ == "ADP" and head.head.lemma_.lower() in _OF_PUBLIC | _PUBLIC_VERBS:
        return True
    if token.dep_ == "poss" and head.lemma_.lower() in _OF_PUBLIC:
        return True
    return (
        token.dep_ == "dobj"
        and head.lemma_.lower() in _PUBLIC_VERBS | {"love", "like", "prefer", "hate", "admire"}
        and not _given(name)
    )
