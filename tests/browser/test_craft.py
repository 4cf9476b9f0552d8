"""Accessible, escaped, narrow and wide, light and dark, and clear when something is missing."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Site, Visit, served
from tests.scripted import ScriptedExtractor
from user_memory.graph.engines import open_engine
from user_memory.graph.memory.service import MemoryService
from user_memory.graph.memory.user import User

pytestmark = pytest.mark.browser

VIEWS = [
    "overview",
    "graph",
    "memories",
    "timeline",
    "rules",
    "ask",
    "entities",
    "history",
    "consents",
    "data",
]
AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text(encoding="utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
XSS = "<img src=x onerror=alert(1)><script>alert(2)</script>\"'`${alert(3)}"


def faults(visit: Visit) -> list[str]:
    """What axe finds on the page as it is."""
    visit.page.evaluate(AXE)
    found = visit.page.evaluate("rules => axe.run({runOnly: rules})", RULES)
    return [f"{v['id']}: {[n['target'] for n in v['nodes']]}" for v in found["violations"]]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(visit: Visit, family: User, theme: str) -> None:
    visit.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    first = family.memories().items[0].id
    for view in VIEWS:
        params = {"ask": "Nina"} if view == "ask" else {}
        visit.open(family, view, **params)
        assert (view, faults(visit)) == (view, [])
    visit.open(family, "memories", m=first, as_of="2026-01-01T00:00:00Z")
    for fold in visit.page.locator("#panel summary").all():
        fold.click()
    visit.page.wait_for_selector("#panel .history")
    assert faults(visit) == []
    visit.open(family, "entities", e=family.entities(q="Nina").items[0].id)
    assert faults(visit) == []


def test_axe_finds_nothing_where_there_is_nothing(visit: Visit, ana: User) -> None:
    visit.page.goto(f"{visit.site.url}/browse")
    visit.settled()
    assert faults(visit) == []
    for view in VIEWS:
        visit.open(ana, view)
        assert (view, faults(visit)) == (view, [])


@pytest.mark.parametrize("width", [360, 800, 1280])
def test_nothing_is_wider_than_the_screen(visit: Visit, family: User, width: int) -> None:
    visit.page.set_viewport_size({"width": width, "height": 740})
    first = family.memories().items[0].id
    for view in VIEWS:
        visit.open(family, view, m=first)
        wide = visit.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert (view, wide) == (view, 0)


def test_markup_in_any_field_stays_text(visit: Visit, ana: User) -> None:
    ana.add(
        "semantic",
        fact={"subject": XSS, "predicate": "likes", "object": XSS[::-1], "qualifier": XSS},
        tags=[XSS[:60]],
        aliases=[XSS + "c"],
    )
    ana.grant("name", XSS)
    said = XSS.replace(" ", "_").replace("\n", "")
    ana.remember([{"role": "participant", "speaker": XSS, "content": f"user likes {said}"}])
    ana.add(
        "episodic",
        content=XSS,
        event={"involves": [XSS, XSS + "b"], "occurred_from": "2026-01-01T00:00:00Z"},
        tags=[XSS[:60]],
    )
    ana.add("procedural", rule={"instruction": XSS, "condition": XSS, "scope": XSS}, tags=[XSS[:60]])
    ana.put_session("s1", instructions=[XSS])
    ana.grant("health", XSS)
    visit.page.on("dialog", lambda dialog: visit.complaints.append(f"alert: {dialog.message}"))
    for view in VIEWS:
        visit.open(ana, view, **({"ask": XSS} if view == "ask" else {}))
        assert visit.page.locator("main img, main script, #panel script").count() == 0
    for item in ana.memories().items:
        visit.open(ana, "memories", m=item.id)
        expect(visit.page.locator("#panel h2")).to_contain_text(
            "onerror" if item.layer != "semantic" else "likes"
        )
        assert visit.page.locator("#panel img, #panel script").count() == 0
    for item in ana.entities().items:
        page = visit.open(ana, "entities", e=item.id)
        expect(page.locator("#panel h2")).to_have_text(item.name)


def test_a_user_id_of_markup_stays_text(visit: Visit) -> None:
    page = visit.open(f"{XSS}/?#%2F")
    expect(page.locator("#who strong")).to_have_text(f"{XSS}/?#%2F")
    expect(page.locator("main")).to_contain_text("Nothing is remembered yet")


def test_other_scripts_run_in_their_direction(visit: Visit, ana: User) -> None:
    names = {"القهوة العربية": "rtl", "北京烤鸭": "ltr", "Größenwahn": "ltr"}
    for name in names:
        ana.add("semantic", fact={"subject": "user", "predicate": "likes", "object": name})
    for name, direction in names.items():
        page = visit.open(ana, "entities", e=ana.entities(q=name).items[0].id)
        shown = page.locator("#panel h2 .said")
        expect(shown).to_have_text(name)
        assert shown.evaluate("e => getComputedStyle(e).direction") == direction


def test_a_place_can_be_shared(visit: Visit, family: User) -> None:
    page = visit.open(family, "graph")
    page.locator(".edges").get_by_role("button", name="Nina", exact=True).click()
    expect(page.locator("#panel h2")).to_have_text("Nina")
    address = page.url
    page.goto("about:blank")
    page.goto(address)
    visit.settled()
    expect(page.locator("#panel h2")).to_have_text("Nina")
    page.go_back()
    page.go_back()


def test_the_theme_is_chosen_and_kept(visit: Visit, ana: User) -> None:
    page = visit.open(ana)
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    page.get_by_role("button", name="Theme").click()
    page.get_by_role("button", name="Theme").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert page.evaluate(ground) != light
    page.reload()
    visit.settled()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_what_is_not_there_says_so(visit: Visit, family: User) -> None:
    visit.expected += ("404", "422")
    page = visit.open(family, "memories", m="no-such-id")
    expect(page.get_by_role("alert")).to_contain_text("No such memory")
    page = visit.open(family, "memories", q="nothing like it")
    expect(page.locator("main")).to_contain_text("No memory matches")
    page = visit.open(family, "graph", center="no-such-id")
    expect(page.get_by_role("alert")).to_contain_text("No such entity")
    page = visit.open(family, "memories", as_of="soon")
    expect(page.get_by_role("alert")).to_be_visible()


def test_a_service_that_is_away_is_told_and_tried_again(visit: Visit, family: User) -> None:
    visit.expected += ("ERR_FAILED",)
    page = visit.open(family)
    page.route("**/v1/**", lambda route: route.abort())
    page.get_by_role("link", name="Timeline").click()
    expect(page.get_by_role("alert")).to_contain_text("does not answer")
    page.unroute("**/v1/**")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".timeline")).to_contain_text("Nina visited Mona")


def test_the_keyboard_reaches_the_content_first(visit: Visit, family: User) -> None:
    page = visit.open(family)
    page.reload()
    visit.settled()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()


def test_on_a_narrow_screen_the_panel_alone_takes_the_focus(visit: Visit, family: User) -> None:
    visit.page.set_viewport_size({"width": 360, "height": 740})
    page = visit.open(family, "memories")
    page.locator("main .memory").first.click()
    page.get_by_role("button", name="Close").focus()
    for _ in range(12):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.closest('main, nav, header, footer')") is None
    page.keyboard.press("Escape")
    expect(page.locator("#panel")).to_be_hidden()
    page.get_by_role("link", name="Timeline").click()
    expect(page.get_by_role("heading", name="Timeline")).to_be_visible()


def test_a_thousand_nodes_are_drawn(visit: Visit, site: Site, ana: User, record_property: object) -> None:
    for start in range(0, 1_000, 100):
        ana.remember("\n".join(f"user likes thing{i}" for i in range(start, start + 100)))
    began = time.perf_counter()
    page = visit.open(ana, "graph", nodes="1000")
    page.wait_for_selector('[data-nodes="1000"]')
    record_property("seconds_to_open", round(time.perf_counter() - began, 2))  # type: ignore[operator]
    page.wait_for_selector("[data-layout=done]")
    expect(page.locator("#graph-count")).to_contain_text("1000 nodes")


def test_by_itself_the_picture_has_at_most_300_nodes(visit: Visit, ana: User) -> None:
    for start in range(0, 400, 100):
        ana.remember("\n".join(f"user likes thing{i}" for i in range(start, start + 100)))
    page = visit.open(ana, "graph")
    expect(page.locator("#graph-count")).to_contain_text("300 nodes")
    expect(page.locator("#graph-count")).to_contain_text("More lies beyond")


def test_a_key_is_asked_for_kept_in_the_tab_and_sent(chromium: Browser, tmp_path: Path) -> None:
    engine = open_engine(tmp_path / "data")
    engine.start()
    with MemoryService(engine, ScriptedExtractor(), None) as memory:
        memory.migrate()
        _, secret = memory.keys.create("default", "browser")
        memory.user("ana").remember("user likes tea")
        with served(memory) as site:
            context = chromium.new_context()
            visit = Visit(context.new_page(), site, expected=("401",)).watch()
            page = visit.open("ana")
            expect(page.get_by_role("alert")).to_contain_text("Send an API key")
            page.get_by_label("API key").fill("wrong")
            page.get_by_role("button", name="Open").click()
            expect(page.get_by_role("alert")).to_contain_text("not known")
            page.get_by_label("API key").fill(secret)
            page.get_by_role("button", name="Open").click()
            expect(page.locator("main")).to_contain_text("user likes tea")
            assert secret not in page.url
            assert page.evaluate("[localStorage.length, document.cookie]") == [0, ""]
            page.get_by_role("button", name="Sign out").click()
            expect(page.get_by_label("API key")).to_have_value("")
            assert page.evaluate("sessionStorage.length") == 0
            assert visit.complaints == []
            context.close()


def test_what_is_missing_is_left_out_rather_than_named(visit: Visit, family: User) -> None:
    for item in family.memories().items:
        page = visit.open(family, "memories", m=item.id)
        assert "null" not in page.locator("body").inner_text()
    for entity in family.entities().items:
        page = visit.open(family, "entities", e=entity.id)
        assert "null" not in page.locator("body").inner_text()


def test_a_day_is_the_day_of_whoever_spoke_of_it(visit: Visit, ana: User) -> None:
    """The first of May began in Lisbon at 23:00 UTC of the day before, and in New York at 04:00."""
    for place, hour in (("Lisbon", "2024-04-30T23:00:00Z"), ("New York", "2024-05-01T04:00:00Z")):
        following = hour.replace("-01T", "-02T").replace("04-30T", "05-01T")
        event = {"occurred_from": hour, "occurred_to": following, "precision": "day"}
        ana.add("episodic", content=f"user moved to {place}", event=event)
    page = visit.open(ana, "timeline")
    expect(page.locator(".date")).to_contain_text(["1 May 2024", "1 May 2024"])
    page.get_by_role("button", name="user moved to Lisbon").click()
    panel = visit.settled().locator("#panel")
    expect(panel.locator("dl").first).to_contain_text("1 May 2024")
    panel.get_by_text("Edit", exact=True).click()
    expect(panel.get_by_label("Day", exact=True)).to_have_value("2024-05-01")
