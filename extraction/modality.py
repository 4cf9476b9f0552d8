"""Whether words are asserted: questions, hypotheticals, wishes, reports, fiction, sarcasm and instructions are not."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy.tokens import Span, Token

from user_memory.extraction.lexicon import grammar, role_of, verb_lemma

NOT_STATED = frozenset({"question", "hypothetical", "wish", "reported", "quotation", "sarcasm"})
"""The modalities in which the speaker states nothing."""
UNASSERTED = NOT_STATED | {"instruction", "session"}
"""The same with words that are only to be followed."""
_WH = {"what", "which", "who", "whom", "whose", "where", "when", "why", "how"}
_FIRST = {"i", "we", "me", "us", "my", "our"}
_CONDITIONAL = grammar("conditional")
_REPORT = grammar("report")
_OWN_REPORT = grammar("own_report")
_FELT = {
    "love",
    "hate",
    "adore",
    "prefer",
    "loathe",
    "detest",
    "dislike",
    "despise",
    "live",
    "want",
    "hope",
    "wish",
    "fancy",
    "crave",
    "miss",
}
_WISH = {"wish", "hope", "dream"}
_HEDGES = re.compile(
    r"\b(maybe|perhaps|probably|possibly|i think|i guess|i suppose|might|(?-i:may)(?! \d)|thinking (?:about|of)|considering|not sure"
    r"|kinda want|toying with|half a mind|on the fence|leaning towards?|tempted to|most likely|i believe|i reckon|dunno)\b",
    re.I,
)
_SARCASM = re.compile(
    r"\(\s*sarcasm|\bsarcasm\s*[)!]|\b(?:i'm|i am|i was|was|that's) (?:being |just )?sarcastic\b|(?:^|\s)/s\b|\byeah,? right\b|\b(?:oh|yeah),? sure\b|(?<![\w,] )\bas if\b(?! by)|\byeah,? because\b"
    r"|\bsaid no one\b|\bjust kidding\b|\bkidding\b|(?:^|\s)jk\b|\bin my dreams\b|\bi'?m the (?:king|queen|pope"
    r"|president)\b|\boh great, because\b|🙄"
    r"|^\W*(?:oh|ah|yeah|sure|yes|right|great|lovely|wonderful|fantastic|brilliant)\W+(?:yes|yeah|sure|great|right)?\W*(?:because|cos|cuz|'cause) i\b"
    r"|\bclearly i'?m (?:a|the) (?:genius|millionaire|billionaire)\b|\bobviously (?:a|the) (?:genius|millionaire"
    r"|billionaire)\b|\bjust joking\b",
    re.I,
)
_HYPOTHESIS = re.compile(
    r"^\W*(?:(?:so|and|but|ok|well|now|like)\W+)?(?:suppose|supposing|imagine|what if|assume|assuming"
    r"|hypothetically|e\.?g\b\.?,?|for (?:example|instance),?(?= i\b| my\b| we\b)|let'?s say|say (?:i|we|he|she|they|my \w+) (?!am\b|do\b)\w+|"
    r"had (?:i|we)\b|were (?:i|we) to|should (?:i|we)\b|if only|in theory|pretend)|\bhypothetical(?:ly)?\b"
    r"|\bin (?:another|a (?:different|parallel)|my next|an alternate) (?:life|universe|world|timeline)\b|\b(?:might|may) (?:just )?as well\b",
    re.I,
)
_HEARSAY = re.compile(
    r"^\W*(?:(?:so|well|and|but|apparently)\W+)*(?:according to (?!me\b|my (?:calendar|notes|contract|passport|records?|watch|tests?|scales?))|apparently,? according to"
    r"|(?:rumou?r|legend|word|gossip) (?:has it|is|says)|(?:the )?(?:story|rumou?r) goes|allegedly|supposedly|(?:they|people|folks|some) say\b)",
    re.I,
)
"""What others say, at the head of a sentence."""
_LIKENING = re.compile(r"\b(?:like|as if|as though)\b")
_EXPLAINING = frozenset(
    "explain describe teach tell talk treat speak write show define summarise summarize pretend".split()
)
_SUPPOSED = {"case", "event", "assumption", "chance", "scenario"}
_MADE_UP = {
    "imaginary",
    "fictional",
    "fictitious",
    "hypothetical",
    "made-up",
    "pretend",
    "future",
    "would-be",
    "ideal",
    "dream",
}
_ASIDE = re.compile(
    r"^if (?:you (?:can (?:believe|credit) it|ask me|must know|like|will|know what i mean|want|need to know|care)"
    r"|i'?m (?:honest|being honest|not mistaken|allowed)|i may|i (?:do )?say so|memory serves|anything|that (?:helps|matters"
    r"|makes sense)|it (?:helps|matters)|(?:any(?:one|body)|you) (?:asks?|wonders?|(?:is|are|'re) (?:wondering|asking"
    r"|interested|curious)))\b",
    re.I,
)
_FACTIVE_QUESTION = re.compile(
    r"(?<!when )(?<!where )(?<!why )(?<!how )(?<!who )\b(?:did|have|had|do|does) (?:i|you|u) (?:ever )?(?:tell|told|mention|mentioned|say|said|know|see|remember"
    r"|realise|realize)(?: you)?(?: already)?\b",
    re.I,
)
_IMPERATIVE_LEAD = grammar("imperative_lead") | {","}


def sentence_modality(sent: Span) -> frozenset[str]:
    """What holds of a whole sentence: marked sarcasm or a hypothesis."""
    found = set()
    if _SARCASM.search(sent.text):
        found.add("sarcasm")
    if _HYPOTHESIS.search(sent.text):
        found.add("hypothetical")
    if _HEARSAY.match(sent.text):
        found.add("reported")
    return frozenset(found)


def clause_modality(root: Token, tokens: list[Token]) -> frozenset[str]:
    """The modality of one clause from its own words and from the clauses above it."""
    found = set()
    if _asks(root, tokens):
        found.add("question")
    if _conditional(root) or _unreal(root):
        found.add("hypothetical")
    if _wished(root):
        found.add("wish")
    if _reported(root):
        found.add("reported")
    if is_imperative(root) or _of_order(root):
        found.add("instruction")
    return frozenset(found)


def _of_order(root: Token) -> bool:
    """What an order is about is not done: "compare living in Leeds and living in York"."""
    subjectless = not any(c.dep_ in {"nsubj", "nsubjpass"} for c in root.children)
    return (
        root.tag_ == "VBG" and root.dep_ == "conj" and subjectless and any(map(is_imperative, root.ancestors))
    )


def _asks(root: Token, tokens: list[Token]) -> bool:
    sent = root.sent
    if _embedded_question(root):
        return True
    if "?" not in sent.text[-3:] and not any(t.text == "?" for t in tokens):
        return _inverted(root) and not _exclaims(sent)
    if _FACTIVE_QUESTION.search(sent.text) and root.dep_ in {"ccomp", "relcl"} and not _inverted(root):
        return False
    last = max(t.i for t in tokens)
    remainder = [t for t in sent if t.i > last and t.is_alpha]
    own = _declarative(root)
    return not (
        own and remainder and root.dep_ in {"ROOT", "ccomp", "conj", "parataxis"} and _asked_later(sent, last)
    )


def _asked_later(sent: Span, last: int) -> bool:
    """Whether the words after ``last`` hold the question themselves: "I'm vegan, what can I eat?"."""
    rest = [t for t in sent if t.i > last]
    return any(
        t.lower_ in _WH
        or t.tag_ in {"MD"}
        or t.lower_ in {"any", "do", "does", "is", "are", "can", "could", "so", "right"}
        for t in rest
    )


def _declarative(root: Token) -> bool:
    subject = next((c for c in root.children if c.dep_ in {"nsubj", "nsubjpass"}), None)
    return (
        subject is not None
        and subject.lower_ in _FIRST | {"he", "she", "it"} | _FIRST
        and not _inverted(root)
    )


def _inverted(root: Token) -> bool:
    """An auxiliary before its subject, or a question word in front: "do you", "where is"."""
    subject = next((c for c in root.children if c.dep_ in {"nsubj", "nsubjpass"}), None)
    aux = [c for c in root.children if c.dep_ in {"aux", "auxpass"}]
    if root.pos_ == "AUX":
        aux.append(root)
    if subject is not None and subject.lower_ in _WH and root.dep_ == "ROOT" and subject.i == root.sent.start:
        return True
    if subject is None or not aux:
        return root.dep_ == "ROOT" and root.sent[0].lower_ in _WH and _question_words(root)
    first = min(a.i for a in aux)
    return (
        first < subject.i
        and root.dep_ in {"ROOT", "conj", "ccomp", "parataxis"}
        and root.doc[first].lower_ not in {"so", "neither", "nor"}
    )


def _question_words(root: Token) -> bool:
    return any(
        t.lower_ in _WH and t.dep_ in {"advmod", "dobj", "attr", "pobj", "det", "nsubj"} and t.head == root
        for t in root.sent[:2]
    )


def _exclaims(sent: Span) -> bool:
    return sent.text.rstrip().endswith("!") and sent[0].lower_ in {"what", "how", "boy", "man", "so"}


def _embedded_question(root: Token) -> bool:
    """ "I wonder whether …", "tell me if …"."""
    if root.dep_ not in {"ccomp", "advcl"}:
        return False
    marks = {c.lower_ for c in root.children if c.dep_ in {"mark", "advmod"} and c.i < root.i}
    return bool(marks & {"whether"}) or (
        bool(marks & {"if"})
        and root.head.lemma_ in {"wonder", "ask", "know", "see", "check", "tell", "care", "mind"}
    )


def _ancestors(root: Token) -> Iterator[tuple[Token, Token]]:
    below = root
    for above in root.ancestors:
        yield below, above
        below = above


def _own_mark(root: Token) -> bool:
    return not _ASIDE.search(root.doc[root.left_edge.i : root.right_edge.i + 1].text) and any(
        c.lower_ in _CONDITIONAL
        and (c.dep_ == "mark" or (c.dep_ in {"advmod", "prep"} and c.lower_ != "like"))
        for c in root.children
    )


def _conditional(root: Token) -> bool:
    """An if-clause, what is inside one, and the main clause of one with "would"."""
    if _own_mark(root) or any(
        _own_mark(above) and below.dep_ in {"conj", "ccomp", "advcl", "relcl", "xcomp"}
        for below, above in _ancestors(root)
    ):
        return True
    if any(c.dep_ == "advcl" and _own_mark(c) for c in root.children):
        return True
    if any(c.lower_ in {"rather", "sooner"} for c in root.children):
        return False
    auxiliaries = {c.lower_ for c in root.children if c.dep_ == "aux"}
    if auxiliaries & {"would", "'d"}:
        return root.lemma_ not in {"love", "like", "prefer", "rather", "use", "appreciate", "hate", "say"}
    return False


def _unreal(root: Token) -> bool:
    """ "in case I move", "it's not that I hate dogs", "my imaginary friend works", "I nearly married": none of it is so."""
    return (
        _in_case(root)
        or _in_general(root)
        or _likened(root)
        or any(_dismissed(below, above) for below, above in _ancestors(root))
        or any(_made_up(c) for c in root.children)
        or (root.tag_ == "VBD" and any(c.lower_ in {"almost", "nearly"} for c in root.children))
    )


def _likened(root: Token) -> bool:
    """ "explain it like I'm five", "treat me as if I were a child": how it is to be done, not how it is."""
    start = root.left_edge.i
    before = root.doc[max(root.sent.start, start - 2) : start + 1].text.lower()
    return bool(_LIKENING.search(before)) and any(
        t.lemma_.lower() in _EXPLAINING for t in root.doc[root.sent.start : root.i]
    )


def _in_general(root: Token) -> bool:
    """ "living in Rome must be nice", "working there sounds awful": of somebody else's life, where the speaker is not in it."""
    above = root.head
    if root.tag_ != "VBG" or root.dep_ != "csubj" or any(t.lower_ in _FIRST for t in root.sent):
        return False
    guessed = above.lemma_ in {"sound", "seem", "look", "appear"}
    return guessed or any(c.tag_ == "MD" and c.lower_ not in {"can", "will"} for c in above.children)


