"""The reference tables of the documentation, as the code has them: settings, commands, HTTP operations.

``python -m tests.docs.reference`` writes them into the pages; a test compares.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import Any, cast, get_args

import typer
from fastapi.openapi.utils import get_openapi
from pydantic.fields import FieldInfo

from tests.docs.markdown import ROOT
from user_memory.api.app import create_app
from user_memory.cli.commands import app as commands
from user_memory.graph.memory.service import MemoryService
from user_memory.graph.retrieval.gate import Gate
from user_memory.graph.retrieval.profiles import PROFILES, Part
from user_memory.settings import PREFIX, Settings, load_settings

BEGIN, END = "<!-- generated: begin -->", "<!-- generated: end -->"


def settings() -> str:
    """One row per setting."""
    rows = [_setting(name, field) for name, field in Settings.model_fields.items()]
    return _table(("variable", "default", "takes", "meaning"), rows)


def variable(name: str) -> str:
    """The environment variable of a setting."""
    return name.upper() if name.startswith("neo4j_") else PREFIX + name.upper()


def _setting(name: str, field: FieldInfo) -> tuple[str, ...]:
    default = "unset" if field.default is None else f"`{field.default}`"
    return f"`{variable(name)}`", default, _takes(field.annotation), field.description or _NEO4J[name]


_NEO4J = {
    "neo4j_uri": "address of a Neo4j server, as in `neo4j://localhost:7687`; chooses Neo4j when set",
    "neo4j_username": "user of that server",
    "neo4j_password": "password of that server; unset: it is asked without credentials",
    "neo4j_database": "database on that server; unset: its default",
}


def _takes(annotation: Any) -> str:
    kinds = [a for a in get_args(annotation) or (annotation,) if a is not type(None)]
    words = [w for kind in kinds for w in (get_args(kind) or (kind,))]
    return ", ".join(f"`{w}`" if isinstance(w, str) else _KINDS.get(w.__name__, "text") for w in words)


_KINDS = {"int": "whole number", "float": "number", "Path": "folder"}


def command_line() -> str:
    """One section per command, with its arguments and options."""
    leaves = commands_below("user-memory", typer.main.get_command(commands))
    return "\n\n".join(_command(name, command) for name, command in leaves)


def commands_below(name: str, command: Any) -> Iterator[tuple[str, Any]]:
    """Every command that does something, with its full name; groups have ``commands``."""
    if not hasattr(command, "commands"):
        yield name, command
        return
    for sub in command.commands.values():
        yield from commands_below(f"{name} {sub.name}", sub)


def _command(name: str, command: Any) -> str:
    arguments = [p for p in command.params if p.param_type_name == "argument"]
    options = [p for p in command.params if p.param_type_name == "option"]
    usage = " ".join(
        [name, *(_argument(a) for a in arguments), *(_required(o) for o in options if o.required)]
    )
    rows = [(f"`{(a.name or '').upper()}`", _help(a)) for a in arguments]
    rows += [(f"`{', '.join([*o.opts, *o.secondary_opts])}`", _help(o)) for o in options]
    return f"### `{usage}`\n\n{' '.join((command.help or '').split())}\n\n{_table(('argument or option', 'meaning'), rows)}"


def _argument(parameter: Any) -> str:
    name = (parameter.name or "").upper()
    return name if parameter.required else f"[{name}]"


def _required(option: Any) -> str:
    return f"{option.opts[0]} {(option.name or '').upper()}"


def _help(parameter: Any) -> str:
    told = str(getattr(parameter, "help", None) or "").strip()
    default = parameter.default
    shown = (
        default not in (None, False, "") and isinstance(default, str | int | float) and not callable(default)
    )
    return f"{told} Default: `{default}`." if shown else told


def openapi() -> dict[str, Any]:
    """The API description of the service."""
    app = create_app(cast(MemoryService, None), load_settings())
    return get_openapi(title=app.title, version=app.version, routes=app.routes)


def operations(schema: Mapping[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Method, path and description of each operation."""
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            yield method.upper(), path, operation


