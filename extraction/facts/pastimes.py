"""Verbs that name a pastime by themselves: "she paints", "I knit", "he drums in a band"."""

from __future__ import annotations

from collections.abc import Iterator

from spacy.tokens import Token

from user_memory.extraction.facts.drafts import Draft, ended
from user_memory.extraction.facts.frames import Frame
from user_memory.extraction.facts.phrases import activity, frequency
from user_memory.extraction.facts.subjects import subjects_of

_PASTIMES = {
    "knit": "knitting", "crochet": "crocheting", "sew": "sewing", "quilt": "quilting", "surf": "surfing",
    "kitesurf": "kitesurfing", "ski": "skiing", "snowboard": "snowboarding",
    "skate": "skating", "skateboard": "skateboarding", "boulder": "bouldering", "hike": "hiking", "garden": "gardening",
    "sketch": "sketching", "fence": "fencing", "kayak": "kayaking",
    "canoe": "canoeing", "geocache": "geocaching", "forage": "foraging", "juggle": "juggling",
    "stargaze": "stargazing", "climb": "climbing", "swim": "swimming",
    "jog": "jogging", "cycle": "cycling", "paint": "painting", "bake": "baking", "camp": "camping", "fish": "fishing",
    "blog": "blogging", "dance": "dancing", "sail": "sailing", "row": "rowing", "box": "boxing",
    "scrapbook": "scrapbooking", "crosstitch": "cross-stitch", "snorkel": "snorkelling", "meditate": "meditation",
    "whittle": "whittling", "woodwork": "woodworking", "work out": "working out", "journal": "journalling", "dj": "DJing", "birdwatch": "birdwatching",
}  # fmt: skip
_PLAYED = {"drum": "drums", "fiddle": "fiddle"}


_UNWINDING = {"unwind", "relax", "destress", "decompress", "chill", "wind", "switch", "recharge"}
_LEISURE = {"weekend", "evening", "saturday", "sunday", "holiday", "summer", "night", "friday", "winter"}


def leisure_facts(frame: Frame) -> Iterator[Draft]:
    """ "I spend my weekends restoring radios", "I unwind by doing crosswords"."""
    root = frame.root
    if root.tag_ != "VBG" or not (_spends(root) or _unwinds(root)):
        return
    people, implied = subjects_of(root.head if _spends(root) else root.head.head)
    for subject in [None] if implied else people:
        yield Draft(root, subject, "hobby", root, name=activity(root), qualifier=frequency(root.head))


def _spends(root: Token) -> bool:
    """After "spend" with free time for its object, in the present."""
    times = [c for c in root.head.children if c.dep_ in {"dobj", "npadvmod"}]
    free = any(
        t.lemma_.lower() in _LEISURE or any(c.lower_ in {"free", "spare"} for c in t.children) for t in times
    )
    once = any(c.lower_ in {"the", "last", "this", "next"} for t in times for c in t.children)
    return root.head.lemma_ == "spend" and root.head.tag_ in {"VBP", "VBZ", "VB"} and free and not once


def _unwinds(root: Token) -> bool:
    verb = root.head.head
    return root.head.lower_ in {"by", "with"} and verb.lemma_ in _UNWINDING and verb.tag_ in {"VBP", "VBZ"}


def pastime_facts(frame: Frame) -> Iterator[Draft]:
    """The pastime of a simple present: not of one occasion, and not of a thing that is done to something."""
    tense = (
        (frame.tense == "present" and not frame.progressive)
        or (frame.tense == "perfect" and frame.progressive)
        or ended(frame)
    )
    if (
        not tense
        or frame.modal
        or frame.passive
        or frame.slots.get("obj")
        or frame.root.doc[frame.root.i + 1 : frame.root.i + 3].text.lower() == "out of"
        or frame.implied
        or (frame.root.dep_ in {"xcomp", "advcl", "acl"} and not ended(frame))
    ):
        return
    predicate, name = (
        ("plays", _PLAYED[frame.verb]) if frame.verb in _PLAYED else ("hobby", _PASTIMES.get(frame.verb, ""))
    )
    if not name or (frame.root.tag_ == "VB" and not ended(frame) and frame.root.dep_ != "conj"):
        return
    often = frequency(frame.root)
    for subject in frame.subjects:
        draft = Draft(frame.root, subject, "habit" if often else predicate, None, name=name, qualifier=often)
        draft.operation = "end" if ended(frame) else "assert"
        draft.polarity = "-" if frame.negated and not ended(frame) else "+"
        yield draft
