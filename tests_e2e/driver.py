"""What a test does with a page: open it, press a cell's buttons, wait for its state, read what it shows.
Every wait is for a state or a text that the page shows, none is for a time."""

import time

from playwright.sync_api import expect

BLOCKED = "Service Worker registration blocked by Playwright"
TIMEOUT = 90_000  # milliseconds; starting Python on two busy cores is the longest wait


class Tab:
    """A page of the browser, and everything that went wrong in it."""

    def __init__(self, context, address):
        self.page = context.new_page()
        self.page.set_default_timeout(TIMEOUT)
        self.address = address
        self.problems, self.urls = [], []
        self.page.on("console", self.on_console)
        self.page.on("pageerror", lambda error: self.problems.append(f"uncaught: {error}"))
        self.page.on("request", lambda request: self.urls.append(request.url))
        self.page.on("requestfailed", self.on_failed)
        self.page.on("response", self.on_response)

    def on_console(self, message):
        if message.type in ("error", "warning") and message.text != BLOCKED:
            self.problems.append(f"console {message.type}: {message.text}")

    def on_failed(self, request):
        if request.failure != "net::ERR_ABORTED":  # what a page or a worker asked for and no longer needs
            self.problems.append(f"{request.failure}: {request.url}")

    def on_response(self, response):
        if response.status >= 400:
            self.problems.append(f"status {response.status}: {response.url}")

    def open(self, path=""):
        self.page.goto(self.address + path)
        return self

    def cell(self, id):
        return Cell(self, id)

    def until(self, holds, arg=None):
        """Wait until the promise of an async function is true; to wait_for_function any promise is."""
        end = time.monotonic() + TIMEOUT / 1000
        while not self.page.evaluate(holds, arg):
            assert time.monotonic() < end, f"never true: {holds}"
            self.page.wait_for_timeout(50)

    def workers(self):
        """Those that run cells, or wait to: Material has one of its own."""
        return [worker for worker in self.page.workers if is_python(worker)]

    def worker(self):
        """The worker that runs cells; younger ones wait to follow it."""
        return self.workers()[0]

    def spare(self):
        """The worker that is to follow on Stop, once there is one."""
        if len(self.workers()) < 2:
            self.page.wait_for_event("worker", is_python)
        return self.workers()[1]

    def worker_files(self):
        return [url for url in self.urls if "/assets/pyodide/" in url or url.endswith("/worker.js")]


def is_python(worker):
    return worker.url.endswith("/cells/worker.js")


class Cell:
    def __init__(self, tab, id):
        self.tab, self.id = tab, id
        self.element = tab.page.locator(f"#cell-{id}")

    def __getattr__(self, name):
        """The parts by their class: .run is .cell-run, .status is .cell-status, ..."""
        return self.element.locator(f".cell-{name}")

    def press(self, name="Run"):
        self.element.evaluate(UNFOLD)
        self.element.get_by_role("button", name=f"{name} cell {self.id}", exact=True).click()
        return self

    def wait(self, *states):
        self.tab.page.wait_for_function(
            "([id, states]) => states.includes(document.getElementById(id)?.dataset.state)",
            arg=[f"cell-{self.id}", states or ["done", "error", "stopped"]],
        )
        self.tab.page.evaluate("() => new Promise(requestAnimationFrame)")  # lines are drawn once in a frame
        return self

    def finish(self):
        return self.press().wait()

    @property
    def state(self):
        return self.element.get_attribute("data-state")

    @property
    def kept(self):
        """The verdict: "same", "differs", or None."""
        return self.element.get_attribute("data-verdict")

    def printed(self, stream="stdout"):
        """What is shown of a stream of the program."""
        return "".join(self.element.locator(f'.cell-lines[data-stream="{stream}"]').evaluate_all(TEXTS))

    def shows(self, text, stream="stdout"):
        """Wait until a program that runs has shown the text; what an earlier run printed stays until it begins."""
        self.wait("running")
        expect(self.element.locator(f'.cell-lines[data-stream="{stream}"]').last).to_contain_text(text, timeout=TIMEOUT)
        return self

    @property
    def trace(self):
        return self.element.locator(".cell-error").inner_text()

    def enter(self):
        """Go into the code, as a reader who points at it; the editor is there afterwards."""
        self.element.locator(".cell-source").click()
        self.element.locator(".cell-editor:focus").wait_for()
        return self

    def write(self, code):
        """Put code in the editor, as a reader would who replaces everything."""
        keyboard = self.enter().tab.page.keyboard
        keyboard.press("Control+a")
        keyboard.insert_text(code) if code else keyboard.press("Delete")
        return self

    @property
    def code(self):
        """The code as the reader sees it, in the page or in the editor."""
        if self.editor.count():
            return "\n".join(self.editor.locator(".cm-line").all_text_contents())
        return self.source.locator("code").text_content().removesuffix("\n")

    def has_code(self, code):
        """Wait until the editor shows this code."""
        expect(self.editor).to_be_visible(timeout=TIMEOUT)
        assert self.code == code
        return self


UNFOLD = "cell => { for (let e = cell; (e = e.parentElement?.closest('details')); ) e.open = true }"
TEXTS = "blocks => blocks.map(block => block.textContent)"
