"""The key under which a name is one entity: Unicode-safe, so that Zoë and Zoé stay two people."""

from __future__ import annotations

import re
import unicodedata

_APOSTROPHES = str.maketrans({"\u2019": "'", "\u2018": "'", "\u02bc": "'", "\u2010": "-", "\u2011": "-"})
_ARTICLE = re.compile(r"^(?:the|a|an|my|our|some) (?=\S)")
_EDGES = re.compile(r"^[^\w+#@$€£&'\U0001F000-\U0001FAFF]+|[^\w+#%)\U0001F000-\U0001FAFF]+$")


def entity_key(name: str) -> str:
    """Fold case, width, spaces, quotes, a leading article and a trailing possessive; keep accents and every script.

    Always answers a non-empty key for a non-empty name.
    """
    text = unicodedata.normalize("NFKC", name).translate(_APOSTROPHES).casefold()
    text = unicodedata.normalize("NFC", " ".join(text.split()))
    key = _ARTICLE.sub("", _EDGES.sub("", text))
    key = key.removesuffix("'s")
    return key or text or name
