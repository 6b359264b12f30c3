"""A program may attack what runs it: the reader is told, the page is not reached, and the next Run works."""

import pytest

from tests_e2e import sites
from tests_e2e.driver import TIMEOUT, expect
from tests_e2e.test_offline import wait_until_kept

NEVER_ANSWERS = """
import js
js.eval("Object.defineProperty(MessageEvent.prototype, 'data', { get: () => ({ type: 'reply' }) })")
print("left")
"""

FORGED = """
import js
from pyodide.ffi import to_js

def send(**message):
    js.postMessage(to_js(message, dict_converter=js.Object.fromEntries))

js.postMessage(None)
js.postMessage("junk")
send(type="image", kept={"memory": 1})
send(type="answered", number=12345)
send(type="part", buffers=3)
send(type="ready")
print("sent")
"""

DEAF = """
import js
js.self.onmessage = None
js.self.onerror = None
js.eval("self.postMessage = null; self.addEventListener('message', (event) => event.stopImmediatePropagation())")
print("deaf")
"""

STORED = """
import js
names = ["caches", "indexedDB", "Worker", "document", "localStorage", "parent"]
print(*[hasattr(js.self, name) for name in names], hasattr(js.navigator, "storageBuckets"))
print(*[js.eval(f"typeof {name}") for name in names])
"""

POISON = """async () => {
    const [name] = (await caches.keys()).filter((name) => name.startsWith("borch offline "));
    const cache = await caches.open(name);
    const requests = await cache.keys();
    const html = "<!doctype html><meta charset=utf-8><title>not ours</title><h1>not ours</h1>";
    const init = { headers: { "content-type": "text/html" } };
    for (const { url } of requests) if (url.endsWith(".html")) await cache.put(url, new Response(html, init));
}"""


def run(tab, code):
    return tab.open().cell("hello").write(code).finish()


def test_program_cannot_close_its_worker(new_tab):
    cell = run(new_tab, "import js\njs.self.close()")
    assert (cell.state, cell.status.inner_text()) == ("error", "Error in line 2")
    assert "a program cannot close the worker that it runs in" in cell.trace
    assert new_tab.cell("numpy").finish().kept == "same"


@pytest.mark.parametrize(("code", "line"), [(DEAF, "deaf"), (FORGED, "sent")])
def test_messages_are_heard_and_believed_from_the_site_alone(new_tab, code, line):
    cell = run(new_tab, code)
    assert (cell.state, cell.printed()) == ("done", line + "\n")
    worker = new_tab.worker()
    assert new_tab.cell("numpy").finish().kept == "same"
    assert new_tab.worker() == worker
    cell.write("import time\nprint('asleep')\ntime.sleep(1e6)").press().shows("asleep")
    cell.press("Stop").wait("stopped")
    assert new_tab.cell("numpy").finish().kept == "same"


def test_python_that_no_longer_answers_is_replaced_and_the_reader_is_told(new_tab):
    cell = run(new_tab, NEVER_ANSWERS)
    assert (cell.state, cell.printed()) == ("done", "left\n")
    after = new_tab.cell("numpy").finish()
    assert after.kept == "same"
    told = "Python no longer answered, and was started afresh: names and files made before are gone."
    assert after.note.inner_text() == told
    assert after.finish().note.inner_text() == ""


def test_program_has_nothing_of_what_the_browser_keeps_for_the_site(new_tab):
    cell = run(new_tab, STORED)
    assert cell.printed() == "False False False False False False False\n" + "undefined " * 5 + "undefined\n", (
        cell.trace
    )


def test_page_that_somebody_else_put_among_the_kept_ones_is_not_shown(make_tab):
    tab = make_tab(sites.main_site(), service_workers="allow").open("about/")
    wait_until_kept(tab, "about/index.html")
    tab.page.evaluate(POISON)
    tab.page.reload()
    expect(tab.page.get_by_role("heading", level=1)).to_contain_text("How every line is checked", timeout=TIMEOUT)
    tab.page.close()
