"""The shape of an order found in a text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from user_memory.graph.model import Polarity

Form = Literal[
    "order",
    "negative",
    "request",
    "favour",
    "wish",
    "phrase",
    "let's",
    "duty",
    "statement",
    "complaint",
    "praise",
    "leave",
    "told",
    "role",
    "banned",
]


@dataclass(frozen=True, slots=True)
class Order:
    """An order within a text: its bounds, its form and whether it asks for something or forbids it."""

    start: int
    end: int
    form: Form
    polarity: Polarity
    base: bool = True
    """Whether the words start with the bare verb or noun phrase; otherwise the verb has another form ("you double-checked")."""
