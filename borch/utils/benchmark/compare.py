"""Compare: measurements side by side: a row for each sub-label, a column for each description."""

from .common import Measurement, select_unit, trim_sigfig, unit_to_english


class Compare:
    """A table of measurements, which `print` shows.

    >>> from borch.utils.benchmark import Compare, Measurement, TaskSpec
    >>> runs = [
    ...     Measurement(1, [time], TaskSpec("", "", label="ops", sub_label="[3]", description=name))
    ...     for name, time in (("add", 4e-6), ("mul", 1.5e-6))
    ... ]
    >>> print(str(Compare(runs)).strip())
    [--------- ops ---------]
               |  add  |  mul
    1 threads: --------------
          [3]  |  4.0  |  1.5
    <BLANKLINE>
    Times are in microseconds (us).
    """

    def __init__(self, results):
        self._results, self._trim = [], False
        self.extend_results(results)

    def extend_results(self, results):
        """Adds measurements."""
        for result in results:
            if not isinstance(result, Measurement):
                raise ValueError(f"Expected an instance of `Measurement`, got {type(result)} instead.")
        self._results.extend(results)

    def trim_significant_figures(self):
        """Numbers are shown with no more figures than are certain."""
        self._trim = True

    def colorize(self, rowwise=False):
        """Nothing is coloured."""

    def highlight_warnings(self):
        """Nothing is marked."""

    def __str__(self):
        return "\n".join(self._tables())

    def print(self):
        """Prints the table."""
        print(str(self))

    def _tables(self):
        merged = Measurement.merge(self._results)
        labels = list(dict.fromkeys(m.task_spec.label for m in merged))
        return [self._table(label, [m for m in merged if m.task_spec.label == label]) for label in labels]

    def _table(self, label, results):
        unit, length = select_unit(min(m.median for m in results))
        columns = list(dict.fromkeys(m.task_spec.description for m in results))
        rows = {}
        for m in results:
            key = m.task_spec.num_threads, (m.task_spec.env, m.as_row_name)
            rows.setdefault(key, {})[m.task_spec.description] = self._number(m, length)
        names = {key: (f"({key[1][0]})  " if key[1][0] else "") + key[1][1] for key in rows}
        first = max(6 + max(map(len, names.values())) + 2, len("1 threads: "))
        widths = [max(len(c or ""), *(len(row.get(c, "")) for row in rows.values())) for c in columns]

        def line(head, cells):
            return (head.ljust(first) + "".join(f"|  {cell}  " for cell in cells)).rstrip()

        body = [line("", [(c or "").center(w) for c, w in zip(columns, widths, strict=True)])]
        whole = first + sum(w + 5 for w in widths) - 2
        threads = None
        for key in sorted(rows, key=lambda key: key[0]):
            if key[0] != threads:
                threads = key[0]
                body.append(f"{threads} threads: ".ljust(whole, "-"))
            cells = [rows[key].get(c, "").rjust(w) for c, w in zip(columns, widths, strict=True)]
            body.append(line(" " * 6 + names[key], cells))
        title = f" {label} " if label else ""
        head = f"[{title.center(whole - 2, '-')}]"
        return "\n".join([head, *body, "", f"Times are in {unit_to_english(unit)}s ({unit}).", ""])

    def _number(self, m, length):
        value = m.median / length
        if not self._trim:
            return f"{value:.1f}"
        value = trim_sigfig(value, m.significant_figures)
        return f"{value:.0f}" if value == int(value) else f"{value:.1f}"
