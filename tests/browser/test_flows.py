"""Each thing that one comes to the browser for."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Visit
from user_memory.graph.memory.user import User

pytestmark = pytest.mark.browser


def memory(user: User, content: str) -> str:
    return next(m.id for m in user.memories(limit=500).items if m.content == content)


def drawn(page: Page) -> Page:
    page.wait_for_selector("[data-layout=done]")
    return page


def test_the_overview_tells_what_is_there(visit: Visit, family: User) -> None:
    page = visit.open(family)
    row = page.get_by_role("row", name="semantic")
    expect(row).to_contain_text(str(family.stats().layers[0].count))
    expect(page.get_by_role("list", name="Newest").locator("li")).to_have_count(5)
    expect(page.locator("main")).to_contain_text("No memory has been used in an answer yet.")


def test_next_to_fade_is_what_is_lost_first(visit: Visit, family: User) -> None:
    """Events fade faster than facts: a stronger one may be lost sooner."""

    def aged(route: Route) -> None:
        answer = route.fetch()
        page = answer.json()
        for item in page["items"]:
            if item["layer"] == "episodic":
                item["effective_importance"] = 5.0
            elif item.get("fact", {}).get("predicate") == "likes":
                item["effective_importance"] = 2.0
        route.fulfill(response=answer, json=page)

    visit.page.route("**/memories?limit=500*", aged)
    page = visit.open(family)
    lines = page.get_by_role("list", name="Next to fade").locator("li")
    expect(lines.nth(0)).to_contain_text("episodic")
    expect(lines.nth(0)).to_contain_text("no longer recalled in 459 days")
    expect(lines.nth(2)).to_contain_text("semantic")
    expect(lines.nth(2)).to_contain_text("no longer recalled in 3.8 years")


def test_an_empty_memory_explains_itself_and_takes_a_sample(visit: Visit, ana: User) -> None:
    page = visit.open(ana)
    expect(page.locator("main")).to_contain_text("Nothing is remembered yet")
    page.get_by_role("button", name="Load a sample").click()
    expect(page.get_by_role("row", name="semantic")).to_contain_text("14")
    expect(page.get_by_role("row", name="episodic")).to_contain_text("3")
    assert [m.content for m in ana.memories(status="superseded").items if m.fact] == ["user lives in Porto"]


def test_the_graph_opens_at_the_user_and_expands_on_choice(visit: Visit, family: User) -> None:
    page = drawn(visit.open(family, "graph"))
    expect(page.locator(".edges")).to_contain_text("Nina")
    expect(page.locator(".edges")).not_to_contain_text("Bergen")
    before = int(page.locator("[data-nodes]").get_attribute("data-nodes") or 0)
    page.locator(".edges").get_by_role("button", name="Nina", exact=True).click()
    expect(page.locator(".edges")).to_contain_text("Acme")
    page.locator(".edges").get_by_role("button", name="Acme", exact=True).click()
    expect(page.locator(".edges")).to_contain_text("Mona")
    assert int(page.locator("[data-nodes]").get_attribute("data-nodes") or 0) > before
    expect(page.locator("#panel h2")).to_have_text("Acme")


def test_a_click_on_the_picture_opens_the_node(visit: Visit, family: User) -> None:
    page = drawn(visit.open(family, "graph"))
    page.evaluate("document.querySelector('[data-stage]').scrollIntoView()")
    page.get_by_role("button", name="Show everything").click()
    box = page.locator("[data-stage]").bounding_box()
    place = page.evaluate("document.querySelector('[data-stage]').whereIs()")
    assert box
    page.mouse.move(box["x"] + place["x"] + 1, box["y"] + place["y"])
    page.mouse.click(box["x"] + place["x"], box["y"] + place["y"])
    expect(page.locator("#panel h2")).to_have_text("user")


def test_filters_take_away_and_bring_back(visit: Visit, family: User) -> None:
    page = drawn(visit.open(family, "graph"))
    edges = page.locator(".edges")
    expect(edges).to_contain_text("not likes")
    expect(edges).not_to_contain_text("Porto")
    page.get_by_label("superseded").check()
    expect(edges).to_contain_text("Porto")
    page.get_by_label("rules").check()
    expect(edges).to_contain_text("be brief")
    page.get_by_label("Predicate").select_option("sibling")
    expect(edges).not_to_contain_text("chess")
    page.get_by_label("facts").uncheck()
    expect(edges).not_to_contain_text("Nina")
    page.get_by_label("facts").check()
    page.get_by_label("person").uncheck()
    expect(edges).not_to_contain_text("sibling")


def test_what_belongs_together_is_coloured_alike(visit: Visit, ana: User) -> None:
    for friend, place, firm in (("Nina", "Oslo", "Acme"), ("Mona", "Bergen", "Fjord")):
        ana.remember(
            f"user friend {friend}\n{friend} lives_in {place}\n{friend} works_for {firm}\nuser likes tea"
        )
    page = drawn(visit.open(ana, "graph"))
    page.get_by_label("Colour by").select_option("group")
    groups = page.get_by_role("list", name="Groups").locator("li")
    expect(groups).to_have_count(2)
    expect(groups.filter(has_text="Nina")).to_contain_text("and 1 more")
    page.get_by_label("Colour by").select_option("kind")
    expect(groups).to_have_count(0)


def test_search_suggests_and_shows(visit: Visit, family: User) -> None:
    page = drawn(visit.open(family, "graph"))
    choose(page, "Search a node", "Nin", "Nina")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.locator("#panel h2")).to_have_text("Nina")
    choose(page, "Search a node", "Berg", "Bergen")
    page.get_by_role("button", name="Show", exact=True).click()
    drawn(visit.settled())
    expect(page.locator("main details .line strong")).to_have_text("Bergen")


def choose(page: Page, label: str, typed: str, name: str) -> None:
    field = page.get_by_label(label, exact=True)
    field.fill(typed)
    page.wait_for_selector(f'datalist[data-ready="{typed}"] option[value="{name}"]', state="attached")
    field.fill(name)


def test_the_path_between_two_nodes_is_told(visit: Visit, family: User) -> None:
    page = drawn(visit.open(family, "graph"))
    choose(page, "From", "Nin", "Nina")
    choose(page, "To", "Berg", "Bergen")
    page.get_by_role("button", name="Find path").click()
    expect(page.locator(".path li")).to_have_text(
        ["Nina works_for Acme", "Mona works_for Acme", "Mona lives_in Bergen"]
    )
    choose(page, "To", "te", "tea")
    page.get_by_role("button", name="Find path").click()
    expect(page.locator(".told")).to_contain_text("No path")


def test_the_picture_is_walked_by_keyboard(visit: Visit, family: User) -> None:
    page = drawn(visit.open(family, "graph"))
    page.locator("[data-stage]").focus()
    chosen = page.locator("main details .line strong")
    expect(chosen).to_have_text("user")
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
        page.keyboard.press(key)
        if chosen.text_content() != "user":
            break
    expect(chosen).not_to_have_text("user")
    page.keyboard.press("Enter")
    expect(page.locator("#panel h2")).to_have_text(str(chosen.text_content()))
    page.keyboard.press("Escape")
    expect(page.locator("#panel")).to_be_hidden()


def test_the_panel_tells_sources_strength_and_successor(visit: Visit, family: User) -> None:
    page = visit.open(family, "memories", m=memory(family, "since 2020-01-01 user lives_in Porto"))
    panel = page.locator("#panel")
    expect(panel.locator("blockquote").first).to_have_text("since 2020-01-01 user lives_in Porto")
    expect(panel.locator(".successor")).to_contain_text("user lives_in Lisbon")
    expect(panel.locator("svg")).to_have_attribute("aria-label", re.compile("no longer recalled in"))
    panel.locator(".successor button").click()
    expect(panel.locator("h2")).to_have_text("user lives_in Lisbon")
    expect(panel.get_by_role("list", name="It replaced")).to_contain_text("Porto")


def test_a_memory_is_judged_pinned_and_restored(visit: Visit, family: User) -> None:
    key = memory(family, "maybe user likes chess")
    page = visit.open(family, "memories", m=key)
    panel = page.locator("#panel")
    panel.get_by_role("button", name="Confirm").click()
    expect(panel.locator(".status-current").first).to_be_visible()
    assert (family.memory(key).status, family.memory(key).confidence) == ("current", 1.0)
    panel.get_by_role("button", name="Pin", exact=True).click()
    expect(panel.get_by_role("button", name="Unpin")).to_be_visible()
    assert family.memory(key).pinned
    panel.get_by_role("button", name="Reject").click()
    expect(panel.get_by_role("button", name="Restore")).to_be_visible()
    assert family.memory(key).status == "retracted"
    panel.get_by_role("button", name="Restore").click()
    expect(panel.get_by_role("button", name="Confirm")).to_be_visible()
    assert family.memory(key).status == "current"


def test_an_edit_keeps_the_history(visit: Visit, family: User) -> None:
    key = memory(family, "Nina lives_in Oslo")
    page = visit.open(family, "memories", m=key)
    panel = page.locator("#panel")
    panel.get_by_text("Edit", exact=True).click()
    panel.get_by_label("Value").fill("Tromsø")
    panel.get_by_role("button", name="Save").click()
    expect(panel.locator("h2")).to_contain_text("Tromsø")
    expect(panel.get_by_role("list", name="It replaced")).to_contain_text("Oslo")
    assert family.memory(key).status == "retracted"


def test_a_tag_and_an_importance_keep_the_memory(visit: Visit, family: User) -> None:
    key = memory(family, "Nina lives_in Oslo")
    panel = visit.open(family, "memories", m=key).locator("#panel")
    panel.get_by_text("Edit", exact=True).click()
    panel.get_by_label("Tags").fill("family, north")
    panel.get_by_label("Importance").fill("9.5")
    panel.get_by_role("button", name="Save").click()
    expect(panel.locator(".marks").first).to_contain_text("north")
    assert (family.memory(key).tags, family.memory(key).importance) == (("family", "north"), 9.5)


def test_a_rule_and_an_event_are_edited(visit: Visit, family: User) -> None:
    panel = visit.open(family, "rules", m=memory(family, "use tabs")).locator("#panel")
    panel.get_by_text("Edit", exact=True).click()
    panel.get_by_label("Instruction").fill("use spaces")
    panel.get_by_role("button", name="Save").click()
    expect(panel.locator("dl").first).to_contain_text("use spaces")
    panel = visit.open(family, "timeline", m=memory(family, "Nina visited Mona")).locator("#panel")
    panel.get_by_text("Edit", exact=True).click()
    panel.get_by_label("Day", exact=True).fill("2025-12-24")
    panel.get_by_role("button", name="Save").click()
    expect(panel.locator("dl").first).to_contain_text("24 Dec 2025")


def test_forgetting_asks_once_more_and_erases(visit: Visit, family: User) -> None:
    key = memory(family, "user not likes fish")
    page = visit.open(family, "memories", m=key)
    page.locator("#panel").get_by_role("button", name="Forget", exact=True).click()
    page.get_by_role("button", name="Keep").click()
    page.locator("#panel").get_by_role("button", name="Forget", exact=True).click()
    page.get_by_role("button", name="Forget for good").click()
    expect(page.locator("#panel")).to_be_hidden()
    expect(page.locator("main")).not_to_contain_text("fish")
    assert key not in {m.id for m in family.memories(limit=500).items}


def test_the_timeline_is_in_order_with_undated_ones_apart(visit: Visit, family: User) -> None:
    page = visit.open(family, "timeline")
    expect(page.locator(".timeline")).to_contain_text("Nina visited Mona")
    expect(page.get_by_role("heading", name="2026")).to_be_visible()
    expect(page.locator("section", has_text="Without a date")).to_contain_text("Nina laughed")


def test_rules_say_when_they_hold(visit: Visit, family: User) -> None:
    page = visit.open(family, "rules")
    expect(page.locator("main li", has_text="use tabs")).to_contain_text("coding")
    expect(page.locator("main li", has_text="be brief")).to_contain_text("always")


def test_asking_shows_the_context_and_its_reasons_and_touches_nothing(visit: Visit, family: User) -> None:
    page = visit.open(family, "ask")
    page.get_by_label("Question").fill("Where does Nina live?")
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.locator("pre")).to_contain_text("Nina lives_in Oslo")
    hit = page.locator("section", has_text="Memories, best first").locator("li").first
    hit.locator("summary").click()
    shown = [float(t) for t in hit.locator("tbody tr td:last-child").all_text_contents()]
    score = float((hit.locator("summary").text_content() or "").split()[1].rstrip(":"))
    assert sum(shown) == pytest.approx(score, abs=0.005 * len(shown))
    family._runtime.access.flush()
    assert all(m.access_count == 0 for m in family.memories(limit=500).items)


def test_asking_within_a_session_shows_what_it_overrides(visit: Visit, family: User) -> None:
    family.put_session("s9", instructions=["do not be brief"])
    page = visit.open(family, "ask")
    page.get_by_label("Session id").fill("s9")
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.locator("section", has=page.get_by_role("heading", name="Session"))).to_contain_text(
        "do not be brief"
    )
    rules = page.locator("section", has=page.get_by_role("heading", name="Rules"))
    expect(rules.locator("li", has_text="be brief")).to_contain_text("overridden by a session instruction")


def test_after_a_question_what_matters_now_can_be_asked(visit: Visit, family: User) -> None:
    page = visit.open(family, "ask", ask="Where does Mona live?")
    expect(page.locator("pre")).to_contain_text("Bergen")
    page.get_by_label("Question").fill("")
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.locator("pre")).to_contain_text("user lives_in Lisbon")
    expect(page.get_by_label("Question")).to_have_value("")


def test_consents_are_switched(visit: Visit, family: User) -> None:
    page = visit.open(family, "consents")
    switch = page.get_by_role("switch", name="health")
    expect(switch).to_have_attribute("aria-checked", "false")
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "true")
    expect(switch).to_be_focused()
    family.grant("name", "to address the user")
    page.reload()
    expect(visit.settled().locator("main")).to_contain_text("for: to address the user")
    family.withdraw("name")
    assert [c.category for c in family.consents() if c.withdrawn_at is None] == ["health"]
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "false")
    assert family.consents()[0].withdrawn_at is not None


def test_the_history_tells_what_was_done_newest_first(visit: Visit, family: User) -> None:
    family.grant("health", "recipes")
    family.delete(memory(family, "user not likes fish"))
    page = visit.open(family, "history")
    lines = page.get_by_role("list", name="History").locator("> li")
    expect(lines.nth(0)).to_contain_text("erased")
    expect(lines.nth(0)).to_contain_text("memories 1")
    expect(lines.nth(1)).to_contain_text("for: recipes")
    expect(lines.last).to_contain_text("user created")
    expect(page.locator("main")).not_to_contain_text("fish")
    page.get_by_label("What was done").select_option("replaced")
    expect(lines).to_have_count(1)
    expect(lines.get_by_role("button", name="user lives_in Lisbon")).to_be_visible()
    lines.get_by_role("button", name="user lives_in Porto").click()
    expect(page.locator("#panel h2")).to_contain_text("Porto")


def test_the_panel_tells_the_history_of_its_memory(visit: Visit, family: User) -> None:
    key = memory(family, "since 2020-01-01 user lives_in Porto")
    panel = visit.open(family, "memories", m=key).locator("#panel")
    panel.get_by_text("History", exact=True).click()
    lines = panel.get_by_role("list", name="History").locator("> li")
    expect(lines).to_have_count(2)
    expect(lines.nth(0)).to_contain_text("message m1")
    expect(lines.nth(1)).to_contain_text("replaced")
    expect(lines.nth(1)).to_contain_text("message m2")


def test_a_stranger_has_no_history(visit: Visit, ana: User) -> None:
    expect(visit.open(ana, "history").locator("main")).to_contain_text("Nothing has been stored yet")


@pytest.mark.parametrize("format", ["json", "jsonld", "graphml", "cypher"])
def test_each_export_is_downloaded(visit: Visit, family: User, format: str, tmp_path: Path) -> None:
    page = visit.open(family, "data")
    page.get_by_label("Format").select_option(format)
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download").click()
    assert waiting.value.suggested_filename == f"memory.{format}"
    file = tmp_path / "export"
    waiting.value.save_as(file)
    text = file.read_text(encoding="utf-8")
    assert "Oslo" in text
    if format.startswith("json"):
        json.loads(text)


def test_erasing_needs_the_user_id_and_answers_with_a_receipt(visit: Visit, family: User) -> None:
    page = visit.open(family, "data")
    erase = page.get_by_role("button", name="Erase everything")
    expect(erase).to_be_disabled()
    page.get_by_label("to confirm").fill("somebody else")
    expect(erase).to_be_disabled()
    page.get_by_label("to confirm").fill(family.id)
    held = len(family.memories(limit=500).items)
    erase.click()
    expect(page.get_by_role("row", name="memories")).to_contain_text(str(held))
    expect(page.get_by_role("heading", name="Receipt of the erasure")).to_be_focused()
    assert family.memories().items == ()


def test_entities_are_merged_and_the_merge_is_undone(visit: Visit, family: User) -> None:
    page = visit.open(family, "entities")
    proposal = page.locator("section", has_text="Are these one?")
    expect(proposal).to_contain_text("Mona Berga")
    proposal.get_by_role("button", name="One and the same").click()
    merged = page.locator("section", has_text="Merged")
    expect(merged).to_be_visible()
    assert len(family.entities(q="Mona").items) == 1
    merged.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("No two entities look like one.")).to_be_visible()
    assert len(family.entities(q="Mona").items) == 2
    page.get_by_label("Choose Mona", exact=True).check()
    page.get_by_label("Choose Mona Berga").check()
    page.get_by_role("button", name="Merge the chosen ones").click()
    expect(merged).to_be_visible()


def test_of_two_homes_of_one_person_the_older_is_shown_as_replaced(visit: Visit, family: User) -> None:
    family.remember("Mona_Berga lives_in Rome")
    page = visit.open(family, "entities")
    page.get_by_role("button", name="One and the same").click()
    expect(page.locator("section", has_text="Merged")).to_be_visible()
    page = visit.open(family, "memories", predicate="lives_in", status="superseded")
    bergen = page.locator("main .memories > li", has_text="Mona lives_in Bergen")
    expect(bergen.locator(".next")).to_have_text("→ Mona_Berga lives_in Rome")


def test_two_that_only_look_alike_are_told_apart(visit: Visit, family: User) -> None:
    page = visit.open(family, "entities")
    page.get_by_role("button", name="Two different ones").click()
    expect(page.get_by_text("No two entities look like one.")).to_be_visible()
    assert [m.state for m in family.merges().items] == ["rejected"]


def test_what_was_not_yet_known_is_not_shown(visit: Visit, family: User) -> None:
    page = visit.open(family, "memories", known_at="2020-01-01T00:00:00Z")
    expect(page.locator(".time summary")).to_contain_text("as known on 1 Jan 2020")
    expect(page.locator("main")).to_contain_text("No memory matches")
    page.get_by_role("button", name="Back to now").click()
    expect(page.locator("main .memories > li").first).to_be_visible()


def test_what_has_not_happened_is_on_no_timeline(visit: Visit, family: User) -> None:
    page = visit.open(family, "timeline", as_of="2026-01-04T00:00:00Z")
    expect(page.locator("main")).to_contain_text("Nina laughed")
    expect(page.locator("main")).not_to_contain_text("Nina visited Mona")
    page = visit.open(family, "timeline", as_of="2026-01-05T00:00:00Z")
    expect(page.locator("main")).to_contain_text("Nina visited Mona")


def test_time_moves_the_picture_and_the_lists(visit: Visit, family: User) -> None:
    page = drawn(visit.open(family, "graph", as_of="2025-06-01T00:00:00Z"))
    expect(page.locator(".edges")).to_contain_text("Porto")
    expect(page.locator(".edges")).not_to_contain_text("Lisbon")
    expect(page.locator(".time summary")).to_contain_text("as of 1 Jun 2025")
    page.get_by_role("link", name="Memories").click()
    visit.settled()
    lines = page.locator("main .memories > li")
    expect(lines.filter(has_text="Porto").locator(".status-current")).to_be_visible()
    expect(lines.filter(has_text="Lisbon")).to_have_count(0)
    page.get_by_role("button", name="Back to now").click()
    porto = lines.filter(has_text="user lives_in Porto")
    expect(porto.locator(".status-superseded")).to_be_visible()
    expect(porto.locator(".next")).to_have_text("→ user lives_in Lisbon")
    page.locator(".time summary").click()
    page.get_by_label("As of, in the world").press("Home")
    expect(page.locator(".time summary")).to_contain_text("as of")
    expect(lines.filter(has_text="Lisbon")).to_have_count(0)
