"""Who speaks to whom, as a retelling may name them."""

from __future__ import annotations

from user_memory.extraction.stages import Reading
from user_memory.extraction.wording import Voice


def among_people(reading: Reading) -> bool:
    """Whether people talk to one another here: a speaker is named, or another person takes part."""
    return reading.message.speaker is not None or any(
        m.role == "participant" for m in reading.interaction.messages
    )


def voice_of(reading: Reading) -> Voice:
    """The speaker under the name that may be kept, and the one spoken to."""
    named = reading.message.speaker is not None and "name" in reading.background.consents
    speaker = (reading.message.speaker or "user") if named else reading.speaker.name
    return Voice(speaker, _addressee(reading, speaker))


def _addressee(reading: Reading, speaker: str) -> str:
    if not among_people(reading):
        return "the assistant"
    others = {
        m.speaker for m in reading.interaction.messages if m.speaker and m.speaker != reading.message.speaker
    }
    known = set(reading.background.user_names) if reading.message.role == "participant" else set()
    names = sorted(others or known)
    if len(names) == 1 and "name" in reading.background.consents:
        return names[0]
    return "user" if reading.message.role == "participant" else "the other person"
