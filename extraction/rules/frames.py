"""What people put before an instruction so that it is heard as one: "all I ask is that …", "remember: …", "new rule: …"."""

from __future__ import annotations

import re

_FIRM = re.compile(
    r"""^\W*(?:
    (?:and\s|so\s|but\s)?(?:all|the\s(?:one|only|main|single)\sthing|what|one\sthing)\s(?:i|we)(?:'d|\swould|\sreally|\salways|\sonly)*
        \s(?:ask|insist\son|want|need|expect|like|require)(?:\s(?:from|of|for)\syou)?(?:\s(?:in\sgeneral|from\snow\son|going\sforward|in\sfuture|most|always))?
        (?:\s(?:from|of)\syou)?(?:\sis|:|'s)(?:\sthat)?(?=\s(?:you|to|fewer|more|less|no|never|short|a\squick|plain|simple|honest)\b)
    | (?:what|all|the\s(?:one|only)\sthing)\s(?:i|we)(?:'d)?\s(?:ask|want|need|expect|like)\s(?:from|of)\syou(?:\s(?:in\sgeneral|from\snow\son|going\sforward|in\sfuture|most|always))?\s*(?:is|:)
    | (?:the\sone\sthing|one\sthing|the\sonly\sthing)\si\sinsist\son\s*:
    | it(?:'s|\sis)\s(?:very\s|really\s|so\s)?(?:important|vital|essential|crucial|my\swish)(?:\s(?:to|for)\sme)?\sthat
    | (?:can|could|would|will)\s(?:you|u)\s(?:please\s|pls\s)?(?:make\sit\sa\shabit\sto|get\sin\sthe\shabit\sof|remember\sto|always)
    | (?:please\s)?(?:make\sit\sa\shabit\sto|make\sa\shabit\sof|get\s(?:in|into)\sthe\shabit\sof)
    | (?:please\s)?do\sme\sa\sfavou?r(?:,)?\s(?:and|:)
    | (?:just\s)?(?:so\swe(?:'re|\sare)\sclear|to\sbe\sclear)
    | (?:remember|keep\sin\smind|bear\sin\smind|note)\s?(?:for\s(?:later|the\sfuture|next\stime)\s*[:,]|that(?=\si\s(?:want|like|prefer|need|'d)\b)|[:,]|to\salways)
    | (?:note|reminder)\sfor\s(?:the\sfuture|later|next\stime)\s*:
    | i(?:'ve|\shave)?\s(?:told\syou|said\s(?:it|this|so)|asked(?:\syou)?)(?:\sthis)?(?:\s(?:before|already|a\shundred\stimes|many\stimes|again\sand\sagain))?\s*[:,—-]
    | how\s(?:many\stimes|often)\s(?:must|do|have)\si\s(?:have\sto\s)?(?:say|tell|said|told)(?:\syou|\sit|\sthis)*[,:?]
    | (?:my|another|one|a|the|our|new|house)\s(?:new\s|only\s|one\s|golden\s)?(?:rule|order|instruction|request|preference|wish)(?:\sfor\syou)?(?:\sis)?\s*(?:(?<=is)(?:\sthat|\sfor)?|[:,])
    | new\srule\s*[:,] | hate\sto\snag,?\sbut | sorry\sto\snag,?\sbut
    )\s*""",
    re.I | re.X,
)
_UNWANTED = re.compile(
    r"^\W*(?:what|the\s(?:one|last)\sthing)\s(?:i|we)\s(?:don't|do\snot|never)\s(?:need|want|like)(?:\s(?:from|of)\syou)?\s(?:is|are)\s",
    re.I,
)


def frame(text: str) -> tuple[int, bool] | None:
    """(where the instruction begins, whether the frame forbids it), ``None`` without a frame."""
    found = _FIRM.match(text)
    if found is not None and found.end() < len(text.rstrip()):
        return found.end(), False
    unwanted = _UNWANTED.match(text)
    if unwanted is not None and " you" in unwanted.group():
        return unwanted.end(), True
    return None
