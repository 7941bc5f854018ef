#!/usr/bin/env python3
"""Builds the fuzz targets with the toolchain of the tree, and runs each for a while, two at a time.

    python3 tests/fuzz/run.py                         # the light targets, HUPO_FUZZ_SECONDS each (5 where not set)
    python3 tests/fuzz/run.py query tokens            # those of the keyword leg
    python3 tests/fuzz/run.py --whole                 # those that need the engine or the server
    python3 tests/fuzz/run.py --runs 10000000 quote   # the long form, optimised: so many executions, one target after the other
    python3 tests/fuzz/run.py --runs 10000000 --fast names   # the same, several times as fast and less cunning
    python3 tests/fuzz/run.py --seeds                 # writes the first inputs anew

What `cargo fuzz -s none` does with a nightly compiler, the pinned one can do: the coverage that libFuzzer reads is a pass
of LLVM. Fails on a crash, on an input that takes over a second of processor time, and on more than 512 MB. What failed is
kept under the target folder; mend it, and put the input into `corpus/`. Ctrl-C stops all of it and says how far each came;
a long form can go on another day, as what the targets learned is kept. Exits with 3 where the targets cannot be built
for want of a C++ compiler.
"""

import argparse
import concurrent.futures
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
LIGHT = ["archive", "events", "export", "fold", "head", "import", "long", "names", "proposal", "quote", "record", "times"]
# These need the keyword leg, which stands on much that takes long to build.
SEARCH = ["query", "tokens"]
WHOLE = ["grpc", "json", "recall"]
COVERAGE = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cdebug-assertions",
    "-Coverflow-checks",
    "--cfg=fuzzing",
]
# Shows libFuzzer what is compared with what, so that it guesses values and not only branches; takes half of the time and more.
COMPARES = "-Cllvm-args=-sanitizer-coverage-trace-compares"
# Bytes of an input at most; that of the others is `--max-len`.
LONG = {"export": 1 << 16, "events": 1 << 15, "import": 1 << 14, "archive": 1 << 14, "proposal": 1 << 13}
SLOW_S = 1
STOPPED = threading.Event()
MEMORY_MB = 512


def target_folder():
    return Path(os.environ.get("CARGO_TARGET_DIR") or ROOT / "target" / "fuzz").resolve()