def _in_case(root: Token) -> bool:
    """Inside "in case …", "on the assumption that …", however the parser hangs it."""
    if any(above.dep_ == "acl" and above.head.lower_ in _SUPPOSED for above in (root, *root.ancestors)):
        return True
    return root.dep_ == "advcl" and any(
        c.dep_ == "pobj" and c.lower_ in _SUPPOSED and c.i < root.i for p in root.children for c in p.children
    )


def _made_up(subject: Token) -> bool:
    return (
        subject.dep_ in {"nsubj", "nsubjpass"}
        and role_of(subject.lower_) is not None
        and any(m.lower_ in _MADE_UP for m in subject.children)
    )


def _dismissed(below: Token, above: Token) -> bool:
    """ "it's not that …", "not that I mind"."""
    return (
        above.lemma_ == "be"
        and below.dep_ in {"ccomp", "advcl", "acl"}
        and any(c.dep_ == "neg" for c in above.children)
        and any(c.lower_ in {"it", "that"} and c.dep_ in {"nsubj", "expl"} for c in above.children)
    )


def _wished(root: Token) -> bool:
    return any(
        above.lemma_ in _WISH and below.dep_ in {"ccomp", "xcomp", "advcl"}
        for below, above in _ancestors(root)
    )


def _reported(root: Token) -> bool:
    """Inside what someone else says, or what "they say", "apparently", "according to" report."""
    words = {t.lower_ for t in root.children if t.dep_ in {"advmod", "prep", "npadvmod"}}
    if words & {"apparently", "allegedly", "supposedly", "reportedly", "according"}:
        return True
    return any(_reports(below, above) for below, above in _ancestors(root)) or any(
        c.dep_ in {"parataxis", "ccomp"} and c.lemma_ in _REPORT and c.i > root.i and _third_person(c)
        for c in root.children
    )


