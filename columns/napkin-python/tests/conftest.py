"""Data of other people: the Web Platform Tests, from the crates that the folder `conformance` locks."""

import json
import pathlib
import subprocess

import pytest

REPOSITORY = pathlib.Path(__file__).parents[3]


@pytest.fixture(scope="session")
def crates():
    """Returns the folder of a crate by its name."""
    command = ["cargo", "metadata", "--format-version", "1", "--manifest-path", str(REPOSITORY / "conformance/Cargo.toml")]
    packages = json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)["packages"]
    return {package["name"]: pathlib.Path(package["manifest_path"]).parent for package in packages}


@pytest.fixture(scope="session")
def web_platform_tests(crates):
    """Returns the cases of a file of the Web Platform Tests."""

    def cases(name):
        files = [file for crate in ("ada-url", "data-url", "url") for file in crates[crate].rglob(name)]
        assert files, f"{name} is in none of the crates"
        found = json.loads(files[0].read_text())
        # Texts in a list are comments.
        return [case for case in found if not isinstance(case, str)] if isinstance(found, list) else found

    return cases
