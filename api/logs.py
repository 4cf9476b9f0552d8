"""Logs as one JSON object per line: events, codes and counts, no memory text, no user id, no query string."""

from __future__ import annotations

import logging
import os
import sys
import traceback
from collections.abc import MutableMapping
from typing import Any, TextIO, cast

import structlog

_LEVELS = {"debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}
_FRAMES = 12


def configure_logs(level: str = "info", stream: TextIO | None = None) -> None:
    """Write structured logs of at least ``level`` to ``stream`` (standard error by default)."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            _name_process,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(_LEVELS[level]),
        logger_factory=structlog.WriteLoggerFactory(stream or cast(TextIO, _StandardError())),
        cache_logger_on_first_use=False,
    )
    libraries = logging.getLogger()
    libraries.handlers = [_LibraryHandler(logging.WARNING)]


def _name_process(log: object, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Which of several workers says it."""
    event["process"] = os.getpid()
    return event


class _StandardError:
    """Standard error as it is when a line is written, whatever it was when logging was set up."""

    def write(self, text: str) -> int:
        return sys.stderr.write(text)

    def flush(self) -> None:
        sys.stderr.flush()


class _LibraryHandler(logging.Handler):
    """Tells that a library warned, and where; its message may quote a statement's values and is dropped."""

    def emit(self, record: logging.LogRecord) -> None:
        where = f"{record.filename}:{record.lineno}"
        logger().warning(
            "library_warning", library=record.name, where=where, severity=record.levelname.lower()
        )


def logger() -> Any:
    """The logger of the service."""
    return structlog.get_logger("user_memory")


def outline(error: BaseException) -> dict[str, object]:
    """Where an unexpected error arose, without its message, which may hold what a user said."""
    frames = traceback.extract_tb(error.__traceback__)[-_FRAMES:]
    return {
        "error": type(error).__qualname__,
        "frames": [f"{frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}" for frame in frames],
    }
