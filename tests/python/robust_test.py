"""Nothing ends the interpreter: interrupts, threads, forks, random input, a million calls."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
import warnings

import pytest
import sigprop
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

SLOW = 'sigprop.evaluate("attention.gaussian_qk_entropy(512, dim=64, scale=1)", digits=400)'
SANITIZED = "SIGPROP_SANITIZED" in os.environ
MOST_SECONDS = 60 if SANITIZED else 5  # a second, and what a busy machine or a sanitizer adds
SETTINGS = settings(deadline=None, suppress_health_check=list(HealthCheck),
                    max_examples=int(os.environ.get("SIGPROP_EXAMPLES", "300")))


def run(code: str, *, interrupt_after: float = 0, timeout: float = 60) -> tuple[int, str, float]:
    """Runs a program; exit code, what it printed, and how long it took after the interrupt."""
    # Where the tests themselves run in the background, a shell has made SIGINT ignored, and Python keeps it so.
    program = subprocess.Popen([sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True,
                               preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    started = time.monotonic()
    if interrupt_after:
        program.stdout.readline()  # it says when it begins
        time.sleep(interrupt_after)
        started = time.monotonic()
        program.send_signal(signal.SIGINT)
    output, errors = program.communicate(timeout=timeout)
    # Python itself says "Exception ignored" of an interrupt between the library and the first line of its callback; the call ends all the same.
    return program.returncode, output + (errors if program.returncode != 0 else ""), time.monotonic() - started


def test_ctrl_c_stops_within_a_second():
    code, output, seconds = run(f"""
        import sigprop
        print("begins", flush=True)
        try:
            {SLOW}
        except KeyboardInterrupt:
            print("interrupted", flush=True)
        print(sigprop.evaluate("1/3").digits)
        """, interrupt_after=1)
    assert code == 0 and output.split() == ["interrupted", "30"]
    assert seconds < MOST_SECONDS


def test_ctrl_c_stops_sweeps_claims_and_networks():
    for work in ('sigprop.sweep("activation.gain(gelu, std=s)", s=range(1, 100_000), digits=300)', "sigprop.verify()",
                 'sigprop.residual.simulated_second_moment("pre_norm", sublayers=200, networks=100_000)'):
        code, output, seconds = run(f"""
            import sigprop
            print("begins", flush=True)
            try:
                {work}
            except KeyboardInterrupt:
                print("interrupted")
            """, interrupt_after=1)
        assert code == 0 and output.split() == ["interrupted"], work
        assert seconds < MOST_SECONDS


#: What takes long in different rooms, and long calls of the libraries beneath: nodes of quadrature, products of numbers
#: of 10,000 digits, series.
LONG = (
    """evaluate('activation.gain("x*tanh(softplus(x))", std=3)', digits=10_000).status""",
    """evaluate('activation.gain("x*tanh(softplus(x))", std=3)', digits=1_000).status""",
    """evaluate('activation.gain("exp(sin(x))", std=3)', digits=3_000).status""",
    """evaluate('activation.gain(gelu, std=3)', digits=10_000).status""",
    """evaluate('attention.gaussian_qk_entropy(512, dim=64, scale=1)', digits=400).status""",
    """evaluate('attention.entropy(64, std=2)', digits=2_000).status""",
    """evaluate('truncated_normal.std(-2, 2)^(1/7)*sqrt(2)', digits=10_000).status""",
    """solve("activation.gain(mish, std=s) = 2", "s", 0.1, 8, digits=400)""",
    """sweep("activation.gain(gelu, std=s)", s=range(1, 100_000), digits=300)""",
    """residual.simulated_second_moment("pre_norm", sublayers=200, networks=100_000).status""",
)
INTERRUPTS = int(os.environ.get("SIGPROP_INTERRUPTS", "10"))


def test_interrupts_at_random_times_are_heard_within_a_second():
    per_call = max(1, INTERRUPTS // len(LONG))
    for seed in range(per_call):
        code, output, _ = run(f"""
            import os, random, signal, threading, time
            import sigprop
            draw = random.Random({seed})
            for call in {LONG!r}:
                work = compile("sigprop." + call, "<call>", "exec")
                wait = draw.uniform(0, 0.4) if {per_call} == 1 else draw.expovariate(1)
                sent = []
                def interrupt():
                    sent.append(time.monotonic())
                    os.kill(os.getpid(), signal.SIGINT)
                timer = threading.Timer(wait, interrupt)
                ended = None
                try:
                    timer.start()
                    while True:
                        exec(work)
                except KeyboardInterrupt:
                    ended = time.monotonic()
                print(ended - sent[0], call, flush=True)
            print(sigprop.evaluate("1/3").digits)
            """, timeout=600)
        assert code == 0, output
        lines = output.splitlines()
        assert len(lines) == len(LONG) + 1 and lines[-1] == "30", output
        late = [line for line in lines[:-1] if float(line.split()[0]) >= MOST_SECONDS]
        assert not late, late


def test_another_thread_goes_on_when_one_is_interrupted():
    code, output, _ = run("""
        import sigprop, threading
        done = []
        thread = threading.Thread(target=lambda: done.append(len(sigprop.sweep("activation.gain(gelu, std=s)", s=range(1, 4000),
                                                                              digits=60))))
        thread.start()
        print("begins", flush=True)
        try:
            while True:
                sigprop.sweep("activation.gain(silu, std=s)", s=range(1, 100_000), digits=300)
        except KeyboardInterrupt:
            print("interrupted")
        thread.join()
        print(done[0])
        """, interrupt_after=0.5)
    assert code == 0 and output.split() == ["interrupted", "3999"]


def test_handlers_of_other_signals_run_and_the_work_goes_on():
    code, output, _ = run("""
        import signal, sigprop
        seen = []
        signal.signal(signal.SIGALRM, lambda *_: seen.append(1))
        signal.setitimer(signal.ITIMER_REAL, 0.05)  # the work takes at least five times as long
        value = sigprop.evaluate("attention.gaussian_qk_entropy(512, dim=64, scale=1)", digits=30)
        signal.setitimer(signal.ITIMER_REAL, 0)
        print(len(seen), value.digits)
        """)
    assert code == 0 and output.split() == ["1", "30"]


def test_several_threads_get_the_same_answers():
    wanted = [str(sigprop.activation.gain("mish", std=n)) for n in range(1, 40)]
    found: list = [None] * 8

    def work(i: int) -> None:
        found[i] = [str(sigprop.activation.gain("mish", std=n)) for n in range(1, 40)]

    threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert all(one == wanted for one in found)


def test_a_fork_computes():
    code, output, _ = run("""
        import os, sigprop
        sigprop.activation.gain("gelu")
        child = os.fork()
        if child == 0:
            print(sigprop.activation.gain("silu"), flush=True)
            os._exit(0)
        print(os.waitpid(child, 0)[1])
        """)
    assert code == 0 and output.split() == [str(sigprop.activation.gain("silu")), "0"]


def test_fifty_forks_compute_beside_threads():
    code, output, _ = run("""
        import os, threading, sigprop
        wanted = str(sigprop.activation.gain("silu", std=3))
        stop = threading.Event()
        def work():
            while not stop.is_set():
                sigprop.activation.gain("mish", std=2).status
        threading.Thread(target=work).start()
        children = []
        for i in range(50):
            child = os.fork()
            if child == 0:
                os._exit(str(sigprop.activation.gain("silu", std=3)) != wanted)
            children.append(child)
            if len(children) == 5:
                print(*(os.waitpid(one, 0)[1] for one in children))
                children.clear()
        stop.set()
        """, timeout=120)
    assert code == 0 and output.split() == ["0"] * 50


@pytest.mark.parametrize("imported", ["", "sigprop, "])
def test_a_second_interpreter_is_refused(imported):
    pytest.importorskip("_xxsubinterpreters")
    code, output, _ = run(f"""
        import {imported}_xxsubinterpreters as interpreters
        ask = "try: import sigprop\\nexcept ImportError as error: print(error, flush=True)"
        for _ in range(3):
            one = interpreters.create()
            interpreters.run_string(one, ask)
            interpreters.destroy(one)
        import sigprop
        print(sigprop.evaluate("1/3").digits)
        """)
    assert code == 0
    assert output.splitlines() == ["sigprop works only in the main interpreter, not in a subinterpreter"] * 3 + ["30"]


def test_progress_is_told():
    shown = []

    class Bar:
        def show(self, name, done, total):
            shown.append((name, done, total))

        def close(self, succeeded):
            shown.append(succeeded)

    from sigprop import _progress

    before = _progress.Bar
    _progress.Bar = Bar
    try:
        sigprop.sweep("activation.gain(mish, std=s)", s=[n / 500 for n in range(1, 1500)], digits=200, threads=2)
    finally:
        _progress.Bar = before
    assert shown[-1] is True and all(name == "points" and 0 < done <= total for name, done, total in shown[:-1])


def test_an_error_in_the_bar_stops_the_work():
    from sigprop import _progress

    class Broken:
        def show(self, name, done, total):
            raise ZeroDivisionError("the bar")

        def close(self, succeeded):
            pass

    before = _progress.Bar
    _progress.Bar = Broken
    try:
        with pytest.raises(ZeroDivisionError, match="the bar"):
            sigprop.sweep("activation.gain(mish, std=s)", s=range(1, 100_000), digits=300)
    finally:
        _progress.Bar = before


def test_a_bar_warns_of_nothing(tmp_path, monkeypatch):
    """tqdm.auto warns in a notebook without ipywidgets; a slow machine's notebook had that in its outputs."""
    from sigprop import _progress

    (tmp_path / "tqdm").mkdir()
    (tmp_path / "tqdm" / "__init__.py").write_text("")
    (tmp_path / "tqdm" / "auto.py").write_text("import warnings\nwarnings.warn('IProgress not found')\n"
                                               "class tqdm:\n    def __init__(self, **options): self.options = options\n")
    for name in [name for name in sys.modules if name.split(".")[0] == "tqdm"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(_progress, "_in_notebook", lambda: True)
    bar = _progress.Bar()
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        bar._open("points", 7)
    assert bar._bar.options == {"total": 7, "desc": "points", "leave": False}
    assert told == []
    for name in ["tqdm", "tqdm.auto"]:
        monkeypatch.delitem(sys.modules, name)


WORDS = st.sampled_from(["activation.gain(", "gelu", ")", "(", "1", "2.5", "+", "*", "^", "/", "-", ",", "std=", "sqrt(", '"x"', " ",
                         "attention.entropy(", "inf", "e", "1e400", "[", "]", "<", "x", "\0", "é", "truncated_normal.std(-2, 2)"])


@SETTINGS
@given(st.lists(WORDS, max_size=12).map("".join))
def test_random_expressions_answer_or_are_refused(text):
    try:
        value = sigprop.evaluate(text, digits=10, budget=0.5)
    except sigprop.InputError:
        return
    assert value.status in ("ok", "domain", "unable")
    if value.status == "ok" and value.kind == "enclosure":
        try:
            assert value.lower <= value.upper
        except OverflowError:
            pass


ANYTHING = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8), st.decimals(), st.fractions(),
                     st.complex_numbers(), st.lists(st.integers(), max_size=3), st.binary(max_size=4))


