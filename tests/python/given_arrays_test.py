"""Whatever is handed over as an array, wherever arrays are taken: measured as a plain copy is, or refused in words."""

from __future__ import annotations

import contextlib
import ctypes
import functools
import os
import random

import numpy
import pytest
from arrays_test import BFLOAT, COMPLEX, FLOATING, INTEGER, Tensor
from given_arrays import LYING, PLACES, X, kinds

import sigprop
from sigprop import _core
from sigprop._arrays import array as array_of

KINDS = kinds()
#: The fast tier tries every kind at one place and every place with some kinds.
SHARE = 1 if "SIGPROP_ALL_ARRAYS" in os.environ else 12
#: What must not be shown to people: the words of ctypes and of the JSON library, and Python's for a missing case.
RAW = ("incompatible function arguments", "Unable to cast", "has no attribute", "not callable", "ctypes", "json.exception")
#: Where other things than one array are taken on purpose.
SCALARS = ("NormalRule(std)", "gain(std)", "check_backward(x)")


def outcome(call, one):
    """What a call gives, or how it refuses."""
    try:
        return call(one)
    except (sigprop.SigpropError, TypeError) as error:
        for words in RAW:
            assert words not in str(error)
        return error


def test_there_are_many_kinds():
    assert len(KINDS) >= 200 and len(PLACES) >= 15


@pytest.mark.parametrize("place", PLACES)
def test_every_kind_at_every_place(place):
    call, plain = PLACES[place]
    name = place[place.index("(") + 1 : -1].split(",")[0]
    # Sums are taken in the order of memory, which may be seen in the last bit: the order of the plain array is the same.
    expected = functools.lru_cache(None)(lambda dtype, order: outcome(call, plain.astype(dtype, order=order)))
    for number, (kind, (make, dtype)) in enumerate(KINDS.items()):
        share = SHARE * 6 if SHARE > 1 and place.startswith("elementwise") else SHARE  # whose proofs take half a second
        if place != "weights(w)" and (number + len(place)) % share:
            continue
        one = make(plain.copy())
        found = outcome(call, one)
        if dtype:
            alike = expected(dtype, "F" if kind.endswith("Fortran") else "C")
        if isinstance(found, Exception):
            assert name in str(found) or place in SCALARS, (place, kind, found)
            assert not dtype or place in SCALARS or isinstance(alike, Exception), (place, kind, found)
        elif dtype and place not in SCALARS:
            assert repr(found) == repr(alike), (place, kind)


@pytest.mark.parametrize("kind", LYING)
def test_every_lie_of_dlpack_is_refused_and_given_back(kind):
    tensor = LYING[kind](X.copy())
    with pytest.raises((sigprop.InputError, TypeError), match="^w "):
        array_of(tensor, "w")
    assert tensor.given_back == 1


def numbers_beyond(rng):
    return rng.choice([0, 1, 2, 3, 8, 16, 64, 1 << 31, 1 << 32, 1 << 61, 1 << 62, (1 << 63) - 1, -1, -64, -(1 << 31), -(1 << 63)])


