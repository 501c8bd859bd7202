"""Runs the tool under a fault, with a limit of time, and tells how it ended."""
import os
import resource
import signal
import subprocess
import time
from dataclasses import dataclass, field

TIME_LIMIT = 90  # seconds, on a machine that does other things too; undisturbed runs take one


@dataclass
class Fault:
    """What disturbs a run."""
    preload: str = ""                # the value of SIGPROP_FAULT
    clock: str = ""                  # the value of SIGPROP_FAULT_CLOCK
    kill_after: float = None         # seconds
    kill_signal: int = signal.SIGKILL
    limits: dict = field(default_factory=dict)  # of the process: {resource.RLIMIT_AS: bytes}
    closed: tuple = ()               # numbers of descriptors
    output: str = ""                 # the path that standard output is
    reads: int = None                # standard output is a pipe whose reader goes away after so many bytes
    nobody: bool = False             # as a user without rights, if root started this

    def kills(self):
        by_call = self.preload.endswith((":kill", ":torn"))
        return by_call or (self.kill_after is not None and self.kill_signal == signal.SIGKILL)


@dataclass
class Ending:
    code: int            # of exit, or minus the number of a signal
    out: str
    err: str
    seconds: float
    timed_out: bool = False


class Runner:
    def __init__(self, tool, library):
        self.tool, self.library = str(tool), str(library)

    def environment(self, fault, counts):
        environment = {key: value for key, value in os.environ.items() if not key.startswith("SIGPROP_")}
        environment["LC_ALL"] = "C"
        if fault.preload or counts:
            environment |= {"LD_PRELOAD": self.library, "SIGPROP_FAULT": fault.preload, "SIGPROP_FAULT_CLOCK": fault.clock,
                            "SIGPROP_FAULT_COUNTS": str(counts or "")}
        return environment

    def start(self, words, folder, fault, counts):
        def in_child():
            if fault.nobody and os.getuid() == 0:
                os.setgroups([])
                os.setgid(65534)
                os.setuid(65534)
            for which, most in fault.limits.items():
                resource.setrlimit(which, (most, most))
            if fault.output:
                os.dup2(os.open(fault.output, os.O_WRONLY), 1)
            for number in fault.closed:
                os.close(number)

        return subprocess.Popen([self.tool, *words], cwd=folder, env=self.environment(fault, counts), stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=in_child)

    def __call__(self, words, folder, fault=None, counts=None):
        return self.finish(self.begin(words, folder, fault, counts))

    def begin(self, words, folder, fault=None, counts=None):
        fault = fault or Fault()
        return self.start(words, folder, fault, counts), fault, time.monotonic()

    def finish(self, running):
        process, fault, started = running
        timed_out, out, err = False, b"", b""
        try:
            if fault.reads is not None:
                out = os.read(process.stdout.fileno(), fault.reads) if fault.reads else b""
                process.stdout.close()
            if fault.kill_after is not None:
                try:
                    process.wait(max(0.0, started + fault.kill_after - time.monotonic()))
                except subprocess.TimeoutExpired:
                    process.send_signal(fault.kill_signal)
            if fault.reads is None:
                out, err = process.communicate(timeout=TIME_LIMIT)
            else:
                process.wait(TIME_LIMIT)
                err = process.stderr.read()
        except subprocess.TimeoutExpired:
            timed_out = True
            process.kill()
            process.wait()
        finally:
            for pipe in (process.stdout, process.stderr):
                pipe.close()
        seconds = time.monotonic() - started
        return Ending(process.returncode, out.decode(errors="replace"), err.decode(errors="replace"), seconds, timed_out)

    def counts(self, words, folder, path):
        """How often an undisturbed run makes each kind of call."""
        self(words, folder, counts=path)
        return {name: int(number) for name, number in (line.split() for line in path.read_text().splitlines())}
