"""Conversations with questions: read into the form of the benchmark; a line of no known form is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.dialogues import FOLDER, Malformed, parse

TALK = """\
# Amara & Joel
1  2023-03-04  Amara: My second bowl survived the kiln!
2  2023-03-04  Joel: Nice: Biscuit learned to open the fridge.
3  2023-05-01  Amara: I sold the bowl.

?  What is Joel's pet called? | Biscuit | 2
?  What became of the bowl? | fired, then sold | 1, 3
-  What did Joel make of clay? | Amara did that | 1
"""


def test_messages_of_a_day_are_a_session_and_questions_cite_them(tmp_path: Path) -> None:
    file = tmp_path / "talks.txt"
    file.write_text(TALK, encoding="utf-8")
    (talk,) = parse(file)
    said = talk["conversation"]
    assert said["session_1_date_time"] == "1:56 pm on 4 March, 2023"
    assert [(m["dia_id"], m["speaker"]) for m in said["session_1"]] == [("D1:1", "Amara"), ("D1:2", "Joel")]
    assert said["session_1"][1]["text"] == "Nice: Biscuit learned to open the fridge."
    assert [m["dia_id"] for m in said["session_2"]] == ["D2:1"]
    assert [(q["evidence"], q["category"]) for q in talk["qa"]] == [
        (["D1:2"], 4),
        (["D1:1", "D2:1"], 4),
        ([], 5),
    ]


def test_a_line_of_no_known_form_is_named(tmp_path: Path) -> None:
    file = tmp_path / "talks.txt"
    file.write_text(TALK + "4 2023-05-02 Joel said nothing\n", encoding="utf-8")
    with pytest.raises(Malformed, match=r"talks\.txt, line 9"):
        parse(file)


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.txt")), ids=lambda f: f.stem)
def test_every_file_holds_answerable_and_unanswerable_questions(file: Path) -> None:
    for talk in parse(file):
        ids = {
            m["dia_id"] for value in talk["conversation"].values() if isinstance(value, list) for m in value
        }
        cited = [set(q["evidence"]) for q in talk["qa"]]
        assert all(evidence <= ids for evidence in cited)
        assert any(cited)
        assert not all(cited)
