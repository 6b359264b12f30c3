"""Where the compiled kernels cannot start, numpy computes in their place: without WebAssembly SIMD, in another Pyodide."""

import platform

import pytest

from site_hooks import browser as chromium
from tests_e2e import sites
from tests_e2e.conftest import FLAGS
from tests_e2e.driver import Tab

# Refuses what such a browser refuses: the kernels, and nothing else, since Python itself asks for no SIMD.
REFUSE = """
const Module = WebAssembly.Module;
WebAssembly.Module = new Proxy(Module, {
  construct(target, [bytes]) {
    const made = new target(bytes);
    if (target.exports(made).some(({ name }) => name === "matmul_f32")) {
      throw new WebAssembly.CompileError("Wasm SIMD unsupported");
    }
    return made;
  },
});
"""

PROGRAM = """
import numpy as np
import borch as torch
from borch import _kernels
from borch._kernels import wasm
from borch._kernels import numpy as meaning

assert not _kernels.compiled
for name, kernel in meaning.names().items():
    assert getattr(_kernels, name) is kernel or name in wasm.names(), name
x = np.linspace(-3, 3, 1000, dtype="f4")
for name in ("exp", "tanh", "sigmoid", "silu"):
    assert np.array_equal(getattr(_kernels, name)(x), getattr(meaning, name)(x)), name

torch.manual_seed(0)
model = torch.nn.Sequential(
    torch.nn.Conv2d(1, 4, 3), torch.nn.BatchNorm2d(4), torch.nn.GELU(), torch.nn.MaxPool2d(2), torch.nn.Flatten(),
    torch.nn.LayerNorm(36), torch.nn.Linear(36, 10),
)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
images, labels = torch.randn(32, 1, 8, 8), torch.arange(32) % 10
losses = []
for _ in range(30):
    loss = torch.nn.functional.cross_entropy(model(images), labels)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
assert losses[-1] < losses[0] / 4, losses
attention = torch.nn.MultiheadAttention(8, 2, batch_first=True)
x = torch.randn(3, 5, 8, requires_grad=True)
attention(x, x, x, need_weights=False)[0].sum().backward()
assert x.grad.shape == x.shape
print("numpy")
"""


def test_browser_without_simd_computes_with_numpy(make_tab):
    tab = make_tab(sites.test_site())

    def without(route):
        response = route.fetch()
        route.fulfill(response=response, body=REFUSE + response.text())

    tab.page.context.route("**/cells/worker.js", without)
    cell = tab.open().cell("numpy")
    cell.write(PROGRAM)
    cell.finish()
    assert cell.state == "done", cell.trace
    assert cell.printed() == "numpy\n"
    assert tab.problems == []


# A module of a function that makes a vector of a number.
VECTOR = "0,97,115,109,1,0,0,0,1,5,1,96,0,1,123,3,2,1,0,10,8,1,6,0,65,0,253,15,11"


@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="V8 has a flag for these processors alone")
def test_chromium_on_a_processor_without_simd_computes_with_numpy(browser):
    validate = f"WebAssembly.validate(new Uint8Array([{VECTOR}]))"
    assert browser.new_page().evaluate(validate)
    flags = [*FLAGS, "--js-flags=--no-enable-sse4-1"]
    other = browser.browser_type.launch(executable_path=chromium.find(), args=flags)
    try:
        tab = Tab(other.new_context(), sites.test_site().address).open()
        assert not tab.page.evaluate(validate)
        cell = tab.cell("numpy").write(PROGRAM).finish()
        assert cell.state == "done", cell.trace
        assert cell.printed() == "numpy\n"
        assert tab.problems == []
    finally:
        other.close()


ANOTHER = """
import numpy as np
import pyodide_js
from borch import _kernels
from borch._kernels import numpy as meaning

x = np.linspace(-3, 3, 1000, dtype="f4")
module = pyodide_js._module
for name in ("wasmTable", "wasmMemory memory"):
    kept = {each: getattr(module, each) for each in name.split() if hasattr(module, each)}
    for wrong in (None, 3, pyodide_js.toPy):
        assert _kernels.start() and _kernels.compiled
        for each in kept:
            setattr(module, each, wrong)
        assert not _kernels.start() and not _kernels.compiled
        assert np.array_equal(_kernels.exp(x), meaning.exp(x))
        for each, value in kept.items():
            setattr(module, each, value)
assert _kernels.start()
print("numpy, and the kernels again")
"""


def test_a_pyodide_that_keeps_its_memory_or_table_elsewhere_computes_with_numpy(tab):
    cell = tab.open().cell("numpy").write(ANOTHER).finish()
    assert cell.state == "done", cell.trace
    assert cell.printed() == "numpy, and the kernels again\n"
