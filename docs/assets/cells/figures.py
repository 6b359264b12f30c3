"""Matplotlib's backend in a cell: show() hands each open figure on as a PNG and closes it.
Imported by matplotlib itself, when a cell imports pyplot (MPLBACKEND names this file)."""

import io

from borch_cell import runner
from matplotlib import _pylab_helpers
from matplotlib.backend_bases import FigureManagerBase as FigureManager  # noqa: F401  (a backend's public names)
from matplotlib.backends.backend_agg import FigureCanvasAgg as FigureCanvas  # noqa: F401

SCALE = 2  # pixels of the image for one pixel of the page: sharp on dense screens


def show(*args, **kwargs):
    """Hand on every open figure in the order of their numbers, then close them."""
    managers = sorted(_pylab_helpers.Gcf.get_all_fig_managers(), key=lambda manager: manager.num)
    try:
        for manager in managers:
            figure = manager.canvas.figure
            file = io.BytesIO()
            figure.savefig(file, format="png", dpi=100 * SCALE, bbox_inches="tight")
            png = file.getvalue()
            width, height = (int.from_bytes(png[at : at + 4], "big") / SCALE for at in (16, 20))
            runner.runner.figure(png, title(figure), width, height)
    finally:
        _pylab_helpers.Gcf.destroy_all()


def title(figure):
    """The figure's own title, else the titles of its axes."""
    if figure.get_suptitle():
        return figure.get_suptitle()
    return ", ".join(text for text in (axes.get_title() for axes in figure.axes) if text)