@SETTINGS
@given(st.sampled_from(sorted(sigprop._core.quantity_names())), st.lists(ANYTHING, max_size=3), ANYTHING)
@pytest.mark.filterwarnings("ignore::sigprop.SigpropWarning")
def test_random_arguments_answer_or_are_refused(name, arguments, digits):
    path, _, member = name.rpartition(".")
    group = sys.modules["sigprop." + path]
    function = getattr(group, sigprop._groups.python_name(member))
    try:
        value = function(*arguments, digits=10 if digits is None else digits, budget=0.5, threads=1)
    except (sigprop.InputError, TypeError):
        return
    assert value.status in ("ok", "domain", "unable")


@pytest.mark.skipif(SANITIZED, reason="a sanitizer keeps what is freed")
def test_memory_stays_flat_over_many_calls():
    """A million calls where SIGPROP_CALLS says so; 30,000 show a leak of 100 bytes a call."""
    calls = int(os.environ.get("SIGPROP_CALLS", "30000"))
    code, output, _ = run(f"""
        import resource, sigprop
        def work(count):
            for i in range(count):
                value = sigprop.activation.gain("relu", std=1 + i % 7)
                float(value), value.lower, (value * 2).status
                try:
                    sigprop.evaluate("nothing(1)")
                except sigprop.InputError:
                    pass
        def used():
            for line in open("/proc/self/status"):
                if line.startswith("VmRSS"):
                    return int(line.split()[1])
        work(2000)
        before = used()
        work({calls})
        print(used() - before)
        """, timeout=1200)
    assert code == 0
    assert int(output) < 3000 + calls * 0.02  # kB
