"""The bench writes the formats that its scorers read, and says what is wrong with what it is given."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from user_memory.bench.gold import run_gold
from user_memory.bench.locomo import read_conversations, run_locomo
from user_memory.graph.errors import InvalidInput
from user_memory.settings import Settings

CASES: list[dict[str, Any]] = [
    {
        "id": "moved",
        "before": [
            {
                "messages": [{"role": "user", "content": "I live in Denver."}],
                "reference_time": "2026-02-01T09:00:00+00:00",
            }
        ],
        "messages": [{"role": "user", "content": "I live in Seattle now."}],
        "reference_time": "2026-03-10T09:30:00+00:00",
        "consent": [],
        "expect": "never read",
    },
    {
        "id": "evening",
        "messages": [{"role": "user", "content": "Yesterday I went to the dentist."}],
        "reference_time": "2026-03-10T22:30:00-07:00",
        "consent": [],
    },
]
TALK: dict[str, Any] = {
    "sample_id": "talk-1",
    "conversation": {
        "speaker_a": "Ana",
        "speaker_b": "Ben",
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_1": [
            {"speaker": "Ana", "dia_id": "D1:1", "text": "I live in Oslo."},
            {
                "speaker": "Ben",
                "dia_id": "D1:2",
                "text": "I like mushrooms.",
                "blip_caption": "a photo of soup",
            },
        ],
        "session_2_date_time": "12:09 am on 13 September, 2023",
        "session_2": [{"speaker": "Ana", "dia_id": "D2:1", "text": "I hate mushrooms."}],
        "session_3_date_time": "1:00 pm on 14 September, 2023",
    },
    "qa": [{"question": "Where does Ana live?"}, {"question": "Who likes mushrooms?", "category": 1}],
}


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_a_prediction_is_the_state_of_the_store_after_all_interactions(tmp_path: Path) -> None:
    cases, out = tmp_path / "cases.jsonl", tmp_path / "out.jsonl"
    cases.write_text("\n".join(map(json.dumps, CASES)) + "\n", encoding="utf-8")
    figures = run_gold(cases, out, Settings(), tmp_path / "data")
    assert figures[0].startswith("2 cases, 3 messages in ")
    moved, evening = lines_of(out)
    assert moved.keys() == {"id", "facts", "events", "rules", "session", "refused", "stored_text"}
    lived = {(f["subject"], f["predicate"], f["object"]): f["status"] for f in moved["facts"]}
    assert lived["user", "lives_in", "Denver"] == "superseded"
    assert lived["user", "lives_in", "Seattle"] == "current"
    assert "Seattle" in moved["stored_text"]
    assert "dentist" not in moved["stored_text"]
    assert [e["occurred_at"] for e in evening["events"]] == ["2026-03-09"]


def test_a_ranking_names_messages_best_first(tmp_path: Path) -> None:
    file, out = tmp_path / "talk.json", tmp_path / "out.jsonl"
    file.write_text(json.dumps([TALK]), encoding="utf-8")
    figures = run_locomo(file, out, Settings(), tmp_path / "data", rerank=False)
    assert any(line.startswith("ingested") and "3 messages" in line for line in figures)
    assert any("p50" in line and "p95" in line for line in figures)
    first, second = lines_of(out)
    assert (first["sample_id"], first["question_index"], second["question_index"]) == ("talk-1", 0, 1)
    assert first["sources"][0] == "D1:1"
    assert second["sources"]
    assert second["returned"] >= 1


def test_a_conversation_is_read_with_its_images_times_and_roles() -> None:
    conversation = read_conversations([TALK])[0]
    assert [name for name, _ in conversation.sessions] == ["session_1", "session_2"]
    ben = conversation.sessions[0][1][1]
    assert ben == {
        "id": "D1:2",
        "role": "participant",
        "speaker": "Ben",
        "content": "I like mushrooms. [image: a photo of soup]",
        "at": datetime(2023, 5, 8, 13, 56, tzinfo=UTC),
    }
    assert conversation.sessions[1][1][0]["at"] == datetime(2023, 9, 13, 0, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"id": "a"}', "Case 1: messages"),
        ("[1]", "line 1"),
        ("{", "line 1"),
        ('{"id": "a", "messages": [], "reference_time": 3}', "reference_time"),
        ('{"id": "a", "messages": [], "reference_time": "2026-01-01T00:00:00Z", "before": [1]}', "Case 1"),
        ('{"id": "a", "messages": [], "reference_time": "yesterday"}', "reference_time"),
        ('{"id": "a", "messages": [], "reference_time": "2026-01-01T00:00:00"}', "reference_time"),
        ('{"id": "a", "messages": [3], "reference_time": "2026-01-01T00:00:00Z"}', "Case 1"),
    ],
)
def test_a_bad_case_is_named(tmp_path: Path, text: str, words: str) -> None:
    cases = tmp_path / "cases.jsonl"
    cases.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidInput, match=words):
        run_gold(cases, tmp_path / "out.jsonl", Settings(), tmp_path / "data")
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    "value", [{}, [1], [{"sample_id": "a"}], [{**TALK, "conversation": {"session_1": []}}]]
)
def test_a_bad_conversation_is_told(value: object) -> None:
    with pytest.raises(InvalidInput):
        read_conversations(value)
