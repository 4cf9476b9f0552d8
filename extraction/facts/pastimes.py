"""Verbs that name a pastime by themselves: "she paints", "I knit", "he drums in a band"."""

from __future__ import annotations

from collections.abc import Iterator

from user_memory.extraction.facts.drafts import Draft, ended
from user_memory.extraction.facts.frames import Frame
from user_memory.extraction.facts.phrases import frequency

_PASTIMES = {
    "knit": "knitting", "crochet": "crocheting", "sew": "sewing", "quilt": "quilting", "surf": "surfing",
    "kitesurf": "kitesurfing", "ski": "skiing", "snowboard": "snowboarding",
    "skate": "skating", "skateboard": "skateboarding", "boulder": "bouldering", "hike": "hiking", "garden": "gardening",
    "sketch": "sketching", "fence": "fencing", "kayak": "kayaking",
    "canoe": "canoeing", "geocache": "geocaching", "forage": "foraging", "juggle": "juggling", "birdwatch": "birdwatching",
    "stargaze": "stargazing", "climb": "climbing", "swim": "swimming",
    "jog": "jogging", "cycle": "cycling", "paint": "painting", "bake": "baking", "camp": "camping", "fish": "fishing",
    "blog": "blogging", "dance": "dancing", "sail": "sailing", "row": "rowing", "box": "boxing",
    "scrapbook": "scrapbooking", "crosstitch": "cross-stitch", "snorkel": "snorkelling", "meditate": "meditation",
    "whittle": "whittling", "woodwork": "woodworking",
}  # fmt: skip
_PLAYED = {"drum": "drums", "fiddle": "fiddle"}


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
