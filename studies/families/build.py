#!/usr/bin/env python3
"""Makes draws of the libraries' models, small and fresh, from which observe.py infers the laws of their initial weights.

    build.py FOLDER                                  everything: FOLDER/LIBRARY/NAME.DRAW/ with safetensors, config.json, about.json
    build.py FOLDER --only transformers:bert timm    some models, or a library
    build.py --list [LIBRARY...]                     the names
      --seed N     other numbers        --classes    every class of a model type of transformers, not the first and the base alone
      --statistics DIR   keeps the statistics that observe.py takes there, and no weights
      --share I/N  the I-th of N parts of the models: as many processes may work at once

Run by build/venv/torch's Python (bash tools/run.sh torch ...). What cannot be made is skipped, with the reason; what is there stays.
"""
import argparse
import json
import os
import shutil
import signal
import sys
import warnings
import zlib
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

from makers import DRAWS, MAKERS, Skip, parameters
from tensors import look_once

SECONDS = 120  # a model


def too_long(*_):
    raise Skip(f"more than {SECONDS} s")


def jobs(only, all_classes, share=(1, 1), folder=None):
    """(library, name, draw, class or None). What a library's names are chosen by is kept in the folder."""
    for library, maker in MAKERS.items():
        if only and not any(one.split(":")[0] == library for one in only):
            continue
        for number, name in enumerate(maker.names(folder and folder / f"{library}.json")):
            if number % share[1] != share[0] - 1:
                continue
            if only and library not in only and f"{library}:{name}" not in only:
                continue
            for draw in maker.draws_of(name) if hasattr(maker, "draws_of") else maker.draws:
                yield library, name, draw, None
            if all_classes and library == "transformers":
                for index, one in enumerate(classes_of(name)):
                    yield library, name, replace(DRAWS[-1], number=len(DRAWS) + index), one


def classes_of(name):
    from transformers.models.auto.configuration_auto import CONFIG_MAPPING
    try:
        return [one.__name__ for one in MAKERS["transformers"].classes(CONFIG_MAPPING[name](), False)]
    except Exception:  # a configuration that has no default
        return []


def build(library, name, draw, only_class, folder, seed, statistics=None):
    """What was made, as a line."""
    import torch
    signal.signal(signal.SIGALRM, too_long)
    signal.alarm(SECONDS)
    try:
        torch.manual_seed((zlib.crc32(f"{library}:{name}:{draw.number}".encode()) + seed) & 0x7FFFFFFF)
        options = {"only": only_class} if only_class else {}
        made = MAKERS[library].make(name, draw, **options)
        folder.mkdir(parents=True, exist_ok=True)
        made.save(folder)
        about = {"library": library, "version": version(library), "family": made.family, "class": type(made.model).__name__}
        about |= {"config": (folder / "config.json").exists()} | made.about
        if statistics:
            look_once(folder, statistics)
            for weights in folder.glob("*.safetensors"):
                weights.unlink()
        (folder / "about.json").write_text(json.dumps(about))
        return f"{about['class']}, {parameters(made.model)} parameters"
    finally:
        signal.alarm(0)


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--only", nargs="+", default=[])
    parser.add_argument("--list", nargs="*")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--classes", action="store_true")
    parser.add_argument("--statistics", type=Path)
    parser.add_argument("--share", default="1/1")
    options = parser.parse_args(arguments)
    os.environ |= {"HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1", "TRANSFORMERS_VERBOSITY": "error", "TQDM_DISABLE": "1"}
    warnings.filterwarnings("ignore")
    if options.list is not None:
        for library in options.list or MAKERS:
            print("\n".join(f"{library}:{name}" for name in MAKERS[library].names()))
        return 0
    if options.folder is None:
        parser.error("give the folder that the models go to, or --list")
    made = skipped = 0
    for library, name, draw, only_class in jobs(options.only, options.classes, tuple(map(int, options.share.split("/"))), options.folder):
        folder = options.folder / library / f"{name}.{draw.number}"
        if (folder / "about.json").exists():
            made += 1
            continue
        shutil.rmtree(folder, ignore_errors=True)
        try:
            line = build(library, name, draw, only_class, folder, options.seed, options.statistics and options.statistics / library)
            made += 1
        except Exception as error:  # whatever a library raises is why its model is skipped
            shutil.rmtree(folder, ignore_errors=True)
            line = "skipped: " + (str(error) if isinstance(error, Skip) else repr(error))[:400]
            skipped += 1
        print(f"{library}:{name}.{draw.number}: {line}", flush=True)
    print(f"{made} made, {skipped} skipped")
    return 0 if made else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