def host():
    about = subprocess.run(["rustc", "-vV"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return re.search(r"^host: (.+)$", about, re.M).group(1)


def build(package, binaries, optimised=False, fast=False):
    """Builds binaries of a package; gives the folder they lie in. The versions are those of the tree's own lock file."""
    shutil.copyfile(ROOT / "Cargo.lock", HERE / "Cargo.lock")
    # Cargo does not tell apart what was built with another wrapper, but what was built with other flags.
    flags = [*COVERAGE, *(["--cfg=ours"] if fast else [COMPARES])]
    environment = {**os.environ, "RUSTFLAGS": " ".join(flags), "CARGO_TARGET_DIR": str(target_folder())}
    environment |= {"RUSTC_WRAPPER": str(HERE / "ours.sh")} if fast else {}
    chosen = [flag for binary in binaries for flag in ("--bin", binary)]
    chosen += ["--features", "search"] if set(binaries) & set(SEARCH) else []
    chosen += ["--release"] if optimised else []
    # A named target keeps the flags from build scripts and procedural macros.
    command = ["cargo", "build", "--quiet", "--package", package, "--target", host(), *chosen]
    began = time.monotonic()
    subprocess.run(command, cwd=HERE, env=environment, check=True)
    print(f"{package} was built in {time.monotonic() - began:.0f} s", flush=True)
    return target_folder() / host() / ("release" if optimised else "debug")


class Run:
    """One target, until its time or its executions are up."""

    def __init__(self, binary, options):
        self.binary, self.options, self.name = binary, options, binary.name
        self.scratch = target_folder() / "corpus" / self.name
        self.findings = target_folder() / "findings" / self.name
        for folder in (self.scratch, self.findings):
            folder.mkdir(parents=True, exist_ok=True)
        self.longest = LONG.get(self.name, self.options.max_len)
        self.executions, self.seconds, self.slowest, self.memory, self.bad = 0, 0.0, 0, 0, []

    def go(self):
        """Goes on after an input that only waited for the processor."""
        while not (self.bad or self.is_done() or STOPPED.is_set()):
            self.once()
        return self

    def is_done(self):
        enough = self.options.runs and self.executions >= self.options.runs
        return enough or self.seconds_left() <= 0

    def seconds_left(self):
        return self.options.seconds - self.seconds

    def once(self):
        # By the clock, which also runs while others have the processor; what is reported is looked at again.
        limits = [f"-timeout={20 * SLOW_S}", f"-report_slow_units={SLOW_S}", f"-rss_limit_mb={MEMORY_MB}", "-print_final_stats=1", f"-max_len={self.longest}"]
        if self.options.runs:
            limits.append(f"-runs={self.options.runs - self.executions}")
        limits.append(f"-max_total_time={max(1, round(self.seconds_left()))}")
        folders = [str(self.scratch), str(HERE / "corpus" / self.name)]
        command = [str(self.binary), *limits, f"-artifact_prefix={self.findings}/", *folders]
        before, began = set(self.findings.iterdir()), time.monotonic()
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", cwd=self.findings)
        self.seconds += time.monotonic() - began
        self.count(done.stderr)
        found = sorted(set(self.findings.iterdir()) - before)
        real = [path for path in found if self.is_bad(path)]
        for path in set(found) - set(real):
            path.unlink()
        if real or (done.returncode and not found and not STOPPED.is_set()):
            self.bad = real or [done.stderr[-2000:]]
            (self.findings / "log").write_text(done.stderr)

    def count(self, log):
        def last(pattern):
            return int((re.findall(pattern, log) or ["0"])[-1])

        self.executions += last(r"number_of_executed_units:\s+(\d+)") or last(r"^#(\d+)\s")
        self.slowest = max(self.slowest, last(r"slowest_unit_time_sec:\s+(\d+)"))
        self.memory = max(self.memory, last(r"peak_rss_mb:\s+(\d+)"))

    def is_bad(self, path):
        """Whether an input fails by itself; a slow one must take the processor so long, not only wait for it."""
        if not path.name.startswith(("timeout-", "slow-unit-")):
            return True
        nothing = self.findings / "nothing"
        nothing.write_bytes(b"")
        (status, took), (_, beginning) = self.processor_s(path), self.processor_s(nothing)
        nothing.unlink()
        return status != 0 or took - beginning > SLOW_S

    def processor_s(self, path):
        """How a run with one input ends, and the seconds of processor time it takes, its beginning included."""
        command = [str(self.binary), "-timeout=100", str(path)]
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=self.findings)
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        return status, used.ru_utime

    def line(self):
        rate = self.executions / max(self.seconds, 0.001)
        verdict = "FAILED: " + ", ".join(str(one) for one in self.bad) if self.bad else self.went()
        return f"{self.name:9} {self.executions:>10} executions, {rate:>8.0f}/s, slowest {self.slowest} s, {self.memory:>4} MB: {verdict}"

    def went(self):
        return "ok" if self.is_done() else "stopped"


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*", help="which; all light ones, or with --whole the others")
    parser.add_argument("--whole", action="store_true", help="the targets that need the engine or the server")
    parser.add_argument("--seconds", type=float, help="for each target; with --runs a day where not said")
    parser.add_argument("--runs", type=int, default=0, help="executions of each target")
    parser.add_argument("--jobs", type=int, default=0, help="targets at once: two, and one of the long form")
    parser.add_argument("--max-len", type=int, default=4096, help="bytes of an input at most")
    parser.add_argument("--seeds", action="store_true", help="write the first inputs anew, and run nothing")
    parser.add_argument("--fast", action="store_true", help="follow the branches of our own crates, and no comparisons")
    parser.add_argument("--built", type=Path, help="a folder with targets that are built already")
    options = parser.parse_args()
    short = float(os.environ.get("HUPO_FUZZ_SECONDS") or 5)
    options.seconds = options.seconds or (86_400 if options.runs else short)
    return options


def main():
    options = arguments()
    if not options.built and shutil.which("c++") is None:
        print("skipped: no C++ compiler (c++), which libFuzzer needs", file=sys.stderr)
        return 3
    if options.seeds:
        return subprocess.run([build("hupo-fuzz", ["seeds"]) / "seeds"], check=True).returncode
    chosen = options.targets or (WHOLE if options.whole else LIGHT)
    package = "hupo-fuzz-whole" if options.whole else "hupo-fuzz"
    folder = options.built.resolve() if options.built else build(package, chosen, options.runs > 0, options.fast)
    jobs = options.jobs or (1 if options.runs else 2)
    # The targets get the same signal and end by themselves.
    signal.signal(signal.SIGINT, lambda *_: STOPPED.set())
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        runs = [pool.submit(lambda name=name: Run(folder / name, options).go()) for name in chosen]
        for done in concurrent.futures.as_completed(runs):
            print(done.result().line(), flush=True)
    return 1 if any(run.result().bad for run in runs) else 0


if __name__ == "__main__":
    sys.exit(main())
