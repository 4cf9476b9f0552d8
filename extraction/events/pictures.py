"""Pictures that come with a message as "[image: caption]"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from user_memory.extraction.stages import Reading
from user_memory.extraction.wording import shorten

_IMAGE = re.compile(r"\[image:\s*(?P<caption>[^\]]{3,}?)\s*\]?\s*$", re.I)
_QUESTION = re.compile(r"[^.!?]*\?")
_POINTS = re.compile(
    r"\b(?:here|this|that|these|those|look|check|pics?|photos?|pictures?|see|show\w*|took|made|found|got|like|it|they)\b",
    re.I,
)
_KIND = re.compile(
    r"^(?:there (?:is|are) )?(?:an? )?(?:photo(?:graphy?|graph)?|picture|image|screenshot|close[- ]up|drawing|painting) of\b",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture at [start, end) of the text, with its caption as a noun phrase."""

    start: int
    end: int
    caption: str


def points_at(reading: Reading, picture: Picture) -> bool:
    """Whether the words before the picture speak of it, or there are none; a picture to a mere greeting or question says nothing."""
    said = _QUESTION.sub("", reading.text.text[: picture.start])
    return not said.strip() or _POINTS.search(said) is not None


def picture_in(reading: Reading) -> Picture | None:
    """The picture at the end of a message, if there is one."""
    found = _IMAGE.search(reading.text.text)
    if found is None:
        return None
    caption = re.sub(r"^(a|an) photography of\b", "a photo of", found["caption"], flags=re.I)
    if not _KIND.match(caption):
        caption = "a picture: " + caption
    return Picture(found.start(), len(reading.text.text.rstrip()), shorten(caption, 150))
