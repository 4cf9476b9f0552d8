"""What stands before and after an instruction and is no part of it: "hey, … please"."""

from __future__ import annotations

import re

from user_memory.extraction.rules.conditions import Bounds

LEAD = re.compile(
    r"^(?:[\W_]|(?:hey|hi|hello|ok|okay|k|so|and|but|also|btw|by the way|oh|well|alright|all right"
    r"|right|fyi|one (?:more |last |other )?thing(?! at a time)|quick (?:note|one|thing)|note(?: to self)?"
    r"|reminder|heads up|please|pls|plz|kindly|um|listen|look|yeah|yes|yep|no worries|thanks"
    r"|thank you|cool|great|actually|again|seriously|honestly|preferably|ideally|and another thing"
    r"|another thing|my preference|preference|rule(?! of)|new rule|house rule|instruction|request|ta|lads|honestly|kindly"
    r"|(?:to cut a )?long story short|small request|one request|if you (?:can|could|don't mind)|when you (?:can|reply|answer"
    r"|respond)(?= please))(?=[\s,:!.;—-])|(?:remember|important|reminder)(?=\s*[:,!—-]))+",
    re.I,
)


TAIL = re.compile(
    r"(?:[\s,;:—-]+(?:please|pls|plz|thanks|thx|thank you|ok|okay|yeah|alright|will you|would you"
    r"|could you|can you|lol|haha|k|right|if (?:you can|you could|possible|that's ok"
    r"|you don't mind)|for me|though|tho|from you|i beg (?:of )?you|i'm begging you|for the love of god|for god's sake|for crying out loud|seriously|if you would|then)|,\s*(?:cheers|ta)|[\s.!?,;:—-]"
    r"""|[^\w\s.'\"()%$€£#+]+)+$""",
    re.I,
)


def trimmed(text: str, start: int, end: int) -> Bounds:
    lead = LEAD.match(text[start:end])
    if lead and lead.end() < end - start:
        start += lead.end()
    tail = TAIL.search(text[start:end])
    if tail:
        end = start + tail.start()
    while start < end and text[start] in " ,:;-—":
        start += 1
    return start, end
