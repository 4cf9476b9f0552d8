"""What /browse serves: files only, under a strict policy, with vendored libraries that are what they claim."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import httpx2
import pytest

from tests.browser.conftest import Site
from user_memory.api.browse import routes
from user_memory.api.browse.assets import assets, page

STATIC = Path(routes.__file__).parent / "static"
VENDORED = (STATIC / "vendor", Path(__file__).parent / "vendor")


@pytest.mark.parametrize("folder", VENDORED, ids=["page", "tests"])
def test_each_vendored_library_has_version_licence_and_hash(folder: Path) -> None:
    listed = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["libraries"]
    assert {item["file"] for item in listed} == {f.name for f in folder.glob("*.js")}
    for item in listed:
        assert hashlib.sha256((folder / item["file"]).read_bytes()).hexdigest() == item["sha256"]
        assert item["version"] in item["origin"]
        assert item["licence"] in ("MIT", "MPL-2.0")
        assert (folder / item["licence_file"]).stat().st_size > 500


def test_the_policy_lets_nothing_in_but_the_pages_own_files(site: Site) -> None:
    answer = httpx2.get(f"{site.url}/browse")
    policy = dict(part.strip().split(" ", 1) for part in answer.headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_the_page_has_no_inline_script_or_style_and_no_address_elsewhere() -> None:
    html = page()
    assert re.findall(r"<script(?![^>]*\bsrc=)", html) == []
    assert re.findall(r"<style|\sstyle=|\son\w+=|https?://", html) == []


@pytest.mark.parametrize("name", sorted(n for n in assets() if not n.startswith("vendor/")))
def test_own_scripts_never_make_markup_of_data(name: str) -> None:
    text = assets()[name][0].decode("utf-8")
    assert (
        re.findall(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function", text)
        == []
    )
    assert [u for u in re.findall(r"https?://[^\s\"']+", text) if u != "http://www.w3.org/2000/svg"] == []
    assert len(text.splitlines()) < 400


def test_a_slash_at_the_end_leads_to_the_page(site: Site) -> None:
    answer = httpx2.get(f"{site.url}/browse/", follow_redirects=True)
    assert (str(answer.url), answer.status_code) == (f"{site.url}/browse", 200)


@pytest.mark.parametrize(
    "name", ["nothing.js", "../routes.py", "%2e%2e/routes.py", "page.html", "vendor/manifest.json"]
)
def test_other_files_are_not_served(site: Site, name: str) -> None:
    assert httpx2.get(f"{site.url}/browse/{name}").status_code == 404
