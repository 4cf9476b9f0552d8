"""Where the phrases end that fill the slots of a construction."""

from __future__ import annotations

from spacy.tokens import Span, Token

from user_memory.extraction.lexicon import grammar

BOUNDARY = frozenset('.,;:!?()—–"…/“”') | {"-", "--", "...", "\n"}
ADVERBS = grammar("intensifiers")
_STOPS = grammar("phrase_ends")
_OPENERS = grammar("statement_openers")
_OPEN = frozenset({"anything", "everything", "something"})
_ASKING = frozenset({"is", "if", "which", "that", "as"})
_PRONOUNS = frozenset({"i", "we", "he", "she", "they", "you", "it", "me", "us", "them"})
_INSIDE = frozenset(
    {"NOUN", "PROPN", "ADJ", "NUM", "DET", "X", "SYM", "PRON", "VERB", "ADP", "PART", "CCONJ", "ADV"}
)
_WEAK = frozenset({"ADP", "DET", "CCONJ", "PART", "ADV", "SCONJ", "PRON", "AUX", "INTJ"})


def opens(token: Token) -> bool:
    """Whether a statement may begin or end beside this word: "so", "but", "because"."""
    return (
        token.lower_ in _OPENERS
        or token.is_space
        or token.pos_ in {"INTJ", "SYM"}
        or (not token.is_alpha and not token.like_num and not any(c.isalnum() for c in token.text))
    )


def begins(sent: Span, i: int) -> bool:
    """Whether a statement may begin at ``i``: at the start, after a stop, after "so" or "but"."""
    before = sent.doc[i - 1] if i > sent.start else None
    return before is None or before.text in BOUNDARY or (opens(before) and before.lower_ not in _ASKING)


def is_adverb(token: Token) -> bool:
    """Whether a word may stand between any two others: "really", "incredibly"."""
    return token.lower_ in ADVERBS or (token.tag_ == "RB" and token.lower_.endswith("ly"))


def noun_end(sent: Span, i: int) -> tuple[int, int]:
    """The noun phrase or list that begins at ``i`` or after the adverbs there: [start, end), empty where none does."""
    while i < sent.end and (sent.doc[i].lower_ in ADVERBS and sent.doc[i].pos_ != "NOUN"):
        i += 1
    end = i
    while end < sent.end and _continues(sent, end, i):
        end += 1
    while end > i and sent.doc[end - 1].pos_ in _WEAK and not sent.doc[end - 1].is_title:
        end -= 1
    return i, end


def _continues(sent: Span, at: int, start: int) -> bool:
    token = sent.doc[at]
    if token.text == ",":
        return _list_goes_on(sent, at) or (_is_listed(sent, start) and _is_bare(sent, at))
    if token.lower_ == "and" or token.text == "&":
        return at > start and _joins(sent, at)
    if (
        token.text in {"-", "/", "'", "’"}
        and at > start
        and not sent.doc[at - 1].whitespace_
        and not token.whitespace_
    ):
        return True
    if token.lower_ in {"with", "for"} and at > start and sent.doc[at - 1].lower_ in _OPEN:
        return True
    if token.text in BOUNDARY or token.is_space or token.lower_ in _STOPS:
        return False
    if token.lower_ in _PRONOUNS or token.tag_ in {"MD", "WP", "WDT", "WRB", "EX"}:
        return False
    if token.tag_ in {"VBZ", "VBD", "VBP"} and at > start and token.dep_ not in {"compound", "amod"}:
        return token.is_title or _ends_compound(sent, at)
    return token.pos_ in _INSIDE and not _is_picture(token)


def _ends_compound(sent: Span, at: int) -> bool:
    """Whether a plural taken for a verb ends the phrase: "rain sounds", at the end of its statement."""
    last = at + 1 >= sent.end or sent.doc[at + 1].text in BOUNDARY
    return last and sent.doc[at].tag_ == "VBZ" and sent.doc[at - 1].tag_ in {"NN", "NNP"}


def _is_picture(token: Token) -> bool:
    return (
        not any(c.isalnum() for c in token.text)
        and token.tag_ != "POS"
        and token.text
        not in {
            "'s",
            "’s",
            "&",
            "-",
            "/",
            "#",
            "+",
            "$",
            "£",
            "€",
            "%",
        }
    )


