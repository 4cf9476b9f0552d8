"""Joining what is told to what explains it, so that every memory can be understood alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from spacy.tokens import Token

from user_memory.extraction.events.antecedents import is_explained_before, stands_in
from user_memory.extraction.events.details import Told, append
from user_memory.extraction.events.pictures import Picture
from user_memory.extraction.events.pointing import NEUTER, is_time, shown
from user_memory.extraction.stages import Reading
from user_memory.graph.candidates import EventCandidate
from user_memory.graph.model import CONTENT_LIMIT


def linked(told: Iterable[Told], reading: Reading) -> list[Told]:
    """What was told, that about "it" or "they" joined to what stands before it, said with its name, or left out."""
    kept: list[Told] = []
    for one in told:
        joined = _joined(kept[-1], one, reading) if kept and one.leans else None
        if joined is not None:
            kept[-1] = joined
        elif not one.leans:
            kept.append(one)
        elif one.alone is not None:
            kept.append(standing(one))
        elif one.bare is not None:
            kept.append(one.bare)
    return kept


def standing(told: Told) -> Told:
    """What is told with the names of what its words point at."""
    assert told.alone is not None
    return replace(told, event=replace(told.event, content=told.alone), open=(), alone=None, leans=False)


def _joined(last: Told, told: Told, reading: Reading) -> Told | None:
    content = f"{last.event.content}; {told.event.content}"
    if (
        len(content) > CONTENT_LIMIT
        or _apart(last, told)
        or not _is_explained(told, last, reading)
        or not _is_next(last, told, reading)
    ):
        return None
    dated = told if told.unit.time is not None else last
    unit = replace(told.unit, tokens=(*last.unit.tokens, *told.unit.tokens), time=dated.unit.time)
    involves = tuple(dict.fromkeys([*last.event.involves, *told.event.involves]))
    span = reading.span(last.unit.start, told.unit.end)
    return Told(unit, replace(dated.event, content=content, span=span, involves=involves))


def _apart(last: Told, told: Told) -> bool:
    """Whether the two happened at different times, of which one memory holds only one."""
    first, second = last.unit.time, told.unit.time
    return first is not None and second is not None and first.from_ != second.from_


def _is_next(last: Told, told: Told, reading: Reading) -> bool:
    """Whether the words stand in the sentence right after the last told, or in the same."""
    between = reading.text.text[last.unit.end : told.unit.start]
    return told.unit.sent.start <= last.unit.sent.end and sum(c in ".!?" for c in between) <= 1


def _is_explained(told: Told, last: Told, reading: Reading) -> bool:
    """Whether what was told before names what the words point at; "it" may mean the whole of it where it comes next."""
    return all(_is_named(t, last, _is_next(last, told, reading)) for t in told.open)


def _is_named(token: Token, last: Told, follows: bool) -> bool:
    if token.lower_ in NEUTER or token.dep_ == "det":
        return follows
    return stands_in(token, last.unit.tokens)


def enriched(told: Sequence[Told], details: Iterable[Told], reading: Reading) -> list[Told]:
    """Each detail joined to the last event told before it, else to the first after it, where it can be understood there."""
    found = list(told)
    for detail in details:
        before = [n for n, t in enumerate(found) if t.unit.start < detail.unit.start]
        at = before[-1] if before else 0
        fitting = _fitted(detail, found[at] if before else None, reading) if found else None
        joined = append(found[at], fitting, reading) if fitting is not None else None
        if joined is not None:
            found[at] = joined
    return found


def _fitted(detail: Told, last: Told | None, reading: Reading) -> Told | None:
    if not detail.leans or (last is not None and _is_explained(detail, last, reading)):
        return detail
    return standing(detail) if detail.alone is not None else None


def beside_picture(details: Iterable[Told]) -> list[Told]:
    """What can be told beside a picture: what stands alone, and what points at nothing said, so that the picture is meant."""
    kept = []
    for one in details:
        if all(t in shown(one.open) and not is_explained_before(t) for t in one.open):
            kept.append(one)
        elif one.alone is not None:
            kept.append(standing(one))
    return kept


def shows(told: Told) -> bool:
    """Whether an undated telling points at the picture beside it, so that it is told with that alone: "I knitted this scarf"."""
    pointing = any(
        t.lower_ in {"this", "these"} and t.dep_ == "det" and not is_time(t.head) for t in told.unit.tokens
    )
    return pointing and told.event.occurred_from is None


def shared(picture: Picture, told: Sequence[Told], speaker: str, reading: Reading) -> EventCandidate:
    """The picture, with as much of what was said beside it as one memory holds, the nearest first, in the order of the words."""
    content, start = f"{speaker} shared {picture.caption}"[:CONTENT_LIMIT], picture.start
    chosen: list[str] = []
    room = CONTENT_LIMIT - len(content)
    for one in reversed(told):
        if len(one.event.content) + 2 <= room:
            room -= len(one.event.content) + 2
            chosen.insert(0, one.event.content)
            start = min(start, one.unit.start)
    return EventCandidate(
        content="; ".join([content, *chosen]),
        span=reading.span(start, picture.end),
        involves=(reading.speaker,),
        importance=4.0,
    )
