"""An instruction that was found in a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from user_memory.extraction.rules.conditions import Bounds
from user_memory.graph.model import Polarity


@dataclass(frozen=True, slots=True)
class Wish:
    """An instruction found in a sentence; bounds count characters of that sentence."""

    kind: Literal["rule", "session"]
    instruction: Bounds
    condition: Bounds | None
    polarity: Polarity
    base: bool
    confidence: float
