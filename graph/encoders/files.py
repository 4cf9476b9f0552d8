"""Finds model files inside installed packages without importing them, and checks that they are the known
ones.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from user_memory.graph.errors import ConfigurationError


@dataclass(frozen=True, slots=True)
class ModelFile:
    """A file of an installed package: ``module`` is its import name, ``path`` leads on from the module's
    folder.
    """

    module: str
    path: str
    sha256: str
    package: str
    """What to install to get it, for the error message."""

    def locate(self) -> Path:
        """The checked file.

        Raises:
            ConfigurationError: the package is not installed, or the file is not the one this version knows.
        """
        spec = find_spec(self.module)
        if spec is None or spec.origin is None:
            raise ConfigurationError(
                f"The package {self.package} is not installed; install it or choose another model.",
                where="encoder",
            )
        file = Path(spec.origin).parent / self.path
        if not file.is_file():
            raise ConfigurationError(
                f"{self.package} holds no {self.path}; install it again.", where="encoder"
            )
        if digest(file) != self.sha256:
            raise ConfigurationError(
                f"{self.path} of {self.package} is not the file this version was made for (SHA-256 differs); "
                "install the version named in the lock file.",
                where="encoder",
            )
        return file


def digest(file: Path) -> str:
    """SHA-256 of a file's content, in hexadecimal."""
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
