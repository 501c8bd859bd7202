"""The border between Python and the library: what calls, signals, threads and forks do to one another."""

from __future__ import annotations

import subprocess
import sys
import textwrap

import pytest

import sigprop


def run(text: str, seconds: float = 60) -> str:
    """What a program of its own prints."""
    program = subprocess.run([sys.executable, "-B", "-c", textwrap.dedent(text)], capture_output=True, text=True, timeout=seconds)
    assert program.returncode == 0, program.stderr
    return program.stdout


def test_a_handler_that_calls_the_library_leaves_the_answer_alone():
    shown = run("""
        import signal, time, sigprop
        wrong, handled = [], []
        def handler(*_):
            handled.append(str(sigprop.evaluate("2/7")))
        signal.signal(signal.SIGALRM, handler)
        signal.setitimer(signal.ITIMER_REAL, 2e-3, 2e-3)
        end = time.monotonic() + 2
        while time.monotonic() < end or len(handled) <= 50:  # a busy machine takes longer
            one = sigprop.evaluate("1/3")
            if one.expression != "1/3" or not str(one).startswith("0.333"):
                wrong.append(one)
        signal.setitimer(signal.ITIMER_REAL, 0)
        print(len(handled) > 50, wrong, set(handled) == {str(sigprop.evaluate("2/7"))})
        """)
    assert shown == "True [] True\n"


def test_what_runs_between_two_lines_leaves_the_answer_alone():
    shown = run("""
        import sys, sigprop
        def profile(frame, event, argument):
            sys.setprofile(None)
            sigprop.evaluate("2/7")
            sys.setprofile(profile)
        sys.setprofile(profile)
        text = sigprop.evaluate("1/3").expression
        sys.setprofile(None)
        print(text)
        """)
    assert shown == "1/3\n"


def test_no_interrupt_is_lost_when_answers_die():
    shown = run("""
        import signal, sys, time, sigprop
        raised = arrived = 0
        armed = False
        lost = []
        sys.unraisablehook = lost.append
        def handler(*_):
            global raised, armed
            if armed:
                armed = False
                raised += 1
                raise TimeoutError
        signal.signal(signal.SIGALRM, handler)
        signal.setitimer(signal.ITIMER_REAL, 3e-4, 3e-4)
        end = time.monotonic() + 2
        while time.monotonic() < end:
            try:
                armed = True
                while time.monotonic() < end:
                    sigprop.evaluate("1/3")
                armed = False
            except TimeoutError:
                arrived += 1
        signal.setitimer(signal.ITIMER_REAL, 0)
        print(arrived > 100, raised - arrived, len(lost))
        """)
    assert shown == "True 0 0\n"


def test_an_interrupt_before_the_object_is_made_leaves_none():
    shown = run("""
        import sigprop
        from sigprop import _core
        numbers = []
        def cut(number):
            numbers.append(number)
            raise KeyboardInterrupt
        for held, ask in ((_core.Answer, lambda: sigprop.evaluate("1/3")), (_core.Recipe, lambda: sigprop.recipe("gpt2"))):
            held._of = cut
            try:
                ask()
            except KeyboardInterrupt:
                pass
            del held._of
        kept = sigprop.evaluate("1/7")
        for ask in (lambda: _core.call("answer.report", answer=numbers[0]), lambda: _core.call("recipe.code", recipe=numbers[1], kind="torch")):
            try:
                print("there is", ask())
            except TypeError:
                print("none")
        print(kept)
        """)
    assert shown == "none\nnone\n0.142857142857142857142857142857\n"


def test_an_interrupt_closes_the_bar():
    shown = run("""
        import _thread, threading, sigprop
        from sigprop import _core, _progress
        class Bar:
            def show(self, *_): pass
            def close(self, succeeded): print("closed", succeeded)
        _progress.Bar = Bar
        threading.Timer(1.2, _thread.interrupt_main).start()
        try:
            sigprop.sweep("activation.gain(mish, std=s)", s=[n / 1000 for n in range(1, 9000)], digits=200)
        except KeyboardInterrupt:
            print("interrupted", _core._bars, _core._raised)
        """)
    assert shown == "closed False\ninterrupted {} {}\n"


