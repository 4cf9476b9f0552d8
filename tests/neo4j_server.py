"""A real Neo4j for the tests: one that is named, one in a container, or the Community server fetched by Maven."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Literal

import neo4j
from neo4j.exceptions import DriverError, Neo4jError

Kind = Literal["named", "container", "maven", "none"]
BOOT_SECONDS = 150.0
FETCH_SECONDS = 900.0


class Unavailable(Exception):
    """No Neo4j can be had; the message says why."""


@dataclass(frozen=True, slots=True)
class Machine:
    """What this machine offers: an address of a running server, container and Maven clients, and the Java versions."""

    uri: str | None = None
    containers: bool = False
    maven: bool = False
    javas: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Release:
    """A Neo4j release as Maven and the image registry know it; ``javas`` is the range of Java versions it runs on."""

    version: str
    image: str
    javas: range
    main: str
    options: tuple[str, ...] = ()


RELEASES: Mapping[str, Release] = {
    "5.26": Release("5.26.30", "neo4j:5.26", range(17, 22), "org.neo4j.server.CommunityEntryPoint"),
    "2026": Release(
        "2026.09.0",
        "neo4j:2026.09.0",
        range(21, 100),
        "org.neo4j.server.Neo4jCommunity",
        ("--enable-native-access=ALL-UNNAMED", "--add-modules=jdk.incubator.vector"),
    ),
}


@dataclass(frozen=True, slots=True)
class Way:
    """How to get a server; ``reason`` says why there is none."""

    kind: Kind
    reason: str = ""


def choose(machine: Machine, release: Release) -> Way:
    """A named server first, then a container, then Maven's; the first that this machine can give."""
    if machine.uri:
        return Way("named")
    if machine.containers:
        return Way("container")
    java = suitable(machine.javas, release)
    if machine.maven and java is not None:
        return Way("maven")
    lacks = [] if machine.maven else ["Maven"]
    if java is None:
        lacks.append(f"Java {release.javas.start} or a later one that Neo4j {release.version} runs on")
    return Way(
        "none",
        f"TEST_NEO4J_URI is not set, no container engine answers, and there is no {' and no '.join(lacks)}",
    )


def suitable(javas: Iterable[int], release: Release) -> int | None:
    """The oldest of ``javas`` that runs ``release``."""
    return min((j for j in javas if j in release.javas), default=None)


def wanted(options: Iterable[str], environment: Mapping[str, str]) -> tuple[str, ...]:
    """The releases to test: those of the command line, else ``TEST_NEO4J_VERSIONS``, else 5.26."""
    named = list(options) or [
        v.strip() for v in environment.get("TEST_NEO4J_VERSIONS", "").split(",") if v.strip()
    ]
    unknown = [v for v in named if v not in RELEASES]
    if unknown:
        raise ValueError(f"Unknown Neo4j version {unknown[0]}: choose from {', '.join(RELEASES)}.")
    return tuple(dict.fromkeys(named)) or ("5.26",)


def look(environment: Mapping[str, str]) -> Machine:
    """What this machine offers."""
    return Machine(
        uri=environment.get("TEST_NEO4J_URI") or None,
        containers=_containers_answer(),
        maven=shutil.which("mvn") is not None,
        javas=tuple(_javas(environment)),
    )


def _containers_answer() -> bool:
    if shutil.which("docker") is None:
        return False
    try:
        return (
            subprocess.run(["docker", "info"], capture_output=True, timeout=10, check=False).returncode == 0
        )
    except subprocess.TimeoutExpired:
        return False


def _javas(environment: Mapping[str, str]) -> dict[int, str]:
    """Java executables by major version: of ``JAVA_HOME`` and its kin, of the path, and where Linux keeps them."""
    homes = [Path(v) for k, v in sorted(environment.items()) if k.startswith("JAVA_HOME")]
    homes += sorted(Path("/usr/lib/jvm").glob("*"))
    places = [str(h / "bin" / "java") for h in homes] + [shutil.which("java") or ""]
    found: dict[int, str] = {}
    for place in places:
        if place and os.access(place, os.X_OK):
            told = subprocess.run([place, "-version"], capture_output=True, text=True, check=False).stderr
            if match := re.search(r'version "(\d+)', told):
                found.setdefault(int(match[1]), place)
    return found


