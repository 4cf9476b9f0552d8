"""How long each stage of extraction takes."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import quantiles
from typing import Any

from user_memory.bench.inputs import read_lines
from user_memory.extraction.clauses import read_clauses
from user_memory.extraction.dates import find_times
from user_memory.extraction.language import language_of
from user_memory.extraction.nlp import DEFAULT_PIPELINE, pipeline
from user_memory.extraction.normalise import clean, repair
from user_memory.extraction.personal import find_personal
from user_memory.extraction.pipeline import Pipeline
from user_memory.extraction.secrets import find_secrets
from user_memory.extraction.segments import quotations, set_aside
from user_memory.extraction.tenses import tenses
from user_memory.graph.candidates import Background
from user_memory.graph.errors import InvalidInput
from user_memory.graph.model import Interaction, Message
from user_memory.settings import Settings

_AT = datetime(2026, 3, 10, 9, 30, tzinfo=UTC)
_BATCH = 50


class _Watch:
    """Sums the time spent under each name."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)

    def __call__(self, name: str, work: Callable[..., Any], *given: Any) -> Any:
        started = time.perf_counter()
        result = work(*given)
        self.seconds[name] += time.perf_counter() - started
        return result


def run_stages(cases: Path, settings: Settings) -> list[str]:
    """The profile of the stages over the users' messages of a gold set, with throughput and latency, in lines for people.

    Raises:
        InvalidInput: there is no message.
    """
    messages = [Message(f"m{i}", "user", text, _AT) for i, text in enumerate(_texts(read_lines(cases)))]
    if not messages:
        raise InvalidInput(f"{cases}: there is no user's message.")
    extractor = Pipeline(settings.spacy_model or DEFAULT_PIPELINE)
    extractor.extract(Interaction("warm", tuple(messages)), Background())
    return [*_throughput(extractor, messages), *_profile(extractor, messages)]


def _texts(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    return [m["content"] for row in rows for m in row.get("messages", ()) if m.get("role") == "user"]


def _throughput(extractor: Pipeline, messages: Sequence[Message]) -> list[str]:
    started = time.perf_counter()
    for first in range(0, len(messages), _BATCH):
        extractor.extract(Interaction("batch", tuple(messages[first : first + _BATCH])), Background())
    batched = time.perf_counter() - started
    single = []
    for message in messages:
        started = time.perf_counter()
        extractor.extract(Interaction("single", (message,)), Background())
        single.append(1000 * (time.perf_counter() - started))
    cuts = quantiles(single, n=20)
    return [
        f"{len(messages)} messages, in batches of {_BATCH}: {len(messages) / batched:.0f} messages/s",
        f"one by one: p50 {cuts[9]:.1f} ms, p95 {cuts[18]:.1f} ms",
    ]


def _profile(extractor: Pipeline, messages: Sequence[Message]) -> list[str]:
    watch = _Watch()
    started = time.perf_counter()
    read = watch(
        "reading, all stages", extractor.reader.read, Interaction("s", tuple(messages)), Background()
    )
    watch("producers and policy", extractor.judged, read, Background())
    total = time.perf_counter() - started
    for message in messages:
        _gates(watch, message)
    nlp = pipeline(extractor.model)
    watch("  parse", lambda: list(nlp.pipe([r.text.text for r in read.readings], batch_size=64)))
    for reading in read.readings:
        clauses = watch("  clauses", read_clauses, reading.doc, reading.text, reading.speaker)
        watch("  times", find_times, reading.text.text, reading.message.at, UTC, tenses(clauses))
        watch("  personal data", find_personal, reading.doc, reading.times, frozenset())
    return [
        f"{name:<22} {1000 * s / len(messages):7.2f} ms/message {100 * s / total:5.1f} %"
        for name, s in watch.seconds.items()
    ]


def _gates(watch: _Watch, message: Message) -> None:
    text = watch("  normalise", clean, message.content)
    watch("  secrets", find_secrets, text.text)
    watch("  segments", lambda: (set_aside(text.text), quotations(text.text)))
    watch("  language", language_of, text.text)
    watch("  repair", repair, text)