def test_a_bar_that_fails_stops_the_work():
    shown = run("""
        import time, sigprop
        from sigprop import _progress
        class Bar:
            def show(self, *_): raise RuntimeError("no room")
            def close(self, succeeded): pass
        _progress.Bar = Bar
        began = time.monotonic()
        try:
            sigprop.sweep("activation.gain(mish, std=s)", s=[n / 1000 for n in range(1, 9000)], digits=200)
        except RuntimeError as error:
            print(error, time.monotonic() - began < 30)
        """)
    assert shown == "no room True\n"


def test_signals_do_not_stretch_a_budget():
    shown = run("""
        import signal, time, sigprop
        signal.signal(signal.SIGALRM, lambda *_: None)
        signal.setitimer(signal.ITIMER_REAL, 0.3, 0.3)
        began = time.monotonic()
        value = sigprop.evaluate("activation.gain(gelu)", digits=10000, methods="monte_carlo*", samples=10**12, budget=1)
        signal.setitimer(signal.ITIMER_REAL, 0)
        print(time.monotonic() - began < 10)
        """)
    assert shown == "True\n"


def test_a_module_that_is_loaded_again_forks():
    shown = run("""
        import os, sys, sigprop
        for name in [one for one in sys.modules if one.partition(".")[0] == "sigprop"]:
            del sys.modules[name]
        import sigprop
        child = os.fork()
        if child == 0:
            os._exit(0 if str(sigprop.evaluate("1/4")) == "0.25" else 1)
        print(os.waitpid(child, 0)[1])
        """)
    assert shown == "0\n"


def test_a_rule_that_threads_use_is_there_after_a_fork():
    shown = run("""
        import os, threading, time, sigprop
        rule = sigprop.NormalRule("gelu", 0.1, 10)
        running = True
        def use():
            while running:
                rule(2.0)
        threads = [threading.Thread(target=use) for _ in range(3)]
        for one in threads:
            one.start()
        hanging = 0
        for _ in range(200):
            child = os.fork()
            if child == 0:
                rule(1.0)
                os._exit(0)
            end = time.monotonic() + 10
            while os.waitpid(child, os.WNOHANG) == (0, 0):
                if time.monotonic() > end:
                    hanging += 1
                    os.kill(child, 9)
                    os.waitpid(child, 0)
                    break
                time.sleep(0.001)
        running = False
        print(hanging)
        """)
    assert shown == "0\n"


def test_a_thread_in_a_call_does_not_abort_the_end():
    shown = run("""
        import threading, time, sigprop
        from sigprop import _progress
        class Bar:
            def show(self, *_): pass
            def close(self, succeeded): pass
        _progress.Bar = Bar
        class Slow:
            def __del__(self, sleep=time.sleep): sleep(0.6)
        import builtins
        builtins.kept = Slow()
        def work():
            sigprop.sweep("activation.gain(gelu, std=s)", s=[x / 100 for x in range(1, 900)], methods="monte_carlo*", samples=10**6, threads=2)
        threading.Thread(target=work, daemon=True).start()
        time.sleep(0.9)
        print("leaving", flush=True)
        """)
    assert shown == "leaving\n"


@pytest.mark.parametrize("networks", ["2", None, 1.5, float("nan")])
def test_networks_are_a_whole_number(networks):
    with pytest.raises(TypeError, match="networks is a whole number"):
        sigprop.recipe("gpt2").report(networks)


@pytest.mark.parametrize("networks", [10**30, 2**64, 10**400])
def test_too_many_networks(networks):
    with pytest.raises(sigprop.SigpropError, match="networks"):
        sigprop.recipe("gpt2").report(networks)


def test_a_capsule_is_taken_once():
    torchlike = pytest.importorskip("numpy")

    class Again:
        def __init__(self):
            self.capsule = torchlike.ones((32, 32)).__dlpack__()

        def __dlpack_device__(self):
            return (1, 0)

        def __dlpack__(self):
            return self.capsule

    one = Again()
    sigprop.measure.weights(one, 1)
    with pytest.raises(TypeError, match="its capsule is already used"):
        sigprop.measure.weights(one, 1)


