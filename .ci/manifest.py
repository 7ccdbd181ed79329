"""What SwiftPM reads from the manifests of this repository; .ci/dependencies, .ci/docs, .ci/map and Tests/AppleCheck/minimum use it."""

import json
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[1]


def described(folder="."):
    """Returns the description of the package in a folder."""
    arguments = ["swift", "package", "--package-path", str(ROOT / folder), "dump-package"]
    return json.loads(subprocess.run(arguments, stdout=subprocess.PIPE, text=True, check=True).stdout)


def home(target):
    """Returns the folder of a target in its package."""
    kind = {"test": "Tests", "plugin": "Plugins"}.get(target["type"], "Sources")
    return pathlib.Path(target.get("path") or f"{kind}/{target['name']}")


def files(folder, target):
    """Returns the Swift files of a target of the package in a folder."""
    own = ROOT / folder / home(target)
    if target.get("sources"):
        return [own / name for name in target["sources"]]
    excluded = [own / path for path in target["exclude"]]
    return sorted(file for file in own.rglob("*.swift") if not any(file.is_relative_to(path) for path in excluded))