def random_header(rng, memory):
    """A header whose fields are sometimes right; True, False or None: whether it lies inside of the memory, or cannot be said."""
    code, bits = rng.choice([(FLOATING, 16), (FLOATING, 32), (FLOATING, 64), (BFLOAT, 16), (INTEGER, 16), (COMPLEX, 64)])
    axes = rng.choice([0, 1, 2, 2, 2, 3, 4, 64, 65, -1, 1 << 30, -(1 << 31)])
    likely = (lambda: rng.choice([0, 1, 2, 3, 8])) if rng.random() < 0.6 else (lambda: numbers_beyond(rng))
    shape = [likely() for _ in range(64)]
    if axes == 64:
        shape = [rng.choice([1, 1, 1, 2]) if rng.random() < 0.1 else 1 for _ in shape]
    strides = None if rng.random() < 0.4 else [rng.choice([-3, -1, 0, 1, 2, 8]) if rng.random() < 0.7 else numbers_beyond(rng)
                                              for _ in range(64)]
    tensor = Tensor(memory, code, bits, shape, strides)
    tensor.managed.axes = axes
    start = memory.ctypes.data
    tensor.managed.data = rng.choice([start] * 6 + [start + 64, None, 1, (1 << 64) - 8, rng.getrandbits(64)])
    tensor.managed.byte_offset = rng.choice([0] * 6 + [8, 512, 1 << 40, 1 << 63, (1 << 64) - 8])
    if rng.random() < 0.05:
        tensor.managed.shape = ctypes.POINTER(ctypes.c_int64)()
    return tensor, inside(tensor.managed, shape, strides, bits // 8, memory)


def inside(header, shape, strides, element, memory):
    """By Python's integers, which do not wrap."""
    if header.code not in (FLOATING, BFLOAT):
        return False
    if not 0 <= header.axes <= 64 or (header.axes and not header.shape):
        return False
    lengths = shape[: header.axes]
    if any(length < 0 for length in lengths):
        return False
    if 0 in lengths:
        return None  # nothing is read; a product beyond memory may be refused
    if not header.data:
        return False
    if strides is None:
        size = element
        for length in lengths:
            size *= length
        ways = [size - element]
    else:
        ways = [(length - 1) * step * element for length, step in zip(lengths, strides)]
    first = header.data + header.byte_offset
    lowest = first + sum(way for way in ways if way < 0)
    end = first + sum(way for way in ways if way > 0) + element
    if lowest < 0 or end > 1 << 47:
        return False
    whole = element
    for length in lengths:
        whole *= length
    if whole >= 1 << 63:
        return False
    return True if memory.ctypes.data <= lowest and end <= memory.ctypes.data + memory.nbytes else None


def test_random_headers_of_dlpack():
    rng = random.Random(43)
    memory = numpy.random.default_rng(4).standard_normal(4096)
    taken = refused = 0
    for number in range(int(os.environ.get("SIGPROP_HEADERS", "2000"))):
        tensor, truth = random_header(rng, memory)
        try:
            held = array_of(tensor, "w")
        except (sigprop.InputError, TypeError) as error:
            assert str(error).startswith("w ") and truth is not True, (number, error)
            refused += 1
        else:
            assert truth is not False, number
            taken += truth is True
            if truth and number % 8 == 0:
                with contextlib.suppress(MemoryError):  # of 2^31 entries that are one, in words
                    _core.measure_weights(held, {}, std=None, lower=None, upper=None, absolute=False, uniform=False, keras=False)
            del held
        assert tensor.given_back == 1, number
    assert taken > 100 and refused > 500


def test_an_array_in_a_file_that_was_cut(tmp_path):
    numpy.save(tmp_path / "w.npy", numpy.ones((512, 512)))
    w = numpy.load(tmp_path / "w.npy", mmap_mode="r")
    os.truncate(tmp_path / "w.npy", 5000)
    with pytest.raises(sigprop.InputError, match="w is in a mapped file that is now shorter"):
        sigprop.measure.weights(w)


def test_memory_that_must_not_be_read():
    mmap = pytest.importorskip("mmap")
    libc = ctypes.CDLL(None, use_errno=True)
    page = mmap.PAGESIZE
    block = mmap.mmap(-1, 8 * page)
    memory = numpy.frombuffer(block, dtype="f8")
    assert libc.mprotect(ctypes.c_void_p(memory.ctypes.data + 4 * page), page, 0) == 0
    for part, readable in ((memory[: page // 2], True), (memory[: page // 2 + 1], False), (memory[-page // 8 :], True)):
        if readable:
            assert sigprop.measure.weights(part).count == part.size
        else:
            with pytest.raises(sigprop.InputError, match="w reaches beyond the memory"):
                sigprop.measure.weights(part)


def test_weights_without_a_claim():
    w = X.copy()
    measured = sigprop.measure.weights(w)
    assert measured.ok and measured.verdict is None and "measured" in repr(measured)
    w[3, 3] = numpy.nan
    assert not sigprop.measure.weights(w).ok and "not all of it is finite" in repr(sigprop.measure.weights(w))
