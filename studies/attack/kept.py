"""Results of batches in a file, so that a run that was stopped goes on where it was: one line of JSON a batch, of one seed and size."""
import concurrent.futures
import json
import sys
from pathlib import Path


class Kept:
    def __init__(self, path, key):
        self.path, self.key, self.found = Path(path) if path else None, key, {}
        if self.path and self.path.exists():
            for line in self.path.read_text(encoding="utf-8").splitlines():
                try:
                    key, number, result = json.loads(line)
                except ValueError:
                    continue  # the line that was being written when the run was stopped
                if key == self.key:
                    self.found[number] = result

    def missing(self, numbers):
        return [number for number in numbers if number not in self.found]

    def add(self, number, result):
        self.found[number] = result
        if self.path:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps([self.key, number, result]) + "\n")

    def run(self, work, tasks, jobs):
        """Runs `work` of each task, which gives (number, result), in processes of their own. A process that dies, or an error, ends the run."""
        with concurrent.futures.ProcessPoolExecutor(jobs) as pool:
            running = [pool.submit(work, task) for task in tasks]
            try:
                for done, one in enumerate(concurrent.futures.as_completed(running), 1):
                    self.add(*one.result())
                    if done % 20 == 0:
                        print(f"{done} of {len(tasks)} batches", file=sys.stderr, flush=True)
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise
