"""What a test does with the playground: write into its files, press its buttons, wait for its state."""

from tests_e2e.driver import TEXTS, TIMEOUT, Cell, expect

SHOWS = """code => {
  const lines = document.querySelectorAll(".play-panel:not([hidden]) .cell-editor .cm-line");
  return [...lines].map((line) => line.textContent).join("\\n") === code;
}"""


class Playground(Cell):
    """The page's one playground, with a cell's parts and waits."""

    def __init__(self, tab):
        self.tab, self.id = tab, "the playground"
        self.element = tab.page.locator(".playground")

    @classmethod
    def open(cls, tab, more=""):
        tab.open("playground/" + more)
        made = cls(tab)
        expect(made.button("Run the playground")).to_be_visible(timeout=TIMEOUT)
        return made

    def button(self, name):
        return self.element.get_by_role("button", name=name, exact=True)

    def press(self, name="Run the playground"):
        self.button(name).click()
        return self

    def wait(self, *states):
        self.tab.page.wait_for_function(
            "states => states.includes(document.querySelector('.playground').dataset.state)",
            arg=list(states or ["done", "error", "stopped"]),
            timeout=TIMEOUT,
        )
        self.tab.page.evaluate("() => new Promise(requestAnimationFrame)")
        return self

    def write(self, code):
        self.tab.page.locator(".play-panel:not([hidden])").click()
        self.element.locator(".cell-editor:focus").wait_for()
        self.tab.page.keyboard.press("Control+a")
        self.tab.page.keyboard.insert_text(code)
        return self

    def run(self, code):
        return self.write(code).finish()

    @property
    def editor(self):
        return self.element.locator(".play-panel:not([hidden]) .cell-editor")

    @property
    def code(self):
        """What the reader sees in the editor."""
        return "\n".join(self.editor.locator(".cm-line").all_text_contents())

    def has_code(self, code):
        """Wait until the editor shows this code."""
        expect(self.editor).to_be_visible(timeout=TIMEOUT)
        self.tab.page.wait_for_function(SHOWS, arg=code)
        return self

    def file(self, name):
        """Show one of the files."""
        self.element.get_by_role("tab", name=name, exact=True).click()
        return self

    def add(self, name, code=None):
        self.press("Add a file")
        self.field("Name of the new file", name)
        return self if code is None else self.write(code)

    def field(self, label, text):
        field = self.element.get_by_label(label, exact=True)
        field.fill(text)
        field.press("Enter")

    @property
    def files(self):
        return self.element.get_by_role("tab").evaluate_all(TEXTS)

    @property
    def names(self):
        """The rows of the table of names."""
        rows = self.element.locator(".play-table tbody tr")
        return [tuple(row.split("\t")) for row in rows.evaluate_all("rows => rows.map(row => row.innerText)")]

    @property
    def answer(self):
        return self.element.locator(".play-answer")