def _list_goes_on(sent: Span, comma: int) -> bool:
    """Whether a comma stands in a list that "and" or "or" closes before the next clause."""
    for token in sent.doc[comma + 1 : min(comma + 14, sent.end)]:
        if token.lower_ in {"and", "or", "&"}:
            return _joins(sent, token.i)
        if token.lower_ in _PRONOUNS | _STOPS or token.tag_ in {"VBZ", "VBD", "VBP", "MD", "WP", "WDT"}:
            return False
        if token.text in BOUNDARY - {",", "-"}:
            return False
    return False


def _is_listed(sent: Span, start: int) -> bool:
    """Whether a list begins here: after "hobbies:"."""
    return start > sent.start and sent.doc[start - 1].text in {":", "=", "?"}


def _is_bare(sent: Span, comma: int) -> bool:
    """Whether only short noun phrases and commas follow to the end of the sentence."""
    return all(
        t.pos_ in {"NOUN", "PROPN", "ADJ", "PUNCT", "NUM"} or t.tag_ == "VBG"
        for t in sent.doc[comma + 1 : sent.end]
    )


def _joins(sent: Span, at: int) -> bool:
    """Whether "and" joins one thing more and not another clause."""
    after = sent.doc[at + 1 : min(at + 6, sent.end)]
    for token in after:
        if (
            token.lower_ in _PRONOUNS
            or token.tag_ in {"MD"}
            or token.lower_ in ADVERBS | {"my", "not", "then", "so"}
        ):
            return False
        if token.tag_ in {"VBZ", "VBD", "VBP"}:
            return False
        if token.text in BOUNDARY:
            break
    return bool(len(after)) and after[0].tag_ not in {"VB", "VBP", "VBZ", "VBD", "VBN"}


def thing_end(sent: Span, i: int) -> tuple[int, int]:
    """As ``noun_end``, without what a preposition, a participle or a time adds: "the bakery" of "the bakery in May"."""
    start, end = noun_end(sent, i)
    return start, next((at for at in range(start + 1, end) if _adds(sent.doc[at], sent.doc[start])), end)


def _adds(token: Token, first: Token) -> bool:
    if token.pos_ == "ADP" and token.lower_ != "of" and not token.is_title:
        return True
    if token.tag_ == "TO":
        return True
    timed = token.ent_type_ in {"DATE", "TIME"} and first.ent_type_ not in {"DATE", "TIME"}
    return timed or (token.tag_ == "VBG" and token.pos_ == "VERB") or token.pos_ == "ADV"


def noun_start(sent: Span, i: int) -> tuple[int, int]:
    """The noun phrase that ends before ``i``, up to where its statement begins: [start, end)."""
    end = i
    while end > sent.start and sent.doc[end - 1].lower_ in ADVERBS | {",", "-", "–", "—"}:
        end -= 1
    start = end
    while start > sent.start and _goes_back(sent, start - 1):
        start -= 1
    while start < end and sent.doc[start].pos_ in {"CCONJ", "ADV", "INTJ", "SCONJ", "PUNCT", "SYM"}:
        start += 1
    return start, end


def _goes_back(sent: Span, at: int) -> bool:
    token = sent.doc[at]
    if token.text == ",":
        return any(t.lower_ in {"and", "or", "&"} for t in sent.doc[at + 1 : min(at + 8, sent.end)])
    if token.text in BOUNDARY or token.lower_ in _PRONOUNS | {"but", "so", "because", "that", "if", "when"}:
        return token.text in {"-", "/"} and not token.whitespace_
    return token.tag_ not in {"MD", "VBZ", "VBD", "VBP", "WP", "WDT", "WRB"} and token.pos_ in _INSIDE


def verb_end(sent: Span, i: int) -> int | None:
    """The end of the verb phrase that begins at ``i``; ``None`` where no verb does."""
    if i >= sent.end:
        return None
    token = sent.doc[i]
    if i > sent.start and sent.doc[i - 1].lower_ == "to" and token.is_alpha:
        return i + 1
    if token.tag_ == "NN":
        return i + 1 if token.lower_.endswith("ing") else None
    bare = token.tag_ in {"VBD", "VBN"} and token.lower_ == token.lemma_.lower()
    return i + 1 if bare or token.tag_ in {"VB", "VBG", "VBP"} else None
