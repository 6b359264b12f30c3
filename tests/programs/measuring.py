"""What programs do to see how long things take: marks, a profiler in steps, a timer, tables of measurements."""

import torch
import torch.utils.benchmark as benchmark
from torch import nn
from torch.profiler import ProfilerActivity, profile, record_function, schedule

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
x = torch.randn(16, 4)

with profile(activities=[ProfilerActivity.CPU], record_shapes=True) as prof:
    with record_function("forward"):
        loss = model(x).square().mean()
    with record_function("backward"):
        loss.backward()
counts = {event.key: event.count for event in prof.key_averages()}
print(counts["forward"], counts["backward"], counts["aten::relu"], counts["aten::mean"], round(loss.item(), 4))
table = prof.key_averages().table(sort_by="cpu_time_total", row_limit=2)
print(table.splitlines()[1].split(), len(table.splitlines()), "CPU time total" in table)
marks = [event for event in prof.events() if event.name == "forward"]
inside = {child.name for child in marks[0].cpu_children}
print(len(marks), "aten::relu" in inside, marks[0].cpu_time_total > marks[0].self_cpu_time_total > 0)

plan = schedule(skip_first=1, wait=1, warmup=1, active=2, repeat=2)
print([plan(step).name for step in range(12)])


def ready(prof):
    names = {event.key for event in prof.key_averages()}
    print("ready", prof.step_num, sorted(name for name in names if name.startswith("ProfilerStep")))


with profile(schedule=schedule(wait=1, warmup=1, active=2, repeat=1), on_trace_ready=ready) as prof:
    for _ in range(6):
        model(x)
        prof.step()

with torch.autograd.profiler.profile(enabled=False) as off:
    model(x)
print(off)
for bad in (
    lambda: profile(activities=[]),
    lambda: schedule(wait=-1, warmup=1, active=1),
    lambda: profile().key_averages(),
):
    try:
        bad()
    except AssertionError as error:
        print(error)


@record_function("named")
def named(x):
    return x + 1


print(named(torch.ones(2)), named.__name__)

timer = benchmark.Timer("f(x)", setup="f = torch.sin", globals={"x": x}, label="sin", sub_label="16x4", num_threads=2)
run = timer.timeit(2000)
print(len(run.times), run.number_per_run, run.median > 0, run.title, run.as_row_name, torch.get_num_threads())
print(len(timer.blocked_autorange(min_run_time=0.01).times) > 0)


def measured(times, label="ops", per_run=1, **task):
    return benchmark.Measurement(per_run, times, benchmark.TaskSpec("x", "pass", label=label, **task))


for times in ([2e-9], [1e-3] * 3, [1e-3, 2e-3, 3e-3, 1e-2], [1e-3, 1.2e-3, 1.5e-3, 1e-3, 1.1e-3], [4.2, 4.3, 4.1, 4.2]):
    run = measured(times, sub_label="s", description="d")
    print("\n".join(repr(run).splitlines()[1:]), run.significant_figures, run.has_warnings, round(run.iqr, 6))
print(measured([3e-3], per_run=100).times, len(benchmark.Measurement.merge([measured([1.0]), measured([2.0])])))
rows = [
    measured([time], sub_label=f"[{size}]", description=name, num_threads=threads)
    for threads in (1, 4)
    for size, name, time in ((1, "add", 4e-6), (1, "mul", 1.5e-6), (1000, "add", 41e-6), (1000, "mul", 15e-6))
]
compare = benchmark.Compare(rows)
compare.print()
compare.trim_significant_figures()
print(benchmark.select_unit(3e-5), benchmark.unit_to_english("ms"), benchmark.trim_sigfig(1234.5, 2))
