"""No file ends the interpreter: mutated, cut while it is read, with names that are no text, a pipe; each is refused or read."""

from __future__ import annotations

import json
import os
import pathlib
import random
import subprocess
import sys
import textwrap

import numpy as np
import pytest
import sigprop
from hostile_files import FORMATS, gguf, mutated, small, stored_entries, written

SANITIZED = "SIGPROP_SANITIZED" in os.environ
MUTATIONS = int(os.environ.get("SIGPROP_MUTATIONS", "25"))  # of each format


def _measured(path: object) -> object:
    return sigprop.measure.model(path, threads=1, digits=3)


def _run(code: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, "-c", textwrap.dedent(code), *arguments], capture_output=True, text=True,
                          timeout=120)


@pytest.mark.parametrize("name", FORMATS)
def test_a_checkpoint_is_read_or_refused_whatever_its_bytes(name: str, tmp_path: pathlib.Path) -> None:
    path = FORMATS[name](tmp_path, small())
    assert _measured(path).report.records  # it is one that is read
    files = sorted(one for one in tmp_path.iterdir() if one.is_file())
    whole = {one: one.read_bytes() for one in files}
    draw = random.Random(len(name))
    read = refused = 0
    for _ in range(MUTATIONS):
        changed = draw.choice(files)
        changed.write_bytes(mutated(whole[changed], draw))
        try:
            _measured(path)
            read += 1
        except (sigprop.SigpropError, OSError) as error:
            assert not isinstance(error, sigprop.InternalError), error
            str(error).encode()  # no lone surrogates
            refused += 1
        changed.write_bytes(whole[changed])
    assert read + refused == MUTATIONS and refused > MUTATIONS / 4


@pytest.mark.parametrize("reader", ["read_report", "verify", "recipe"])
def test_a_document_is_read_or_refused_whatever_its_bytes(reader: str, tmp_path: pathlib.Path) -> None:
    claim = {"id": "a.b", "source": {"title": "t"}, "expression": "1/3", "stated": "0.333"}
    whole = {
        "read_report": lambda: sigprop.verify([claim], evidence=False).to_json(),
        "verify": lambda: json.dumps({"schema_version": 1, "claims": [claim]}),
        "recipe": lambda: (pathlib.Path(__file__).parents[2] / "src/recipes/gpt2.json").read_text(),
    }[reader]().encode()
    path, draw = tmp_path / "d.json", random.Random(1)
    read = refused = 0
    for _ in range(MUTATIONS):
        path.write_bytes(mutated(whole, draw))
        try:
            getattr(sigprop, reader)(str(path), **({"evidence": False} if reader == "verify" else {}))
            read += 1
        except (sigprop.SigpropError, OSError) as error:
            assert not isinstance(error, sigprop.InternalError), error
            refused += 1
    assert read + refused == MUTATIONS and refused > MUTATIONS / 4


