"""Python starts from packs, then from an image: on Stop, and on the next visit. Either way it is the same Python.
Whatever is wrong with a stored image, the packs are there."""

import pytest

from tests_e2e import sites

LIMIT = 9_000_000  # bytes until the first line of a first visit
STORED = """async () => {
    for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        const about = (await cache.keys()).find((key) => key.url.endsWith("/about"));
        if (about) return (await (await cache.match(about)).json()).key;
    }
}"""
UNTIL_STORED = f"""async (but) => {{
    const key = {STORED};
    for (;;) {{
        const found = await key();
        if (found && found !== but) return;
        await new Promise((then) => setTimeout(then, 50));
    }}
}}"""
CHANGE = """async ([part, how]) => {
    for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const key of await cache.keys()) {
            if (!key.url.endsWith(`/${part}`)) continue;
            let bytes = new Uint8Array(await (await cache.match(key)).arrayBuffer());
            if (how === "flip") bytes[bytes.length >> 1] ^= 1;
            if (how === "cut") bytes = bytes.subarray(0, bytes.length >> 1);
            if (how === "key") {
                const about = JSON.parse(new TextDecoder().decode(bytes));
                bytes = new TextEncoder().encode(JSON.stringify({ ...about, key: "another" }));
            }
            if (how === "drop") await cache.delete(key);
            else await cache.put(key, new Response(bytes));
        }
    }
}"""


def visit(tab):
    """The page anew; from now on `urls` are those of this visit."""
    tab.open("start/")
    tab.urls.clear()
    return tab


def until_line(tab, line="begun"):
    """Run the cell that prints a line and does not end: what was fetched until then."""
    tab.cell("waits").press().shows(line)
    return {url.rsplit("/", 1)[-1] for url in tab.urls if "/assets/" in url}


def from_packs(names):
    return any(name.startswith("python-first") for name in names)


def size(name):
    return sum(path.stat().st_size for path in sites.test_site().folder.rglob(name)) or len(
        (sites.ROOT / "docs/assets/cells" / name).read_bytes()
    )


def wait_until_stored(tab, but=None):
    """An image is in the browser's storage, under another key than that."""
    tab.page.evaluate(UNTIL_STORED, but)


@pytest.fixture
def cold(make_tab):
    """A first visit."""
    tab = visit(make_tab(sites.test_site()))
    yield tab
    assert tab.problems == []
    tab.page.close()


@pytest.fixture
def known(cold):
    """A visit after one that has stored its image."""
    cold.cell("first").finish()
    wait_until_stored(cold)
    return visit(cold)


@pytest.fixture(scope="module")
def computed(make_tab):
    """What the cells print in a Python that was started from its files."""
    tab = visit(make_tab(sites.test_site()))
    tab.page.evaluate("() => { delete window.caches; }")
    return {id: tab.cell(id).finish().printed() for id in ("broad", "sources")}


def test_a_first_visit_fetches_what_the_first_line_needs_and_no_more(cold):
    names = until_line(cold)
    assert from_packs(names)
    assert not [name for name in names if "-rest-" in name or "-sources-" in name or name.endswith(".whl")]
    assert sum(map(size, names)) <= LIMIT


def test_what_is_needed_later_comes_after_the_first_run(cold):
    cold.cell("first").finish()
    with cold.page.expect_event("requestfinished", lambda request: "borch-sources-" in request.url):
        pass


def test_the_next_visit_starts_from_the_stored_image(known):
    assert not from_packs(until_line(known))


def test_stop_starts_from_the_image_and_fetches_nothing_that_python_waits_for(cold):
    until_line(cold)
    cold.urls.clear()
    cold.cell("waits").press("Stop").wait("stopped")
    names = until_line(cold)
    assert not [name for name in names if name.endswith((".gz", ".json", ".whl", ".zip", ".wasm"))]


def test_a_first_visit_that_ends_with_stop_stores_its_image(cold):
    until_line(cold)
    cold.cell("waits").press("Stop").wait("stopped")
    wait_until_stored(cold)
    assert not from_packs(until_line(visit(cold)))


def test_a_first_visit_that_is_left_while_its_program_runs_stores_its_image(cold):
    until_line(cold)
    wait_until_stored(cold)
    assert cold.cell("waits").state == "running"
    assert not from_packs(until_line(visit(cold)))


