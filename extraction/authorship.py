"""Whose words a message holds: from where on they are made up, quoted, handed over to be worked on, or put in a mouth."""

from __future__ import annotations

import re

_FICTION = re.compile(
    r"\b(role[- ]?play(?! games?)|pretend (?:that|you|to|i|we)|let'?s (?:say|imagine|pretend)|act as (?:a|an|if)|(?:act|behave) like (?:you|a|an|i)|pretend to be|acting as"
    r"|play the (?:part|role)|in character"
    r"|(?:in|from) (?:the|my|a|this|his|her|your) (?:novel|story|book|film|movie|game|dream|play|poem|song|script"
    r"|show|chapter|episode|fanfic|campaign)|(?:in|for) (?:the|my|a|this|our|your) (?:scene|sketch|skit|scenario|role[- ]?play|cover letter"
    r"|interview answer|improv|monologue|personal statement)"
    r"|for (?:the sake of argument|argument'?s sake)|play(?:ing)? devil'?s advocate|two truths and a lie|you be \w+(?=[,;])|(?:you(?:'re| are|'ll be)) \w+ and (?:i'm|i am|i'll be) \w+(?= ?:)"
    r"|(?:from|in|on) (?:a|the|my|this) (?:worksheet|word problem|textbook|quiz|exam paper|exercise)|(?:start|begin|open|end)(?:s|ing|ning)? (?:it )?with(?= ?:)"
    r"|once upon a time|repeat after me|(?:picture|imagine) this|(?:finish|complete|continue) (?:this|the|my) (?:limerick|sentence|poem|story|lyrics?|joke|verse|line|rhyme|quote)|as the (?:saying|song|line|lyric|poem|proverb|joke|phrase)s? (?:goes|go|says?|has it)"
    r"|(?:walks?|walked|goes|go) into a bar|knock[,!]? knock"
    r"|(?:the|this|that) (?:line|phrase|saying|lyrics?|sentence|expression|slogan|motto|proverb|verse) (?=(?:i|i'm|i've|my|we)\b)"
    r"|(?:the|my|a) (?:narrator|protagonist|character|hero|heroine|villain)|(?:song )?lyrics?(?=\s*:|(?: (?:go|goes|are|say|says|read|reads|like|this))+\s*[:,])|these lyrics|(?:in|from|of) (?:the|my|a|this|his|her) screenplay"
    r"|(?:where|in which) (?:she|he|they) (?:sings?|raps?|hums?)(?: that| like|,)?[ :\"“']+(?=(?:i|i'm|i've|i'd|i'll|my|we|we've|we're)\b)"
    r"|(?:song|film|movie|book|poem|novel|chorus|track|tune|hymn|musical)s? (?:that |which )?(?:goes|says?|sings?|(?:opens?|starts?|begins?|ends?) with)(?: like|,)?[ :\"“']+(?=(?:i|i'm|i've|i'd|i'll|my|we|we've|we're)\b)"
    r"|fan ?fic(?:tion)?|(?:this|following) dialogue|dialogue:|example (?:sentence|text|user)"
    r"|(?:write|tell|compose|draft|make up|generate|continue|create|invent)\b[^.:\n]{0,60}\b(?:story|stories|poem"
    r"|song|scene|dialogue|script|sketch|limerick|haiku|essay"
    r"|letter|email|bio|biography|persona|profile|tale|monologue|speech|paragraph|sentence|cover letter|post|tweet"
    r"|ad|advert|blurb|joke|review|character|text|message|in the first person))\b",
    re.I,
)
_HANDED_OVER = re.compile(
    r"\b((?:turn|put|change|make|transform) (?:this |it |that |these )?into|translate|translation|proof-?read|summari[sz]e|paraphrase|rewrite|rephrase|reword|correct (?:this|the|my)"
    r"|edit (?:this|the|my)|fix (?:this|the|my)"
    r"|shorten|expand|convert|label|classify|categori[sz]e|tag|annotate|anonymi[sz]e|redact|extract|tidy|clean up|analy[sz]e|parse|explain|improve|polish|check (?:this|the|my)|here(?:'?s| is| are) (?:the|a|an|my"
    r"|what)|following|quote|reads?|says?|goes|wrote|said|titled"
    r"|how (?:do|would) (?:you|i|one) say|what does|meaning of|(?:test|sample|example) (?:sentence|data|text"
    r"|input)|traduc\w+|traduis\w*|übersetz\w*|corrig\w+|korrigier\w*|resum(?:e est[eoa]|ir|en)|résum\w+|fass\w* zusammen)\b[^.\n]{0,80}?(?::|—|-{2}|\n)",
    re.I,
)
_OPENED = re.compile(
    r"^\W*(?:dear (?:sirs?|madam|mr|mrs|ms|dr|team|hiring|professor|customer|editor|diary|recruiter|colleagues)\b|(?:the|this) user(?:['’]s)? (?:name|is|has|lives|works|likes|loves|hates|wants|owns)\b"
    r"|\d(?:/5)? stars?\b|\[?(?:verse|chorus|bridge|refrain|outro)(?: \d| so far)?[\]:]|(?:an? )?(?:review|ticket(?: #?\w+)?|patient reports?|input|q|example|(?:sample|example) input)\s?:\s"
    r"|\*\w+s [\w'-]+(?: [\w'-]+)* ?\*|why did (?:i|my \w+)\b[^?\n]+\?\s*because\b"
    r"|(?:is|are) (?:this|these|the following)(?: \w+){0,3} (?:right|correct|okay|ok|grammatical|natural)\s?:)",
    re.I,
)
"""Openings of letters, reviews, songs, records and examples."""
_DOCUMENT = re.compile(
    r"\b(?:the|this|that|an?) (?:pdf|page|document|doc|file|website|site|web ?page|e-?mail|readme|article|text|note|comment|transcript|attachment|ticket)"
    r" (?:contains?|states?|includes?|mentions?|claims?|tells?|instructs?|asks?|says?|reads?)\b[^.\n]{0,60}?:",
    re.I,
)
_DASHED = re.compile(
    r"^\W*(?:please |pls |can you |could you )?(?:translate|paraphrase|rewrite|rephrase|reword|proof-?read|summari[sz]e"
    r"|shorten)\b[^.\n]{0,60}?\s[-–]\s",
    re.I,
)
_LABELLED = re.compile(
    r"(?:^|[.!?\n]\s*)\W*(?:(?:my|a|the|new|possible|draft|first|one|fake|customer|user|buyer|interview|commit|tweet|caption|slogan|email|e-mail|blog|story|post|joke|song|poem|speech"
    r"|dating|cover|tinder|hinge|linkedin|instagram|insta|status|sample|test|example)\s){0,3}"
    r"(?:commit message|tweet|caption|dating profile|tinder bio|hinge prompt|cover letter|interview answer|slogan|headline|tagline|joke|riddle|limerick"
    r"|monologue|toast|draft|persona|screenplay|script|lyrics|quote of the day|motto|(?:tweet|caption|slogan|post|story|joke|poem|song|speech|blog|e-?mail) (?:idea|draft|text|opening|intro)"
    r"|opening line|first line|pr description|changelog|release note)\s?:\s",
    re.I,
)
_POINTED_AT = re.compile(
    r"^\W*(?:(?:please|pls|hey|hi|hello)\W+)?(?:(?:can|could|would|will) you (?:please )?)?(?:polish|proof-?read|correct|rewrite|rephrase|reword|shorten|translate|summari[sz]e|edit"
    r"|paraphrase|spell-?check)\s(?:up )?(?:this|that|the following|these|it)(?: (?:for me|please|pls|text|sentences?|paragraph|bio|email|message|into \w+|to \w+))*\s?[?.!\n]+\s*(?=\S)",
    re.I,
)
_HEADER = re.compile(
    r"^\s*(?:system|assistant|developer|tool|user|human|customer|client|patient|narrator|interviewer|note to (?:the )?(?:ai|assistant|model))\s*:",
    re.I,
)

