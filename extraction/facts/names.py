"""What people are called: "my name is …", "everyone calls me …", "my sister's name is …"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from spacy.tokens import Span, Token

from user_memory.extraction.facts.drafts import Draft
from user_memory.extraction.lexicon import words
from user_memory.extraction.namelists import names
from user_memory.extraction.personal.names import is_also_word
from user_memory.extraction.references import is_mine, role_noun

_WORD = (
    r"(?P<o>[^\W\d_][\w'’-]*(?: (?:van|de|der|von|da|di|la|el|bin|al)\b)*(?: [A-ZÀ-ÞŁŚŻČŠŽ][\w'’-]+){0,2})"
)
_LATIN = r"(?P<o>[A-ZÀ-ÞŁŚŻČŠŽ][\w'’-]+(?: [A-ZÀ-ÞŁŚŻČŠŽ][\w'’.-]+){0,2})"
_NAME_LIKE = r"(?P<o>[^\W\d_][\w'’-]+(?: [A-ZÀ-ÞŁŚŻČŠŽ][\w'’.-]+){0,2})"
_MY_NAME = r"(?i:my (?:full |first |given |real |actual )?name(?:'s| is| was)|the name'?s|name's|name is)(?: actually| really)?"
_CALLED = (
    r"(?i:call(?:s|ed)? me|know(?:s|n)? me as|i go by|i'm known as|i am known as|goes by|nickname(?:'s| is)|they call me)"
    r" (?:the name )?"
)
_GREETING = (
    r"(?:^|[.!?,] )(?i:hi|hello|hey|hiya)?,? ?(?i:i'm|i am|this is|it's) (?P<o>[A-ZÀ-ÞŁ][\w'’-]+)"
    r"(?= here\b|,? (?i:nice to meet|pleased to meet|good to meet|by the way|from [A-Z]))"
)
_PATTERNS = (
    ("name", re.compile(rf"\b{_MY_NAME} {_WORD}")),
    ("name", re.compile(rf"\b(?i:(?:i'm|i am) (?:called|named)) {_WORD}")),
    ("nickname", re.compile(rf"\b{_CALLED}{_WORD}")),
    ("name", re.compile(_GREETING)),
    ("name", re.compile(rf"\b(?i:full name|first name|legal name|name)(?: (?i:for|on) [\w ]+?)?: {_LATIN}")),
    (
        "name",
        re.compile(
            rf"\b(?i:christened|baptised|baptized|my (?:given|birth|legal|official|christian|baptismal) name(?:'s| is)|(?:my )?(?:passport|birth certificate|id|id card|licence|badge) says) {_LATIN}"
        ),
    ),
    ("name", re.compile(rf"(?i:^(?:it'?s |that'?s )?short for) {_LATIN}")),
    ("name", re.compile(rf"\b(?i:(?:put|book|register|sign|list) me (?:down|in|up) (?:as|under)) {_LATIN}")),
    (
        "name",
        re.compile(
            rf"\b(?i:it'?s) {_LATIN}(?=,? (?i:double|with (?:a|an|one|two)|spelt|spelled|no \w\b|not [A-Z]))"
        ),
    ),
    ("name", re.compile(rf"\b(?i:my (?:last name|surname|maiden name|family name)(?:'s| is| was)) {_WORD}")),
)
_BY_LIST = (
    (
        "name",
        re.compile(
            rf"(?:^|[.!?,;] |\b(?i:hi|hello|hey|hiya|morning|evening|yo|btw|so|well|and) )\W*(?i:i'm|i am|im|it's me,?|me,) {_NAME_LIKE}(?=\W*$|[,.!?;)—]|\s(?i:and|but|by the way|btw|from|nice|pleased|i'm|i|we|with|\()\b)"
        ),
    ),
    ("name", re.compile(rf"\b(?i:my names?|names|the names?) {_NAME_LIKE}")),
    (
        "name",
        re.compile(
            rf"^\W*(?:(?i:hi|hello|hey|hiya|morning|evening|yo)\b(?: all| there| again)?[!,. ]*)?{_LATIN} (?i:here|speaking)(?=\W*$|[!,.]| \W)"
        ),
    ),
    ("name", re.compile(rf"\b(?i:this is|it'?s) {_LATIN} (?i:here|speaking|again|from the|from [A-Z])")),
    (
        "nickname",
        re.compile(
            rf"\b(?i:call me|known as|(?:i )?answer to|(?:i )?go(?:es)? by|but it'?s|or just) {_LATIN}(?=$|[.,!;)]| (?i:to|for short|by|at|in|around|please|if|everyone|btw))"
        ),
    ),
    (
        "nickname",
        re.compile(
            rf"\b(?i:i'm|i am|name'?s|name is|it's|this is|off as) [A-ZÀ-ÞŁŚŻČŠŽ][\w'’-]+(?: [A-ZÀ-ÞŁŚŻČŠŽ][\w'’-]+)?,? (?i:but|though|although|or) {_LATIN}(?i: is| works| will do|'ll do|'s fine|'s ok)\b"
        ),
    ),
    (
        "nickname",
        re.compile(
            rf"(?:^|, |but ){_LATIN} (?i:to (?:my |his |her )?(?:friends|mates|everyone|everybody|family|anyone))"
        ),
    ),
)
"""Ways of giving a name in which other words stand too: only names known as such are read."""
_OTHERS = re.compile(r"(?i:name(?:'s| is| was)|named|called|names are|names:) " + _WORD)
_ANOTHERS = re.compile(
    r"(?:['’]s?|\b(?:her|his|their|its|your|whose|dog|cat|child|baby)) (?:(?:full|first|last|middle|given|real|actual|maiden|family|pet) )*$",
    re.I,
)
"""Words after which a name is somebody else's: "my brother's first name is …"."""
_NAMING = re.compile(r"name|called", re.I)
_NOT = {"a", "an", "the", "not", "so", "very", "really", "my", "in", "on", "sorry", "sure", "glad", "happy", "just",
    "when", "if", "later", "back", "crazy", "every", "most", "often", "names", "out", "it", "that", "this",
        "maybe", "old", "weird", "tomorrow", "today", "tonight", "now", "at", "to", "up", "by", "again", "boss", "stupid",
        "lazy", "lucky", "sir", "madam", "what", "whatever", "anything", "and"}  # fmt: skip