def http() -> str:
    """A table of all operations, then what each one takes."""
    schema = openapi()
    rows, details = [], []
    for method, path, operation in operations(schema):
        name = operation["operationId"]
        answers = ", ".join(sorted(operation["responses"].keys() - _EVERYWHERE))
        told = " ".join(operation.get("description", operation.get("summary", "")).split())
        rows.append((f"`{name}`", f"`{method} {path}`", told, answers))
        fields = [*_parameters(operation, schema), *_body(operation, schema)]
        if fields:
            details.append(
                f"### `{name}`\n\n{_table(('field', 'in', 'takes', 'default', 'meaning'), fields)}"
            )
    return "\n\n".join(
        [_table(("operation", "call", "does", "answers"), rows), "## What the calls take", *details]
    )


_EVERYWHERE = frozenset({"401", "403", "422", "500", "503"})


def _parameters(operation: Mapping[str, Any], schema: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    for parameter in operation.get("parameters", ()):
        if parameter["in"] != "path":
            about = parameter["schema"]
            told = parameter.get("description", about.get("description", ""))
            yield _field(
                parameter["name"], parameter["in"], about, parameter.get("required", False), told, schema
            )


def _body(operation: Mapping[str, Any], schema: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    if content is not None:
        yield from _fields("", _followed(content, schema), schema)


def _fields(prefix: str, about: Mapping[str, Any], schema: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    required = set(about.get("required", ()))
    for name, field in about.get("properties", {}).items():
        yield _field(prefix + name, "body", field, name in required, field.get("description", ""), schema)
        for inner in _objects(field, schema):
            mark = "[]." if _is_list(field) else "."
            yield from _fields(prefix + name + mark, inner, schema)


def _objects(field: Mapping[str, Any], schema: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    for part in field.get("anyOf", [field]):
        whole = _followed(part.get("items", part), schema)
        if "properties" in whole:
            yield whole


def _is_list(field: Mapping[str, Any]) -> bool:
    return any("items" in part for part in field.get("anyOf", [field]))


def _followed(about: Mapping[str, Any], schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """The schema behind a reference, or the first that is not null."""
    if "anyOf" in about:
        about = next(part for part in about["anyOf"] if part.get("type") != "null")
    if "$ref" in about:
        return cast(Mapping[str, Any], schema["components"]["schemas"][about["$ref"].rsplit("/", 1)[1]])
    return about


def _field(
    name: str, where: str, about: Mapping[str, Any], required: bool, told: str, schema: Mapping[str, Any]
) -> tuple[str, ...]:
    default = "required" if required else f"`{_literal(about['default'])}`" if _says(about) else ""
    return f"`{name}`", where, _type(about, schema), default, " ".join(told.split())


def _says(about: Mapping[str, Any]) -> bool:
    return about.get("default") not in (None, [], ())


def _literal(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _type(about: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    parts = [p for p in about.get("anyOf", [about]) if p.get("type") != "null"]
    return " or ".join(dict.fromkeys(_one_type(part, schema) for part in parts))


def _one_type(about: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    if "enum" in about:
        return ", ".join(f"`{value}`" for value in about["enum"])
    if "const" in about:
        return f"`{about['const']}`"
    if about.get("type") == "array":
        return f"list of {_type(about.get('items', {}), schema)}"
    followed = _followed(about, schema)
    word = _WORDS.get(str(followed.get("type")), "object")
    low, high = followed.get("minimum"), followed.get("maximum")
    return f"{word} {low:g}–{high:g}" if low is not None and high is not None else word


_WORDS = {"string": "text", "integer": "whole number", "number": "number", "boolean": "true or false"}


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in lines)


def ranking() -> str:
    """Weights, thresholds and constants of retrieval."""
    parts = list(dict.fromkeys(part for p in PROFILES.values() for part in (*p.weights, *p.without_query)))
    weights = [(f"`{part}`", *(_number(p.weights.get(part)) for p in PROFILES.values())) for part in parts]
    bare = [
        (f"`{part}`, without a query", *(_number(p.without_query.get(part)) for p in PROFILES.values()))
        for part in _BARE
    ]
    limits = [
        ("threshold of the gate", *(_number(p.threshold) for p in PROFILES.values())),
        ("weights of the gate", *(_gate(p.gate) for p in PROFILES.values())),
        ("breadth of the cut", *(_number(p.breadth) for p in PROFILES.values())),
    ]
    constants = [
        (told, f"`{name}` in `graph/{module.replace('.', '/')}.py`", _number(_constant(module, name)))
        for told, module, name in _CONSTANTS
    ]
    by_profile = _table(("weight", *(f"`{name}`" for name in PROFILES)), [*weights, *bare, *limits])
    return f"{by_profile}\n\n{_table(('constant', 'where', 'value'), constants)}"


_BARE: tuple[Part, ...] = ("recency", "importance")
_CONSTANTS = (
    ("weight of `cross_encoder`", "retrieval.rerank", "WEIGHT"),
    ("candidates that the cross-encoder reads", "retrieval.rerank", "CANDIDATES"),
    ("what it adds to the breadth of the cut", "retrieval.rerank", "BREADTH"),
    ("its best reading that says nothing to the gate", "retrieval.gate", "EVEN"),
    ("strength that a reading of 0 allows at most", "retrieval.gate", "UNREAD"),
    ("what each more of the reading allows", "retrieval.gate", "TRUSTED"),
    ("BM25: saturation", "retrieval.bm25", "K1"),
    ("BM25: length", "retrieval.bm25", "B"),
    ("cosine that counts as unrelated", "retrieval.signals", "UNRELATED"),
    ("cosine that counts as the same", "retrieval.signals", "THE_SAME"),
    ("what is left of an activation one step on", "retrieval.activation", "STEP"),
    ("messages that tell a session's relevance", "retrieval.conversation", "STRONGEST"),
    ("said in the time asked for, beside happened in it", "retrieval.when", "SAID"),
    ("cosine of near-duplicates", "retrieval.duplicates", "ALIKE"),
    ("share of stems of near-duplicates, without vectors", "retrieval.duplicates", "SHARED"),
    ("likeness from which a rule's condition is met", "retrieval.rules", "FITS"),
    ("rules in one context at most", "retrieval.rules", "MOST"),
    ("effective importance below which a memory is stale", "decay", "STALE"),
    ("code points of a query that are read", "retrieval.words", "TEXT_LIMIT"),
)


def _constant(module: str, name: str) -> float:
    value: float = getattr(import_module(f"user_memory.graph.{module}"), name)
    return value


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:,g}" if value < 1000 else f"{value:,.0f}"


def _gate(gate: Gate | None) -> str:
    return (
        "" if gate is None else ", ".join(f"{name} {_number(value)}" for name, value in asdict(gate).items())
    )


PAGES: Mapping[str, Callable[[], str]] = {
    "docs/retrieval.md": ranking,
    "docs/settings.md": settings,
    "docs/cli.md": command_line,
    "docs/http-api.md": http,
}


def part(text: str) -> str:
    """The generated part of a page."""
    match = re.search(re.escape(BEGIN) + r"\n(.*)\n" + re.escape(END), text, re.DOTALL)
    if match is None:
        raise ValueError(f"The page has no part between {BEGIN} and {END}.")
    return match[1].strip()


def write(page: Path, rendered: str) -> None:
    """Put the rendered part into the page."""
    text = page.read_text(encoding="utf-8")
    page.write_text(text.replace(f"{BEGIN}\n{_held(text)}", f"{BEGIN}\n\n{rendered}\n\n"), encoding="utf-8")


def _held(text: str) -> str:
    return text.split(f"{BEGIN}\n", 1)[1].split(END, 1)[0]


if __name__ == "__main__":
    for name, render in PAGES.items():
        write(ROOT / name, render())