def _reports(below: Token, above: Token) -> bool:
    if (
        below.dep_ in {"ccomp", "xcomp"}
        and above.lemma_ in {"tell", "inform", "assure", "lead"}
        and _passive(above)
    ):
        return True
    if above.dep_ == "pcomp" and any(
        t.lower_ in {"what", "whatever"} for t in above.doc[above.sent.start : above.i]
    ):
        return False
    if below.dep_ not in {"ccomp", "pcomp", "acl"} or above.lemma_ not in _REPORT:
        return False
    if above.lemma_ in {"ask", "wonder"} and any(t.text == "," for t in above.doc[above.i : below.i]):
        return False
    denied = above.lemma_ in {"say", "tell", "mention", "write"} and any(
        c.dep_ == "neg" for c in above.children
    )
    told = above.lemma_ == "tell" and any(c.dep_ == "auxpass" for c in above.children)
    return denied or told or _third_person(above) or above.lemma_ not in _OWN_REPORT


def _passive(verb: Token) -> bool:
    return any(c.dep_ in {"auxpass", "nsubjpass"} for c in verb.children)


def _third_person(verb: Token) -> bool:
    subject = next((c for c in verb.children if c.dep_ in {"nsubj", "nsubjpass"}), None)
    if (
        subject is None
        and verb.dep_ == "xcomp"
        and verb.head.lemma_ in {"use", "keep", "love", "like", "try"}
    ):
        return _third_person(verb.head)
    if subject is None:
        return verb.lemma_ == "hear"
    return subject.lower_ not in _FIRST


