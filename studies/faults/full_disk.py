"""Runs the scenarios on a small disk of their own: in a mount namespace (unshare -m), which by_sharing.py starts. What is asked for
comes from standard input as JSON, and what was found goes to standard output. Exits 77 where nothing can be mounted."""
import json
import subprocess
import sys
from pathlib import Path

from judging import REASONS, Findings
from place import Place
from running import Runner
from scenarios import fresh, prepare, scenarios

PAGE, PAGES, NAMES = 4096, 512, 128


def mounted(folder):
    folder.mkdir(exist_ok=True)
    command = ["mount", "-t", "tmpfs", "-o", f"size={PAGES * PAGE},nr_inodes={NAMES}", "tmpfs", str(folder)]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def fill(disk, pages, names):
    """Leaves so many pages, and so many names of files, free."""
    count = 0
    while True:  # names first: a folder takes no page
        try:
            (disk / f"name{count}").touch()
            count += 1
        except OSError:
            break
    for k in range(min(names + 1, count)):  # one for the file that fills the pages
        (disk / f"name{k}").unlink()
    with open(disk / "filler", "wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(PAGE))
        except OSError:
            file.truncate(max(0, file.tell() // PAGE - pages) * PAGE)


def empty(disk):
    for path in disk.iterdir():
        if path.is_file():
            path.unlink()


def main():
    asked = json.load(sys.stdin)
    folder = Path(asked["folder"])
    disk = folder / "disk"
    if not mounted(disk):
        return 77
    run = Runner(asked["tool"], asked["library"])
    every = [one for one in scenarios() if one.in_quick or not asked["quick"]]
    for scenario in every:
        prepare(scenario, folder / "disk scenarios" / scenario.name.replace(" ", "_"), run)
    place, findings = Place(run, every, folder, asked["quick"]), Findings()
    room = [(pages, NAMES) for pages in ((1,) if asked["quick"] else (0, 1, 2, 4, 9))] + [(PAGES, 0), (PAGES, 1)][asked["quick"]:]
    for scenario in place.scenarios:
        for k, (pages, names) in enumerate(room):
            here = fresh(scenario, disk / "run", k % 2 == 0)
            fill(disk, pages, names)
            place.attempt(findings, scenario, None, f"{pages} pages and {names} names free", k % 2 == 0, place=here, failures=(2,),
                          reasons=(REASONS["ENOSPC"],))
            empty(disk)
            place.attempt(findings, scenario, None, "room again", k % 2 == 0, place=here)
    json.dump({"runs": findings.runs, "texts": findings.texts, "counts": dict(findings.counts),
               "endings": findings.endings}, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