_SPOKEN = re.compile(
    r", (?:moans?|cries|cried|shouts?|shouted|yells?|yelled|sighs?|sighed|quips?|whispers?|exclaims?|mutters?|says?|said) (?:the|an?) \w+",
    re.I,
)
"""What somebody said is before it."""
_SUM = re.compile(
    r"\b(?:each|every|both|twice|altogether|in total)\b.*\bhow (?:many|much|far|fast|long|old)\b[^?]*\?|\bproblem \d",
    re.I | re.S,
)
"""A sum to work out in words."""
_OWN = re.compile(r"\b(?:i|i'm|i've|i'd|me|my|mine|we|our|us)\b", re.I)


def fiction_from(text: str) -> int | None:
    """Offset in ``text`` after which its words are someone else's or made up, ``None`` when they are the speaker's own."""
    if _HEADER.match(text) or _SPOKEN.search(text) or (_SUM.search(text) and not _OWN.search(text)):
        return 0
    starts = [
        m.start() for pattern in (_FICTION, _OPENED, _DOCUMENT, _LABELLED) for m in pattern.finditer(text)
    ] + [m.end() for m in _HANDED_OVER.finditer(text) if m.group().rstrip().endswith((":", "—", "--"))]
    starts += [m.end() for pattern in (_DASHED, _POINTED_AT) for m in pattern.finditer(text)]
    return min(starts, default=None)
