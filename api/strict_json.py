"""JSON that every program reads the same: UTF-8, finite numbers, whole characters, moderate depth."""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

from user_memory.graph.errors import InvalidInput

DEPTH = 32
"""Deepest nesting of arrays and objects."""
_ESCAPED_SURROGATE = re.compile(rb"\\[uU][dD][89a-fA-F]")


def loads(body: bytes) -> Any:
    """The value of a JSON text.

    Raises:
        InvalidInput: it is not UTF-8 or not JSON, holds NaN, infinity or a lone surrogate, names a field
            twice, or is nested deeper than ``DEPTH``.
    """
    try:
        value = json.loads(
            body.decode("utf-8"),
            parse_constant=_refuse_constant,
            parse_float=_finite,
            object_pairs_hook=_without_repeats,
        )
    except UnicodeDecodeError as error:
        raise InvalidInput(
            f"The body is not UTF-8: byte {error.start} fits no character.", where="body"
        ) from None
    except json.JSONDecodeError as error:
        raise InvalidInput(
            f"The body is not JSON: line {error.lineno}, column {error.colno}: {error.msg}.", where="body"
        ) from None
    except RecursionError:
        raise _too_deep() from None
    except ValueError:
        raise InvalidInput("The body holds a number that is too long.", where="body") from None
    _check_depth(value)
    if _ESCAPED_SURROGATE.search(body):
        _check_characters(value)
    return value


def _too_deep() -> InvalidInput:
    return InvalidInput(f"The body is nested deeper than {DEPTH} levels.", where="body")


def _refuse_constant(name: str) -> NoReturn:
    raise InvalidInput(f"The body holds {name}, which is no JSON number.", where="body")


def _finite(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise InvalidInput("The body holds a number that is out of range.", where="body")
    return value


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise InvalidInput("The body holds an object that names one field twice.", where="body")
    return value


def _check_depth(value: Any) -> None:
    level = [value]
    for _ in range(DEPTH + 1):
        level = [
            c
            for v in level
            if isinstance(v, (dict, list))
            for c in (v.values() if isinstance(v, dict) else v)
        ]
        if not level:
            return
    raise _too_deep()


def _check_characters(value: Any) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        raise InvalidInput("The body holds a lone surrogate; send valid Unicode.", where="body") from None
