#!/usr/bin/env python3
"""The peers of tools/bench that live in Python: reads one job a line, runs it once, answers one line.

Started by the bench as a child process in build/venv/torch (tools/requirements/run.sh), so that their times are
taken in the same run and in alternation with ours. The first line it writes names the libraries with their
versions and BLAS. A job is "<library> <work> <samples>"; the answer is the estimate, so that nobody can skip the
work.
"""

import glob
import re
import sys
import tempfile

import norm_kernels
import numpy
import safetensors
import scipy
import threadpoolctl
import torch
import torch_training
from scipy import stats

CHUNK = 1 << 16  # stays in the second-level cache: the fastest way to use these libraries

torch.set_num_threads(1)
torch.manual_seed(1)
generator = numpy.random.default_rng(1)


def in_chunks(samples, one_chunk):
    return sum(one_chunk(min(CHUNK, samples - done)) for done in range(0, samples, CHUNK)) / samples


def numpy_moments(count):
    x = generator.standard_normal(count)
    return float(x.sum() + numpy.dot(x, x))


def numpy_sigmoid(count):
    x = generator.standard_normal(count)
    y = 1 / (1 + numpy.exp(-x))
    return float(numpy.dot(y, y))


def numpy_statistics(count):
    """Mean, std, extremes and fourth moment, as one writes them."""
    if "tensor" not in stored:
        stored["tensor"] = 0.02 * generator.standard_normal(count, dtype=numpy.float32)
    w = stored["tensor"]
    mean = w.mean(dtype=numpy.float64)
    d = w - numpy.float32(mean)
    return float(w.std(dtype=numpy.float64) + 0 * (w.min() + w.max() + (d ** 4).mean(dtype=numpy.float64)))


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


ROW_KEYS = 4096