def test_every_flipped_byte_of_a_stored_array_is_noticed(tmp_path: pathlib.Path) -> None:
    path = FORMATS["npz"](tmp_path, small())
    whole = path.read_bytes()
    flipped = [at for place in stored_entries(path) for at in place]
    for at in flipped if MUTATIONS > 1000 else flipped[:: len(flipped) // 12]:
        data = bytearray(whole)
        data[at] ^= 0x40
        path.write_bytes(bytes(data))
        # In the header of an array the flip may be refused first.
        with pytest.raises(sigprop.InputError, match="its checksum is wrong: it is damaged|npy|header|entry"):
            _measured(path)
    last = bytearray(whole)
    last[flipped[-1]] ^= 0x40  # in the last number
    path.write_bytes(bytes(last))
    with pytest.raises(sigprop.InputError, match="entry 'b.npy': its checksum is wrong: it is damaged"):
        _measured(path)


#: Cuts a file while it is read, and says what came of it.
CUT = """
    import os, sys, threading, time
    import sigprop
    kind, path, read = sys.argv[1:]
    with open(path, "rb") as file:
        kept = file.read()
    def work():
        if kind == "text":
            return sigprop.train("pre_norm", 1, text=path, width=8, steps=2, networks=2, seed=1, threads=1)
        return sigprop.measure.model(read, threads=1, digits=3)
    def seconds_of_whole():
        began = time.perf_counter()
        work()
        return time.perf_counter() - began
    work()  # what is read once, such as the recipes, is no part of the time
    whole = seconds_of_whole()
    seen = set()
    for share in (0.05, 0.2, 0.4) * 3:  # on a busy machine the timer may come too late
        if share == 0.05 and "shorter" in seen:
            break
        timer = threading.Timer(share * whole, os.truncate, (path, 4096))
        timer.start()
        try:
            work()
            seen.add("whole")
        except OSError as error:
            assert "became shorter while it was read" in str(error), error
            seen.add("shorter")
        except sigprop.InputError as error:
            assert "cut short" in str(error) or "too few" in str(error), error
            seen.add("short")
        timer.join()
        if kind in ("npz", "npz, compressed"):
            break  # whose directory is read first: one try is enough
        with open(path, "wb") as file:  # a directory at its end among what was cut off
            file.write(kept)
    print(*sorted(seen), sigprop.evaluate("1/3").digits)
"""


@pytest.mark.parametrize("kind", [*FORMATS, "text"])
def test_a_file_that_is_cut_while_it_is_read_is_an_error(kind: str, tmp_path: pathlib.Path) -> None:
    path = read = tmp_path / "w"
    if kind == "text":
        path.write_bytes(b"a" * 4096 + bytes(32_000_000))
    else:
        packed = kind == "npz, compressed"  # zeros would take no time
        noise = np.random.default_rng(1).standard_normal(1_000_000).astype("f4")
        read = FORMATS[kind](tmp_path, {"w": noise if packed else np.zeros(8_000_000, "f4")})
        path = tmp_path / "m-0.safetensors" if kind == "shards" else read
    found = _run(CUT, kind, str(path), str(read))
    assert found.returncode == 0, found.stderr
    words = found.stdout.split()
    assert words[-1] == "30"
    assert "shorter" in words or kind.startswith("npz"), words


def test_a_fault_that_is_not_ours_reaches_the_handler_before_and_ends_the_process(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "w"
    path.write_bytes(bytes(8192))
    code = """
        import ctypes, faulthandler, mmap, os, sys
        faulthandler.enable()
        import sigprop
        try:
            sigprop.measure.model(sys.argv[1])
        except sigprop.InputError as error:
            print("refused", flush=True)
        with open(sys.argv[1], "r+b") as file:
            mapped = mmap.mmap(file.fileno(), 8192)
            os.truncate(sys.argv[1], 0)
            print(mapped[5000])
        """
    found = _run(code, str(path))
    assert found.returncode == -7 and found.stdout == "refused\n" and "Bus error" in found.stderr


def test_names_that_are_no_text_are_shown(tmp_path: pathlib.Path) -> None:
    odd = os.fsencode(tmp_path) + b"/m\xff"
    weights = np.random.default_rng(1).standard_normal((64, 64)).astype("f4")
    with open(odd + b".gguf", "wb") as file:
        file.write(gguf([(name, weights.shape, 0, one.tobytes()) for name, one in ((b"w\xff", weights), (b"x", 0 * weights))]))
    with open(odd + b".npz", "wb") as file:
        np.savez(file, w=weights)
    found = sigprop.measure.model(os.fsdecode(odd + b".gguf"), threads=1)
    assert found.tensors[0]["tensor"] == found.tensors[0]["group"] == "w\\xff"
    for text in (str(found), repr(found), found.summary, found.to_json(), found.to_csv(), found.to_markdown(), found.to_html()):
        text.encode()
    assert "w\\xff" in found.to_json().replace("\\\\", "\\")
    assert sigprop.measure.model(odd + b".npz", threads=1).tensors
    missing = os.fsdecode(odd + b".safetensors")
    for ask in (sigprop.measure.model, sigprop.read_report, sigprop.verify,
                lambda path: sigprop.recipe(path + ".json"), lambda path: sigprop.train("pre_norm", 1, text=path, steps=1)):
        with pytest.raises(OSError, match=r"m\\xff\.safetensors") as caught:
            ask(missing)
        str(caught.value).encode()


@pytest.mark.parametrize("name", ["pipe.json", "pipe.safetensors", "pipe.npz", "pipe"])
def test_a_pipe_is_refused_at_once(name: str, tmp_path: pathlib.Path) -> None:
    path = tmp_path / name
    os.mkfifo(path)
    os.mkfifo(f"{path}.json")
    (tmp_path / "w.safetensors").write_bytes(written("safetensors", {"w": np.ones((2, 2), "f4")}))
    found = _run("""
        import sys, sigprop
        p, f = sys.argv[1:]
        for ask in (lambda: sigprop.measure.model(p), lambda: sigprop.verify(p), lambda: sigprop.read_report(p),
                    lambda: sigprop.recipe(p + ".json"), lambda: sigprop.measure.model(f, spec=p),
                    lambda: sigprop.measure.model(f, roles=p), lambda: sigprop.train("pre_norm", 1, text=p, steps=1)):
            try:
                ask()
                print("waited")
            except (OSError, sigprop.InputError) as error:
                print("pipe or a device" in str(error))
        """, str(path), str(tmp_path / "w.safetensors"))
    assert found.stdout.split() == ["True"] * 7, found.stdout + found.stderr


def test_a_number_is_no_path() -> None:
    end, other = os.pipe()
    verified = sigprop.verify([{"id": "a.b", "source": {"title": "t"}, "expression": "1/3", "stated": "0.333"}])
    for ask in (lambda: sigprop.measure.model(end), lambda: sigprop.measure.model("w.npz", spec=end),
                lambda: sigprop.measure.model("w.npz", roles=end), lambda: sigprop.verify(end),
                lambda: sigprop.read_report(end), lambda: sigprop.recipe(end), lambda: sigprop.diff(end, end),
                lambda: sigprop.train("pre_norm", 1, text=end), lambda: verified.to_json(end)):
        with pytest.raises(TypeError):
            ask()
    os.write(other, b"x")  # both are open
    assert os.read(end, 1) == b"x"
    os.close(end)
    os.close(other)
