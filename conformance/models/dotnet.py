"""Reads URLs with System.Uri of .NET. README.md says how it is spoken to. Needs `pythonnet` and `dotnetcore2` from PyPI."""

import json
import os
import sys
import tempfile

import dotnetcore2
from clr_loader import get_coreclr
from pythonnet import set_runtime

ROOT = os.path.join(os.path.dirname(dotnetcore2.__file__), "bin")
CONFIG = {"runtimeOptions": {"tfm": "netcoreapp3.1", "framework": {"name": "Microsoft.NETCore.App", "version": "3.1.0"},
                             "configProperties": {"System.Globalization.Invariant": True}}}
with tempfile.NamedTemporaryFile("w", suffix=".json") as config:
    json.dump(CONFIG, config)
    config.flush()
    set_runtime(get_coreclr(runtime_config=config.name, dotnet_root=ROOT))

import clr  # noqa: E402, F401 (loads the module System)
from System import Environment, Uri, UriKind  # noqa: E402


def seen(uri):
    if not uri.IsAbsoluteUri:
        return {"scheme": None, "host": None, "port": None, "path": uri.OriginalString}
    return {"scheme": uri.Scheme, "host": uri.Host or None, "port": uri.Port if uri.Port >= 0 else None, "path": uri.AbsolutePath}


def read(text, base=None):
    try:
        if base is None:
            return seen(Uri(text, UriKind.Absolute))
        return seen(Uri(Uri(base, UriKind.Absolute), text))
    except Exception as error:
        return {"refused": str(error).split("\n")[0]}


print(json.dumps({"version": f".NET Core {Environment.Version}"}))
for line in sys.stdin:
    print(json.dumps(read(*(bytes.fromhex(part).decode() for part in line.split()))))
