"""site_hooks.policy: which scripts a built page may run."""

import base64
import hashlib
import html
import re

import pytest

from site_hooks.policy import with_policy

PAGE = '<html><head><meta charset="utf-8"><script>{}</script></head><body><script src="x.js"></script>{}</body></html>'


def rules(page):
    content = re.search(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', page)[1]
    return {rule.split()[0]: rule.split()[1:] for rule in html.unescape(content).split("; ")}


def digest(script):
    return "'sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() + "'"


def test_inline_scripts_are_allowed_by_their_hashes_and_no_others():
    data = '<script type="application/json">{"a": 1}</script>'
    page = with_policy(PAGE.format("\nlet é = '<b>';\n", data + "<script>f()</script>"))
    allowed = {"'self'", "'wasm-unsafe-eval'", digest("\nlet é = '<b>';\n"), digest("f()")}
    assert set(rules(page)["script-src"]) == allowed


def test_nothing_comes_from_elsewhere():
    found = rules(with_policy(PAGE.format("", "")))
    sources = {source for values in found.values() for source in values if not source.startswith("'")}
    assert sources == {"data:", "blob:"}
    assert found["default-src"] == found["style-src"] == ["'self'"]


def test_policy_stands_before_the_first_script_and_after_the_charset():
    page = with_policy(PAGE.format("", ""))
    assert page.index("charset") < page.index("Content-Security-Policy") < page.index("<script")


def test_page_without_a_place_for_it_is_refused():
    with pytest.raises(ValueError, match="charset"):
        with_policy("<html></html>")
