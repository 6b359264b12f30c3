"""SummaryWriter: what a program logs goes into event files that TensorBoard reads.

Source: https://docs.pytorch.org/docs/stable/tensorboard.html
"""

import importlib
import itertools
import os
import platform
import time
from datetime import datetime

import numpy as np

from ..._protobuf import block
from . import summary
from .encoding import float64, number, record

START = 1  # of a session's log: what later steps an earlier session has written is void
_counter = itertools.count()


class FileWriter:
    """One event file in a folder."""

    def __init__(self, log_dir, max_queue=10, flush_secs=120, filename_suffix=""):
        os.makedirs(log_dir, exist_ok=True)
        self.log_dir = str(log_dir)
        name = f"events.out.tfevents.{int(time.time()):010d}.{platform.node()}.{os.getpid()}.{next(_counter)}"
        self.path = os.path.join(self.log_dir, name + filename_suffix)
        self.file = open(self.path, "wb")  # noqa: SIM115 - closed by `close`
        self.add_event(block(3, "brain.Event:2"))

    def get_logdir(self):
        return self.log_dir

    def add_event(self, content, step=None, walltime=None):
        """Writes an event; `content` is its encoded fields beside time and step."""
        event = float64(1, time.time() if walltime is None else walltime) + number(2, int(step or 0)) + content
        self.file.write(record(event))

    def add_summary(self, content, global_step=None, walltime=None):
        self.add_event(block(5, content), global_step, walltime)

    def flush(self):
        if not self.file.closed:
            self.file.flush()

    def close(self):
        self.file.close()


class SummaryWriter:
    """Logs scalars, histograms, images, texts and hyperparameters for TensorBoard.

    log_dir: the folder of the files, by default `runs/` and the time, the machine's name and `comment`.

    >>> import borch as torch, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> with torch.utils.tensorboard.SummaryWriter(folder) as writer:
    ...     for step in range(3):
    ...         writer.add_scalar("loss", 1 / (step + 1), step)
    >>> writer.get_logdir() == folder
    True
    """

    def __init__(self, log_dir=None, comment="", purge_step=None, max_queue=10, flush_secs=120, filename_suffix=""):
        if not log_dir:
            log_dir = os.path.join("runs", f"{datetime.now():%b%d_%H-%M-%S}_{platform.node()}{comment}")
        self.log_dir, self.purge_step = log_dir, purge_step
        self.max_queue, self.flush_secs, self.filename_suffix = max_queue, flush_secs, filename_suffix
        self.file_writer = self.all_writers = None
        self.default_bins = summary.default_bins()
        self._get_file_writer()

    def _get_file_writer(self):
        if self.file_writer is None:
            self.file_writer = FileWriter(self.log_dir, self.max_queue, self.flush_secs, self.filename_suffix)
            self.all_writers = {self.log_dir: self.file_writer}
            if self.purge_step is not None:
                self.file_writer.add_event(block(3, "brain.Event:2"), self.purge_step)
                self.file_writer.add_event(block(7, number(1, START)), self.purge_step)
                self.purge_step = None
        return self.file_writer

    def _add(self, content, global_step, walltime):
        self._get_file_writer().add_summary(content, global_step, walltime)

    def get_logdir(self):
        """The folder of the event files."""
        return self.log_dir

    def add_scalar(
        self, tag, scalar_value, global_step=None, walltime=None, new_style=False, double_precision=False
    ):  # fmt: skip
        """Logs one number under `tag`."""
        self._add(summary.scalar(tag, scalar_value, new_style, double_precision), global_step, walltime)

    def add_scalars(self, main_tag, tag_scalar_dict, global_step=None, walltime=None):
        """Logs several numbers that TensorBoard draws together, each into a folder of its own."""
        self._get_file_writer()
        walltime = time.time() if walltime is None else walltime
        for tag, value in tag_scalar_dict.items():
            folder = f"{self.log_dir}/{main_tag.replace('/', '_')}_{tag}"
            if folder not in self.all_writers:
                self.all_writers[folder] = FileWriter(folder, self.max_queue, self.flush_secs, self.filename_suffix)
            self.all_writers[folder].add_summary(summary.scalar(main_tag, value), global_step, walltime)

    def add_histogram(self, tag, values, global_step=None, bins="tensorflow", walltime=None, max_bins=None):
        """Logs how the values of a tensor are spread."""
        self._add(summary.histogram(tag, values, bins, max_bins), global_step, walltime)

    def add_image(self, tag, img_tensor, global_step=None, walltime=None, dataformats="CHW"):
        """Logs an image: uint8 from 0 to 255, or floats from 0 to 1."""
        self._add(summary.image(tag, img_tensor, dataformats), global_step, walltime)

    def add_images(self, tag, img_tensor, global_step=None, walltime=None, dataformats="NCHW"):
        """Logs several images as one grid."""
        self._add(summary.image(tag, img_tensor, dataformats), global_step, walltime)

    def add_figure(self, tag, figure, global_step=None, close=True, walltime=None):
        """Logs a figure of matplotlib, or several, as an image."""
        several = isinstance(figure, list)
        drawn = [_drawn(f, close) for f in (figure if several else [figure])]
        values, order = (np.stack(drawn), "NHWC") if several else (drawn[0], "HWC")
        self._add(summary.image(tag, values, order), global_step, walltime)

    def add_text(self, tag, text_string, global_step=None, walltime=None):
        """Logs a text, which TensorBoard shows as Markdown."""
        self._add(summary.text(tag, text_string), global_step, walltime)

    def add_hparams(self, hparam_dict, metric_dict, hparam_domain_discrete=None, run_name=None, global_step=None):
        """Logs a run's hyperparameters and the metrics that it came to."""
        if type(hparam_dict) is not dict or type(metric_dict) is not dict:
            raise TypeError("hparam_dict and metric_dict should be dictionary.")
        folder = os.path.join(self.log_dir, run_name or str(time.time()))
        with SummaryWriter(folder) as writer:
            for content in summary.hparams(hparam_dict, metric_dict):
                writer._add(content, global_step, None)
            for tag, value in metric_dict.items():
                writer.add_scalar(tag, value, global_step)

    def add_graph(self, model, input_to_model=None, verbose=False, use_strict_trace=True):
        """Logs the graph of a module as torch.fx traces it."""
        self._get_file_writer().add_event(block(4, summary.graph(model)))

    def _absent(self, *args, **kwargs):
        raise NotImplementedError("this kind of summary is not implemented in borch's SummaryWriter")

    add_audio = add_video = add_embedding = add_mesh = add_pr_curve = add_pr_curve_raw = add_tensor = _absent
    add_onnx_graph = add_custom_scalars = add_custom_scalars_marginchart = add_custom_scalars_multilinechart = _absent

    def flush(self):
        """Writes what is held back to the files."""
        for writer in (self.all_writers or {}).values():
            writer.flush()

    def close(self):
        """Closes the files; logging more opens new ones."""
        for writer in (self.all_writers or {}).values():
            writer.close()
        self.file_writer = self.all_writers = None

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.close()


def _drawn(figure, close):
    """The pixels of a figure of matplotlib."""
    canvas = importlib.import_module("matplotlib.backends.backend_agg").FigureCanvasAgg(figure)
    canvas.draw()
    pixels = np.asarray(canvas.buffer_rgba())[..., :3].copy()
    if close:
        importlib.import_module("matplotlib.pyplot").close(figure)
    return pixels
