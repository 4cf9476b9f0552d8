"""Each command does its work, and bad input is one clear line and exit code 2."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Outcome, Run

TALK = (
    {"role": "user", "content": "I live in Oslo.", "id": "m1", "session_id": "s1"},
    {"role": "user", "content": "I like cake and I hate mushrooms.", "id": "m2", "session_id": "s1"},
    {"role": "user", "content": "Always answer in short sentences.", "session_id": "s2"},
    {"role": "user", "content": "I have a dog."},
)


def lines_of(path: Path, *rows: object) -> Path:
    """A JSONL file; a text stands as it is."""
    text = "\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows)
    path.write_text(text + "\n", encoding="utf-8")
    return path


def contents(run: Run, user: str = "ana") -> set[str]:
    return {m["content"] for m in run("export", "-u", user).json["memories"]}


def clear(outcome: Outcome) -> str:
    """The single line of an outcome that tells of bad input."""
    assert outcome.code == 2, outcome
    assert "Traceback" not in outcome.err
    line = outcome.err.strip()
    assert line.startswith("user-memory: ")
    assert "\n" not in line
    return line


def test_a_user_is_told_asked_exported_taken_in_and_erased(run: Run, tmp_path: Path) -> None:
    talk = lines_of(tmp_path / "talk.jsonl", *TALK)
    ingested = run("ingest", talk, "-u", "ana")
    assert (ingested.code, ingested.err) == (0, "")
    assert ingested.out.startswith("4 messages: ")
    before = contents(run)
    assert {"user lives in Oslo", "user likes cake"} <= before

    assert "Oslo" in run("context", "Where do I live?", "-u", "ana").out
    hit = run("search", "cake", "-u", "ana", "--json").json["items"][0]
    assert "cake" in hit["content"]
    assert "user -[lives_in]-> Oslo" in run("relations", "-u", "ana").out
    assert "-[lives_in]-> Oslo" in run("relations", "oslo", "-u", "ana").out
    why = run("why", hit["id"], "-u", "ana").out
    assert "message m2" in why
    assert f"{len(before)} of 500 active" in run("stats", "-u", "ana").out
    assert "stored            user likes cake  (user; m2)" in run("audit", "-u", "ana").out
    assert [
        e["action"] for e in run("audit", "-u", "ana", "--memory", hit["id"], "--json").json["items"]
    ] == ["stored"]

    document = tmp_path / "ana.json"
    assert run("export", "-u", "ana", "--out", document).code == 0
    assert document.stat().st_mode & 0o077 == 0
    assert f"{len(before)} memories taken in" in run("import", document, "-u", "bob").out
    again = run("import", document, "-u", "bob")
    assert (again.code, f"{len(before)} were there before" in again.out) == (0, True)
    assert contents(run, "bob") == before

    assert "users 1" in run("erase", "-u", "ana", "--yes").out
    assert contents(run) == set()
    assert contents(run, "bob") == before


def test_broken_lines_are_named_and_good_ones_stored_once(run: Run, tmp_path: Path) -> None:
    rows: tuple[Any, ...] = (
        TALK[0],
        '{"role": "user", "content": "I like tea."',
        "",
        "[1]",
        {"role": "boss", "content": "x"},
        {"role": "user", "content": "I like tea.", "at": "2026-01-01T00:00:00"},
        {"role": "user", "content": "I like tea.", "colour": "red"},
        {"role": "user", "content": "I like tea.", "session_id": "no spaces"},
        '{"role": "user", "content": "\\ud800"}',
        {"role": "user", "content": " "},
        TALK[1],
    )
    talk = lines_of(tmp_path / "talk.jsonl", *rows)
    first = run("ingest", talk, "-u", "ana", "--batch", 3)
    assert first.code == 2
    numbers = [int(line.split()[1].rstrip(":")) for line in first.err.splitlines()]
    assert sorted(numbers) == [2, 4, 5, 6, 7, 8, 9, 10]
    stored = contents(run)
    assert {"user lives in Oslo", "user likes cake", "user dislikes mushrooms"} == stored

    mended = [*rows[:1], '{"role": "user", "content": "I like tea."}', *rows[2:]]
    second = run("ingest", lines_of(talk, *mended), "-u", "ana")
    assert second.out.startswith("3 messages: 1 stored, 0 reinforced")
    assert contents(run) == stored | {"user likes tea"}


def test_lines_without_ids_are_the_same_messages_on_a_rerun(run: Run, tmp_path: Path) -> None:
    row = {"role": "user", "content": "I like tea."}
    talk = lines_of(tmp_path / "talk.jsonl", row, {"role": "user", "content": "I like cake."}, row)
    assert run("ingest", talk, "-u", "ana").code == 0
    before = run("export", "-u", "ana").json["memories"]
    assert sum(len(m["sources"]) for m in before) == 3
    assert run("ingest", talk, "-u", "ana").code == 0
    assert run("export", "-u", "ana").json["memories"] == before


def test_one_id_with_two_texts_is_told_by_its_line(run: Run, tmp_path: Path) -> None:
    twice = [{"role": "user", "id": "m1", "content": text} for text in ("I like tea.", "I like cake.")]
    outcome = run("ingest", lines_of(tmp_path / "talk.jsonl", *twice), "-u", "ana")
    assert outcome.code == 2
    assert outcome.err.startswith("line 2: ")
    assert contents(run) == {"user likes tea"}


def test_consents(run: Run) -> None:
    assert "from now on" in run("consent", "grant", "name", "-u", "ana", "--purpose", "greeting").out
    assert "already" in run("consent", "grant", "name", "-u", "ana").out
    assert "name: granted" in run("consent", "list", "-u", "ana").out
    assert run("consent", "withdraw", "name", "-u", "ana").code == 0
    assert run("consent", "list", "-u", "ana", "--json").json[0]["withdrawn_at"]
    assert "category must be one of" in clear(run("consent", "grant", "shoes", "-u", "ana"))


def test_keys_show_their_secret_once(run: Run) -> None:
    made = dict(
        line.split(maxsplit=1) for line in run("keys", "create", "--label", "test").out.splitlines()[:3]
    )
    listed = run("keys", "list").out
    assert made["id"] in listed
    assert made["secret"] not in listed
    assert run("keys", "revoke", made["id"]).code == 0
    assert "revoked" in run("keys", "list").out
    assert clear(run("keys", "revoke", "nothing"))


def test_maintenance_and_migration(run: Run) -> None:
    assert run("decay", "--dry-run", "--json").json["memories"] == []
    assert run("decay").out.startswith("Done: ")
    assert run("migrate").out.startswith("Nothing to do.")


def test_a_dry_run_lists_how_memories_fade(run: Run, tmp_path: Path) -> None:
    run("ingest", lines_of(tmp_path / "talk.jsonl", *TALK), "-u", "ana")
    told = run("decay", "--dry-run", "--json").json
    assert (told["dry_run"], told["archived"]) == (True, 0)
    (cake,) = (m for m in told["memories"] if m["content"] == "user likes cake")
    assert (cake["user_id"], cake["layer"], cake["due"]) == ("ana", "semantic", None)
    assert cake["faint_at"] < cake["stale_at"]
    head, *rows = run("decay", "--dry-run").out.splitlines()[1:]
    assert head.split()[:5] == ["due", "below", "0.5", "below", "2.0"]
    assert len(rows) == len(told["memories"])
    (row,) = (r.split() for r in rows if r.endswith("user likes cake"))
    assert row[:5] == ["-", cake["stale_at"][:10], cake["faint_at"][:10], "7.00", "semantic"]
    short = run("decay", "--dry-run", "--limit", "1").out.splitlines()
    assert short[-1].startswith(f"and {len(rows) - 1} more")


def test_a_search_explains_its_scores_as_tables_that_add_up(run: Run, tmp_path: Path) -> None:
    run("ingest", lines_of(tmp_path / "talk.jsonl", *TALK), "-u", "ana")
    hit = run("search", "Do I like cake?", "-u", "ana", "--json").json["items"][0]
    first, head, *rows = run("search", "Do I like cake?", "-u", "ana", "--explain").out.splitlines()
    assert first.startswith(f"{hit['score']:.4f}  {hit['id']}")
    assert head.split() == ["part", "value", "weight", "adds"]
    at = next(i for i, row in enumerate(rows) if row.split()[0] == "score")
    parts = [row.split() for row in rows[:at]]
    assert {name for name, *_ in parts} == {p["name"] for p in hit["reasons"]["parts"]}
    assert sum(float(adds) for *_, adds in parts) == pytest.approx(hit["score"], abs=5e-5 * len(parts))
    assert all(float(v) * float(w) == pytest.approx(float(a), abs=2e-4) for _, v, w, a in parts)
    assert rows[at].split() == ["score", f"{hit['score']:.4f}"]
    assert "matched: cake" in rows[at + 1]


def test_the_doctor_makes_nothing_and_says_what_there_is(run: Run, folder: Path) -> None:
    outcome = run("doctor")
    assert outcome.code == 0, outcome
    assert "made at the first start" in outcome.out
    assert "USER_MEMORY_DATA" in outcome.out
    assert not folder.exists()


def test_the_doctor_finds_a_database_that_does_not_answer(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEO4J_URI", "bolt://127.0.0.1:1")
    monkeypatch.setenv("NEO4J_PASSWORD", "open-sesame")
    outcome = run("doctor")
    assert outcome.code == 1
    assert "bad   database" in outcome.out
    assert "open-sesame" not in outcome.out + outcome.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("ingest", "missing.jsonl", "-u", "ana"), "No such file"),
        (("import", "missing.json", "-u", "ana"), "No such file"),
        (("search", "tea", "-u", "ana", "--layer", "spiritual"), "layer must be one of"),
        (("search", "tea", "-u", "ana", "--status", "gone"), "status must be one of"),
        (("search", "tea", "-u", "ana", "--as-of", "yesterday"), "RFC 3339"),
        (("context", "tea", "-u", "ana", "--session", "no spaces"), "session_id"),
        (("relations", "Nobody", "-u", "ana"), "Nobody"),
        (("why", "nothing", "-u", "ana"), "No such memory"),
        (("stats", "-u", "a\nb"), "user_id"),
        (("export", "-u", "ana", "--format", "xml"), "format must be one of"),
        (("bench", "gold", "missing.jsonl", "--out", "out.jsonl"), "No such file"),
        (("bench", "locomo", "missing.json", "--rankings", "out.jsonl"), "No such file"),
        (("mcp",), "user-memory serve"),
    ],
)
def test_bad_input_is_one_clear_line(run: Run, arguments: tuple[str, ...], words: str) -> None:
    assert words in clear(run(*arguments))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("USER_MEMORY_PORT", "many"),
        ("USER_MEMORY_CAP", "0"),
        ("USER_MEMORY_ENGINE", "postgres"),
        ("USER_MEMORY_DECAY_PROFILE", "steep"),
        ("USER_MEMORY_QUOTE_DAYS", "-1"),
    ],
)
def test_a_bad_setting_is_named_and_its_value_is_not(
    run: Run, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    assert clear(run("stats", "-u", "ana")).startswith(f"user-memory: {name} ")


@pytest.mark.parametrize(
    ("uri", "words"), [("postgres://localhost", "Bolt"), ("bolt://127.0.0.1:1", "does not answer")]
)
def test_a_database_that_cannot_be_used_is_told(
    run: Run, monkeypatch: pytest.MonkeyPatch, uri: str, words: str
) -> None:
    monkeypatch.setenv("NEO4J_URI", uri)
    assert words in clear(run("stats", "-u", "ana"))


def test_a_folder_that_cannot_be_used_is_told(run: Run, folder: Path) -> None:
    folder.write_text("not a folder")
    assert str(folder) in clear(run("stats", "-u", "ana"))
    folder.unlink()
    folder.mkdir()
    (folder / "holiday.jpg").write_bytes(b"x")
    assert "not a memory's" in clear(run("stats", "-u", "ana"))


@pytest.mark.parametrize(
    "document",
    [
        "not json",
        "[]",
        '{"format": "other"}',
        '{"format": "user-memory", "version": 2}',
        '{"format": "user-memory", "version": 1, "memories": [{}], "entities": [], "sessions": [], "consents": []}',
    ],
)
def test_what_is_no_export_is_refused(run: Run, tmp_path: Path, document: str) -> None:
    path = tmp_path / "export.json"
    path.write_text(document)
    assert "export.json" in clear(run("import", path, "-u", "ana"))


def test_unknown_commands_and_options_are_told(run: Run) -> None:
    for arguments in (
        ("frob",),
        ("stats",),
        ("stats", "-u", "ana", "--frob"),
        ("search", "-u", "a", "--limit", "x"),
    ):
        outcome = run(*arguments)
        assert outcome.code == 2
        assert "Traceback" not in outcome.err
