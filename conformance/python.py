"""A first use of the Python package in an empty environment, and the values that other versions of Python have pickled: `python.py FOLDER`."""

import pathlib
import pickle
import sys
import sysconfig

import napkin

# A free-threaded Python keeps running without the lock.
assert not sysconfig.get_config_var("Py_GIL_DISABLED") or not sys._is_gil_enabled()
urls = [napkin.URL("HTTP://pub.example/a/../b"), napkin.URL("b", base="http://pub.example/a/"), napkin.Reference("../b?c", "rfc3986")]
assert urls[1].resolve("c").path == "/a/c"
assert [link.url for link in napkin.links("<a href=b>", url=urls[0])] == ["http://pub.example/b"]

folder = pathlib.Path(sys.argv[1])
for file in folder.iterdir():
    held = pickle.loads(file.read_bytes())
    assert [(url, url.standard, type(url)) for url in held] == [(url, url.standard, type(url)) for url in urls], file
    # A URL that a base completed is pickled without the base.
    assert [url.source for url in held] == [urls[0].source, str(urls[1]), urls[2].source], file
version = ".".join(map(str, sys.version_info[:3]))
for protocol in range(2, 6):
    (folder / f"{version}-{protocol}").write_bytes(pickle.dumps(urls, protocol))
print(version, f"reads the pickles of {len(list(folder.iterdir())) // 4} versions")
