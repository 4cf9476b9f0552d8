"""The browser's files: which there are, and of what type."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from html import escape
from importlib.resources import files
from importlib.resources.abc import Traversable
from string import Template

from user_memory.graph.vocabulary import categories, vocabulary
from user_memory.version import __version__

_TYPES = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml"}
_PAGE = "page.html"


def _folder() -> Traversable:
    return files("user_memory").joinpath("api", "browse", "static")


@cache
def assets() -> Mapping[str, tuple[bytes, str]]:
    """Content and media type of every file that the page may load, by its path under /browse/."""
    return dict(_walk(_folder(), ""))


def _walk(folder: Traversable, prefix: str) -> list[tuple[str, tuple[bytes, str]]]:
    found: list[tuple[str, tuple[bytes, str]]] = []
    for item in sorted(folder.iterdir(), key=lambda i: i.name):
        if item.is_dir():
            found += _walk(item, f"{prefix}{item.name}/")
        elif (ending := item.name[item.name.rfind(".") :]) in _TYPES:
            found.append((prefix + item.name, (item.read_bytes(), _TYPES[ending])))
    return found


def _modules() -> list[str]:
    """The page's modules, named at once so that none waits for another to ask for it."""
    apart = {"theme-start.js", "layout-worker.js"}
    return [name for name in assets() if name.endswith(".js") and "/" not in name and name not in apart]


@cache
def page() -> str:
    """The page itself, with the words of the vocabulary that its choices need."""
    template = Template(_folder().joinpath(_PAGE).read_text(encoding="utf-8"))
    return template.substitute(
        version=escape(__version__),
        preloads="\n".join(f'<link rel="modulepreload" href="browse/{escape(name)}">' for name in _modules()),
        categories=escape(" ".join(sorted(categories()))),
        predicates=escape(" ".join(sorted(vocabulary()))),
    )
