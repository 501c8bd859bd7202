#!/usr/bin/env python3
"""The peers of tools/bench that live in Python: reads one job a line, runs it once, answers one line.

Started by the bench as a child process, so that their times are taken in the same run and in alternation
with ours. The first line it writes names the libraries that are installed, with versions. A job is
"<library> <work> <samples>"; the answer is the estimate, so that nobody can skip the work.
"""

import importlib
import sys

CHUNK = 1 << 16  # stays in the second-level cache: the fastest way to use these libraries


def load(name):
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


numpy = load("numpy")
stats = load("scipy.stats")
torch = load("torch")
if torch is not None:
    torch.set_num_threads(1)
    torch.manual_seed(1)
generator = numpy.random.default_rng(1) if numpy is not None else None


def in_chunks(samples, one_chunk):
    return sum(one_chunk(min(CHUNK, samples - done)) for done in range(0, samples, CHUNK)) / samples


def numpy_moments(count):
    x = generator.standard_normal(count)
    return float(x.sum() + numpy.dot(x, x))


def numpy_sigmoid(count):
    x = generator.standard_normal(count)
    y = 1 / (1 + numpy.exp(-x))
    return float(numpy.dot(y, y))


def torch_moments(count):
    x = torch.randn(count, dtype=torch.float64)
    return float(x.sum() + torch.dot(x, x))


def torch_sigmoid(dtype):
    def one_chunk(count):
        y = torch.sigmoid(torch.randn(count, dtype=dtype))
        return float(torch.dot(y, y))

    return one_chunk


def torch_truncated(count):
    x = torch.empty(count, dtype=torch.float64)
    torch.nn.init.trunc_normal_(x, a=-2.0, b=2.0)
    return float(x.sum() + torch.dot(x, x))


def scipy_truncated(count):
    x = stats.truncnorm.rvs(-2, 2, size=count, random_state=generator)
    return float(x.sum() + numpy.dot(x, x))


jobs = {}
installed = []
if numpy is not None:
    installed.append("numpy " + numpy.__version__)
    jobs["numpy moments"] = numpy_moments
    jobs["numpy sigmoid"] = numpy_sigmoid
if stats is not None:
    installed.append("scipy " + load("scipy").__version__)
    jobs["scipy truncated"] = scipy_truncated
if torch is not None:
    installed.append("torch " + torch.__version__)
    jobs["torch moments"] = torch_moments
    jobs["torch sigmoid"] = torch_sigmoid(torch.float64)
    jobs["torch sigmoid_f32"] = torch_sigmoid(torch.float32)
    jobs["torch truncated"] = torch_truncated

print(", ".join(installed), flush=True)
for line in sys.stdin:
    library, work, samples = line.split()
    print(in_chunks(int(samples), jobs[library + " " + work]), flush=True)