def test_the_python_that_follows_on_stop_comes_up_beside_the_first_one(cold):
    until_line(cold)
    worker, spare = cold.workers()
    cold.cell("waits").press("Stop").wait("stopped")
    assert set(cold.workers()) <= {worker, spare}  # no other was made
    assert cold.cell("first").finish().kept == "same"


@pytest.mark.parametrize(
    ("part", "how"),
    [("memory", "flip"), ("libraries", "cut"), ("meta", "flip"), ("about", "drop")],
)
def test_an_image_that_is_damaged_is_not_used(known, part, how):
    known.page.evaluate(CHANGE, [part, how])
    assert from_packs(until_line(visit(known)))


def test_an_image_of_another_build_is_not_used_and_gives_way(known):
    known.page.evaluate(CHANGE, ["about", "key"])
    assert from_packs(until_line(visit(known)))
    known.cell("waits").press("Stop").wait("stopped")
    known.cell("first").finish()
    wait_until_stored(known, but="another")
    assert not from_packs(until_line(visit(known)))


@pytest.mark.parametrize("refusal", ["caches = undefined", "caches = { open() { throw new DOMException('no') } }"])
def test_without_storage_it_starts_and_stops_all_the_same(make_tab, refusal):
    tab = make_tab(sites.test_site())

    def refuse(route):
        response = route.fetch()
        route.fulfill(response=response, body=f"const {refusal};\n{response.text()}")

    tab.page.context.route("**/cells/store.js", refuse)
    assert from_packs(until_line(visit(tab)))
    tab.cell("waits").press("Stop").wait("stopped")
    assert tab.cell("first").finish().kept == "same"
    assert tab.page.evaluate(STORED) is None
    assert from_packs(until_line(visit(tab)))
    assert tab.problems == []
    tab.page.close()


def test_an_image_that_cannot_be_restored_is_not_used(make_tab):
    tab = make_tab(sites.test_site())

    def spoil(route):
        response = route.fetch()
        route.fulfill(response=response, body=response.text().replace("M.growMemory(meta.size)", "M.gone(meta.size)"))

    tab.page.context.route("**/cells/snapshot.js", spoil)
    until_line(visit(tab))
    tab.urls.clear()
    tab.cell("waits").press("Stop").wait("stopped")
    assert from_packs(until_line(tab))
    tab.cell("waits").press("Stop").wait("stopped")
    assert tab.cell("first").finish().kept == "same"
    assert tab.problems == []
    tab.page.close()


def test_a_restored_python_computes_what_a_fresh_one_does(known, computed):
    assert computed["broad"].startswith("True ")
    assert "RecursionError" in computed["broad"]
    assert known.cell("broad").finish().printed() == computed["broad"]
    until_line(known)
    known.cell("waits").press("Stop").wait("stopped")
    assert known.cell("broad").finish().printed() == computed["broad"]


def test_modules_that_are_on_their_way_are_waited_for(cold):
    assert cold.cell("late").finish().kept == "same"
    until_line(cold)
    cold.cell("waits").press("Stop").wait("stopped")
    assert cold.cell("late").finish().kept == "same"


def test_modules_that_are_on_their_way_are_waited_for_after_a_restored_start(known):
    assert known.cell("late").finish().kept == "same"


def test_sources_are_there_to_be_read(known, computed):
    assert (
        computed["sources"]
        == "class Linear(Module):\n@array_function_dispatch\ndef loads(s, *, cls=None\nclass JSONDecoder(object\nTrue\n"
    )
    assert known.cell("sources").finish().printed() == computed["sources"]


def test_two_that_start_from_one_image_draw_different_numbers(known):
    drawn = [known.cell("draws").finish().printed()]
    for _ in range(2):
        until_line(known)
        known.cell("waits").press("Stop").wait("stopped")
        drawn.append(known.cell("draws").finish().printed())
    assert len({line.split()[0] for line in drawn}) == len({line.split()[1] for line in drawn}) == 3


def test_figures_and_questions_work_after_a_restored_start(known):
    known.open("figures/")
    assert known.cell("titled").finish().kept == "same"
    known.open("input/")
    cell = known.cell("asks").press()
    for label, answer in (("who?", "Ada"), ("Input for cell asks", "36")):
        field = cell.element.get_by_role("textbox", name=label, exact=True)
        field.fill(answer)
        field.press("Enter")
    assert cell.wait().state == "done"