def is_imperative(root: Token) -> bool:
    """A bare verb without a subject at the head of its clause: "tell me", "please don't"."""
    if root.pos_ not in {"VERB", "AUX"} or root.tag_ not in {"VB", "VBP"} or verb_lemma(root.lemma_) in _FELT:
        return False
    if any(c.dep_ in {"nsubj", "nsubjpass", "expl", "csubj"} for c in root.children):
        return False
    if root.dep_ == "conj":
        return is_imperative(root.head)
    if root.dep_ not in {"ROOT", "ccomp", "parataxis"} or any(
        c.tag_ == "TO" or c.tag_ == "MD" for c in root.children
    ):
        return False
    before = [t for t in root.sent if t.i < root.i]
    return all(
        t.lower_ in _IMPERATIVE_LEAD
        or not t.is_alpha
        or t.dep_ in {"advmod", "neg", "intj", "aux", "prep", "pobj", "npadvmod"}
        for t in before
    )


_SUPPOSITION = re.compile(
    r"\b(?:if|unless|suppose|supposing|imagine|assuming)\b(?! (?:you ask me|i'm honest|pushed|forced|i (?:had|have) to|i (?:eat|touch|drink|have|wear)|there(?:'s| is) (?:one|any)))",
    re.I,
)


def supposes(text: str) -> bool:
    """Whether a sentence holds a real condition; "if you ask me" is none."""
    return _SUPPOSITION.search(text) is not None


def is_hedged(text: str) -> bool:
    """Whether the speaker is not sure: "maybe", "thinking about", "might"."""
    return bool(_HEDGES.search(text))
