"""Messages from a JSONL file into a user's memory: good lines once, broken lines by number."""

from __future__ import annotations

import hashlib
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from rich.progress import Progress

from user_memory.api.strict_json import loads
from user_memory.graph.errors import Conflict, InvalidInput, TooLarge
from user_memory.graph.model import Receipt

if TYPE_CHECKING:
    from user_memory.graph.memory.user import User

_REFUSED = (InvalidInput, Conflict, TooLarge)


@dataclass(frozen=True, slots=True)
class Line:
    """One readable line: its number from 1, its message, its session."""

    number: int
    message: dict[str, Any]
    session: str


@dataclass(slots=True)
class Tally:
    """What became of the lines so far."""

    messages: int = 0
    broken: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)

    def count(self, receipt: Receipt, messages: int) -> None:
        self.messages += messages
        for name in ("stored", "reinforced", "superseded", "retracted", "refused", "archived"):
            self.outcomes[name] += len(getattr(receipt, name))

    def complain(self, number: int, detail: str) -> None:
        self.broken += 1
        print(f"line {number}: {detail}", file=sys.stderr)


def ingest_file(user: User, name: str, *, session: str | None, timezone: str | None, batch: int) -> int:
    """Learn from the lines of a file, or of standard input for ``-``; answers the number of broken lines.

    Raises:
        OSError: the file cannot be read.
    """
    tally = Tally()
    stem = "standard-input" if name == "-" else Path(name).name
    default = session or "ingest:" + re.sub(r"[^A-Za-z0-9._-]", "_", stem)[:100]
    with _opened(name) as stream, Progress(transient=True, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task("Reading messages", total=None)
        for group in _batches(_lines(stream, default, tally), batch):
            _send(user, group, timezone, tally)
            progress.update(task, completed=tally.messages, description=f"{tally.messages} messages")
    told = ", ".join(f"{n} {outcome}" for outcome, n in tally.outcomes.items())
    print(f"{tally.messages} messages: {told or 'nothing'}. {tally.broken} broken lines.")
    return tally.broken


@contextmanager
def _opened(name: str) -> Iterator[IO[bytes]]:
    if name == "-":
        yield sys.stdin.buffer
        return
    with Path(name).open("rb") as stream:
        yield stream


def _lines(stream: Iterable[bytes], session: str, tally: Tally) -> Iterator[Line]:
    """The readable lines. A line without an id gets one from its own bytes, so that it is the same on a rerun."""
    seen: Counter[str] = Counter()
    for number, raw in enumerate(stream, start=1):
        text = raw.removeprefix(b"\xef\xbb\xbf").strip() if number == 1 else raw.strip()
        if not text:
            continue
        digest = hashlib.sha256(text).hexdigest()[:24]
        seen[digest] += 1
        try:
            message = loads(text)
        except InvalidInput as error:
            tally.complain(number, error.detail.replace("The body", "The line").replace("line 1, ", ""))
            continue
        if not isinstance(message, dict):
            tally.complain(number, "The line is no JSON object with role and content.")
            continue
        if message.get("id") is None:
            message["id"] = f"line:{digest}:{seen[digest]}"
        own = message.pop("session_id", None)
        yield Line(number, message, own if own is not None else session)


def _batches(lines: Iterable[Line], size: int) -> Iterator[list[Line]]:
    """Runs of lines of one session, at most ``size`` long and with no id twice."""
    group: list[Line] = []
    for line in lines:
        repeated = any(line.message["id"] == other.message["id"] for other in group)
        if group and (len(group) >= size or line.session != group[0].session or repeated):
            yield group
            group = []
        group.append(line)
    if group:
        yield group


def _send(user: User, group: Sequence[Line], timezone: str | None, tally: Tally) -> None:
    """One transaction for the group; where a line is refused, each line by itself, so that the good ones are stored."""
    try:
        receipt = user.remember(
            [line.message for line in group], session_id=group[0].session, timezone=timezone
        )
    except _REFUSED as error:
        if len(group) > 1:
            for line in group:
                _send(user, [line], timezone, tally)
        else:
            tally.complain(
                group[0].number, error.detail.replace("messages[0].", "").replace("messages[0]", "The line")
            )
        return
    tally.count(receipt, len(group))