def torch_entropy(count):
    """Entropies of softmax rows of independent logits, in place and, the std being 1, without a maximum: the
    fastest of those tried (softmax and logsumexp, log_softmax, entr are slower)."""
    x = torch.randn(count // ROW_KEYS, ROW_KEYS)
    power = x.exp()
    total = power.sum(1)
    return float((total.log() - x.mul_(power).sum(1) / total).sum()) * ROW_KEYS


def openblas_of(library):
    """The version and kernels of the BLAS that numpy or scipy carries."""
    folder = f"/{library}.libs/"
    found = [pool for pool in threadpoolctl.threadpool_info() if folder in pool["filepath"] and pool["user_api"] == "blas"]
    if len(found) != 1:
        raise ImportError(f"{len(found)} BLAS come with {library}")
    return f"{found[0]['internal_api']} {found[0]['version']}, {found[0]['architecture']}"


def blas_of_torch():
    """Torch's BLAS with its version, and the vector set of torch's own kernels."""
    text = torch.__config__.show()
    name = re.search(r"BLAS_INFO=(\w+)", text)
    version = re.search(r"Math Kernel Library Version (\S+?)-Product", text)
    return (f"{name[1] if name else 'an unknown BLAS'}{' ' + version[1] if version else ''}, "
            f"{torch.backends.cpu.get_cpu_capability()}")


WIDTH, LAYERS = 1024, 256
stored = {}


def stored_weights():
    """Room for all weights of a network, taken once: fresh pages would cost torch as much as a product."""
    if "weights" not in stored:
        stored["weights"] = torch.ones(LAYERS, WIDTH, WIDTH)
    return stored["weights"]


def torch_network(tokens):
    """Pre-norm, x + W norm(x), and the gradient of <g, output>, by hand and without autograd: the weights are
    drawn (timed, as ours are) and kept for the way back, addmm adds the branch, norms have no gain. This is
    the fastest of the layouts (features x tokens or its transpose) and ways to draw (normal_, randn) tried."""
    weights = stored_weights()
    with torch.no_grad():
        x = torch.randn(WIDTH, tokens)
        kept = []
        for weight in weights:
            weight.normal_(0, WIDTH**-0.5)
            r = x.square().mean(0).rsqrt_()
            n = x * r
            kept.append((n, r))
            x = torch.addmm(x, weight, n)
        g = torch.randn(WIDTH, tokens)
        unit = g.square().mean()
        for weight, (n, r) in zip(reversed(weights.unbind()), reversed(kept)):
            u = torch.mm(weight.t(), g)
            g = g + r * (u - n * (n * u).mean(0))
        return float(x.square().mean() + g.square().mean() / unit)


def torch_products(tokens):
    """The products of such a network and nothing else, with one matrix that stays in the caches."""
    weight = stored_weights()[0].normal_(0, WIDTH**-0.5)
    x = torch.randn(WIDTH, tokens)
    y = torch.empty(WIDTH, tokens)
    for _ in range(LAYERS):
        torch.mm(weight, x, out=y)
        torch.mm(weight.t(), x, out=y)
    return float(y.square().mean())


def torch_product(tokens):
    if "left" not in stored:
        stored["left"] = torch.randn(WIDTH, WIDTH)
        stored["right"] = torch.randn(WIDTH, tokens)
    return float(torch.mm(stored["left"], stored["right"])[0, 0])


ATTENTION_DIM = 64


def tensors(keys):
    """Queries and keys, the latter as columns, which is what the products like."""
    if keys not in stored:
        queries = 1024 if keys == 1024 else 256
        q = torch.randn(queries, ATTENTION_DIM) * ATTENTION_DIM**-0.5
        stored[keys] = q, torch.randn(keys, ATTENTION_DIM).t().contiguous()
    return stored[keys]


QUERY_CHUNK, KEY_CHUNK = 256, 1024  # a megabyte of logits, the second cache: the fastest of those tried


def torch_attention(keys):
    """The mean entropy of rows. One tile of logits at a time and everything in place, with a running maximum
    where a row takes several tiles: whole rows, log_softmax, baddbmm and fresh tensors are all slower."""
    q, k = tensors(keys)
    total = 0.0
    with torch.no_grad():
        logits = torch.empty(QUERY_CHUNK, min(KEY_CHUNK, keys))
        powers = torch.empty_like(logits)
        for rows in q.split(QUERY_CHUNK):
            largest = torch.full((len(rows), 1), -float("inf"))
            powers_sum = torch.zeros(len(rows), 1)
            below = torch.zeros(len(rows), 1)
            for columns in k.split(KEY_CHUNK, dim=1):
                torch.mm(rows, columns, out=logits)
                raised = torch.maximum(largest, logits.amax(1, keepdim=True))
                factor = (largest - raised).exp_()
                below = factor * (below + torch.nan_to_num(largest - raised, neginf=0) * powers_sum)
                largest = raised
                logits.sub_(raised)
                torch.exp(logits, out=powers)
                powers_sum = factor * powers_sum + powers.sum(1, keepdim=True)
                below += logits.mul_(powers).sum(1, keepdim=True)
            total += float((powers_sum.log() - below / powers_sum).sum())
    return total / len(q)


def torch_logits(keys):
    q, k = tensors(keys)
    if "logits" not in stored:
        stored["logits"] = torch.empty(len(q), keys)
    return float(torch.mm(q, k, out=stored["logits"])[0, 0])


def torch_kernel(operation, shapes):
    """A kernel on normal numbers that are drawn once."""
    def run(_):
        if operation not in stored:
            stored[operation] = [torch.randn(*shape) for shape in shapes]
        with torch.no_grad():
            return float(kernels[operation](*stored[operation]).flatten()[-1])

    return run


kernels = {
    "softmax": lambda x: torch.softmax(x, -1),
    "rms_norm": lambda x, weight: torch.nn.functional.rms_norm(x, weight.shape, weight, 1e-6),
    "matmul": torch.mm,
    "sdpa": torch.nn.functional.scaled_dot_product_attention,
}
kernel_shapes = {
    "softmax": [(4096, 4096)],
    "rms_norm": [(4096, 4096), (4096,)],
    "matmul": [(1024, 1024)] * 2,
    "sdpa": [(1, 8, 1024, 64)] * 3,
}


def numpy_audit(_):
    """Mean, std and extremes of each tensor of the files in the folder that sigprop's job has written."""
    total = 0.0
    for path in sorted(glob.glob(f"{tempfile.gettempdir()}/sigprop_bench_model/*.safetensors")):
        with safetensors.safe_open(path, "np") as file:
            for name in file.keys():
                w = file.get_tensor(name)
                total += float(w.std(dtype=numpy.float64) + 0 * (w.min() + w.max() + w.mean(dtype=numpy.float64)))
    return total


jobs = {
    "numpy moments": numpy_moments,
    "numpy sigmoid": numpy_sigmoid,
    "scipy truncated": scipy_truncated,
    "torch moments": torch_moments,
    "torch sigmoid": torch_sigmoid(torch.float64),
    "torch sigmoid_f32": torch_sigmoid(torch.float32),
    "torch truncated": torch_truncated,
    "torch entropy": torch_entropy,
}
whole_jobs = {  # not in chunks: the count is theirs to interpret
    "numpy statistics": numpy_statistics,
    "torch network": torch_network,
    "torch products": torch_products,
    "torch product": torch_product,
    "torch attention": torch_attention,
    "torch logits": torch_logits,
    "numpy audit": numpy_audit,
    **{f"torch {name}": torch_kernel(name, shapes) for name, shapes in kernel_shapes.items()},
}

print(f"numpy {numpy.__version__} ({openblas_of('numpy')}), scipy {scipy.__version__} ({openblas_of('scipy')}), "
      f"torch {torch.__version__} ({blas_of_torch()})", flush=True)
for line in sys.stdin:
    library, work, samples = line.split()
    name = library + " " + work
    if work.startswith("training:"):
        print(torch_training.step(work[len("training:"):], int(samples)), flush=True)
    elif work.startswith("norm:"):
        print(norm_kernels.both_ways(work[len("norm:"):], int(samples)), flush=True)
    elif name in whole_jobs:
        print(whole_jobs[name](int(samples)), flush=True)
    else:
        print(in_chunks(int(samples), jobs[name]), flush=True)