@cache
def _given() -> frozenset[str]:
    return frozenset(names("given_names")) - words("nationality", "nationality")


def name_facts(sent: Span) -> Iterator[Draft]:
    """The names that a sentence gives to the speaker and to the people of their life."""
    text = sent.text
    for predicate, pattern in (*_PATTERNS, *_BY_LIST):
        for match in pattern.finditer(text):
            name = match.group("o")
            if _ANOTHERS.search(text[: match.start()]):
                continue
            if (predicate, pattern) in _BY_LIST and not _is_given(name):
                continue
            if name.lower().split()[0] not in _NOT and text[match.end("o") : match.end("o") + 1] != "/":
                token = _at(sent, match.start("o"))
                yield Draft(
                    token,
                    None,
                    predicate,
                    None,
                    name=_capital(name),
                    kind="value",
                )
    yield from _other_names(sent)


def _is_given(name: str) -> bool:
    """Whether a name is known as such; one that is a word too only with its capital."""
    first = name.split()[0]
    return first.lower() in _given() and (first[:1].isupper() or not is_also_word(first))


def _capital(name: str) -> str:
    return name if any(c.isupper() for c in name) else name.title()


def _at(sent: Span, offset: int) -> Token:
    place = sent.start_char + offset
    return next((t for t in sent if t.idx <= place < t.idx + len(t.text_with_ws)), sent[-1])


def _other_names(sent: Span) -> Iterator[Draft]:
    """ "my sister's name is Zoë", "a friend named Sam": the name of someone with a role."""
    if _NAMING.search(sent.text) is None:
        return
    for token in sent:
        role = role_noun(token)
        if role is None or not is_mine(token):
            continue
        following = sent.doc[token.i + 1 : min(sent.end, token.i + 8)]
        match = _OTHERS.search(following.text)
        if match is None or match.start() > 6:
            continue
        name = match.group("o")
        if name.lower().split()[0] not in _NOT and name[:1].isupper():
            yield Draft(token, token, "name", None, name=name, kind="value")
