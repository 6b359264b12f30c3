"""The content-security policy that each built page carries: everything comes from the site itself.
The theme's inline scripts are allowed by their hashes, as they stand in the page."""

import base64
import hashlib
import html
import re

_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)


def with_policy(page: str) -> str:
    """The page with its policy in its head, before whatever the policy is about."""
    hashes = sorted({_hash(script) for script in _SCRIPT.findall(page)})
    rules = {
        "default-src": ["'self'"],
        "script-src": ["'self'", "'wasm-unsafe-eval'", *hashes],
        "style-src": ["'self'"],
        "style-src-attr": [
            "'unsafe-inline'"
        ],  # what is written over a selection in the editor comes from Chromium with one
        "img-src": ["'self'", "data:", "blob:"],
        "object-src": ["'none'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
    }
    content = "; ".join(" ".join([name, *sources]) for name, sources in rules.items())
    meta = f'<meta http-equiv="Content-Security-Policy" content="{html.escape(content)}">'
    charset = '<meta charset="utf-8">'  # has to stand in the first 1024 bytes
    before, found, after = page.partition(charset)
    if not found:
        raise ValueError(f"the theme's page has no {charset}")
    return before + found + meta + after


def _hash(script):
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"