class Server:
    """One Neo4j for the whole test run. ``begin`` returns at once, so that it boots while other tests run."""

    def __init__(self, name: str, home: Path, environment: Mapping[str, str]) -> None:
        self.name = name
        self.release = RELEASES[name]
        self._home = home
        self._environment = environment
        self._thread: threading.Thread | None = None
        self._failure: Exception | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._container: Any = None
        self.uri = ""
        self.auth: tuple[str, str] | None = None

    def begin(self) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._boot, name=f"neo4j-{self.name}", daemon=True)
            self._thread.start()

    def wait(self) -> None:
        """Return once Bolt answers. Raises :class:`Unavailable` with the reason when it never will."""
        self.begin()
        assert self._thread is not None
        self._thread.join()
        if self._failure is not None:
            raise self._failure

    def end(self) -> None:
        if self._process is not None:
            self._process.kill()  # its data is the run's own
            self._process.wait()
        if self._container is not None:
            self._container.stop()

    def _boot(self) -> None:
        try:
            way = choose(look(self._environment), self.release)
            if way.kind == "none":
                raise Unavailable(way.reason)
            {"named": self._named, "container": self._in_container, "maven": self._from_maven}[way.kind]()
            self._until_it_answers()
        except Exception as failure:  # noqa: BLE001 - told to the test that waits
            self._failure = failure

    def _named(self) -> None:
        self.uri = self._environment["TEST_NEO4J_URI"]
        if password := self._environment.get("TEST_NEO4J_PASSWORD"):
            self.auth = (self._environment.get("TEST_NEO4J_USERNAME", "neo4j"), password)

    def _in_container(self) -> None:
        from testcontainers.neo4j import Neo4jContainer

        self._container = Neo4jContainer(self.release.image)
        self._container.start()
        self.uri = self._container.get_connection_url()
        self.auth = (self._container.username, self._container.password)

    def _from_maven(self) -> None:
        library = _fetch(self.release, self._environment)
        javas = _javas(self._environment)
        java = javas[suitable(javas, self.release) or 0]
        port = _free_port()
        _configure(self._home, port)
        with (self._home / "console.log").open("wb") as console:
            self._process = _start(java, library, self._home, self.release, console)
        self.uri = f"bolt://127.0.0.1:{port}"

    def _until_it_answers(self) -> None:
        pause, waited = threading.Event(), 0.0
        with neo4j.GraphDatabase.driver(self.uri, auth=self.auth, connection_timeout=5) as driver:
            while True:
                try:
                    return driver.verify_connectivity()
                except (Neo4jError, DriverError, OSError) as error:
                    dead = self._process is not None and self._process.poll() is not None
                    if dead or waited > BOOT_SECONDS:
                        raise Unavailable(
                            f"Neo4j {self.release.version} does not answer: {error} {self._console()}"
                        ) from error
                pause.wait(0.25)
                waited += 0.25

    def _console(self) -> str:
        log = self._home / "console.log"
        return log.read_text(errors="replace")[-2000:] if log.exists() else ""


def _fetch(release: Release, environment: Mapping[str, str]) -> Path:
    """The folder of the release's jars, from the user's cache or else from Maven."""
    base = Path(environment.get("XDG_CACHE_HOME") or Path.home() / ".cache", "user-memory")
    library = base / f"neo4j-{release.version}"
    if library.is_dir():
        return library
    base.mkdir(parents=True, exist_ok=True)
    part = base / f".neo4j-{release.version}.{os.getpid()}"
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir()
    (part / "pom.xml").write_text(_pom(release.version), encoding="utf-8")
    command = [
        "mvn",
        "-q",
        "-B",
        "-f",
        str(part / "pom.xml"),
        "dependency:copy-dependencies",
        f"-DoutputDirectory={part}",
    ]
    fetched = subprocess.run(command, capture_output=True, text=True, timeout=FETCH_SECONDS, check=False)
    if fetched.returncode != 0:
        shutil.rmtree(part, ignore_errors=True)
        raise Unavailable(f"Maven could not fetch Neo4j {release.version}: {fetched.stdout[-500:]}")
    try:
        part.rename(library)
    except OSError:
        shutil.rmtree(part, ignore_errors=True)  # another run was first
    return library


def _pom(version: str) -> str:
    parts = "".join(
        f"<dependency><groupId>{group}</groupId><artifactId>{name}</artifactId><version>{version}</version></dependency>"
        for group, name in (("org.neo4j", "neo4j"), ("org.neo4j.app", "neo4j-server"))
    )
    return (
        '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>tests</groupId>'
        f"<artifactId>neo4j</artifactId><version>1</version><dependencies>{parts}</dependencies></project>"
    )


def _configure(home: Path, port: int) -> None:
    (home / "conf").mkdir(parents=True)
    settings = {
        "server.bolt.listen_address": f"127.0.0.1:{port}",
        "server.http.enabled": "false",
        "server.https.enabled": "false",
        "dbms.security.auth_enabled": "false",
        "dbms.usage_report.enabled": "false",
        "server.memory.heap.max_size": "512m",
        "server.memory.pagecache.size": "128m",
    }
    lines = "".join(f"{key}={value}\n" for key, value in settings.items())
    (home / "conf" / "neo4j.conf").write_text(lines, encoding="utf-8")


def _start(
    java: str, library: Path, home: Path, release: Release, console: IO[bytes]
) -> subprocess.Popen[bytes]:
    opened = (
        "java.base/java.nio",
        "java.base/java.io",
        "java.base/sun.nio.ch",
        "java.base/java.util.concurrent",
    )
    command = [
        java,
        "-Xmx512m",
        "-XX:+UseSerialGC",
        *(f"--add-opens={package}=ALL-UNNAMED" for package in opened),
        *release.options,
        "-cp",
        f"{library}/*",
        release.main,
        f"--home-dir={home}",
        f"--config-dir={home / 'conf'}",
    ]
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=console, stderr=subprocess.STDOUT)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
