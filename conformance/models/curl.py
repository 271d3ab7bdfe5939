"""Reads URLs with the URL API of libcurl, by the options of the command curl. README.md says how it is spoken to."""

import ctypes
import json
import sys

lib = ctypes.CDLL("libcurl.so.4")
lib.curl_url.restype = ctypes.c_void_p
lib.curl_url_cleanup.argtypes = [ctypes.c_void_p]
lib.curl_url_set.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint]
lib.curl_url_get.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.POINTER(ctypes.c_char_p), ctypes.c_uint]
lib.curl_free.argtypes = [ctypes.c_void_p]
lib.curl_url_strerror.restype = ctypes.c_char_p
lib.curl_version.restype = ctypes.c_char_p

# curl/urlapi.h: CURLUPart, and CURLU_NON_SUPPORT_SCHEME with CURLU_GUESS_SCHEME.
URL, SCHEME, HOST, PORT, PATH = 0, 1, 5, 6, 7
AS_THE_COMMAND = (1 << 3) | (1 << 9)


def part(handle, which):
    found = ctypes.c_char_p()
    if lib.curl_url_get(handle, which, ctypes.byref(found), 0):
        return None
    text = found.value.decode(errors="replace")
    lib.curl_free(found)
    return text


def read(text, base=None):
    handle = lib.curl_url()
    try:
        code = 0 if base is None else lib.curl_url_set(handle, URL, base, AS_THE_COMMAND)
        code = code or lib.curl_url_set(handle, URL, text, AS_THE_COMMAND)
        if code:
            return {"refused": lib.curl_url_strerror(code).decode()}
        port = part(handle, PORT)
        return {
            "scheme": part(handle, SCHEME),
            "host": part(handle, HOST) or None,
            "port": None if port is None else int(port),
            "path": part(handle, PATH),
        }
    finally:
        lib.curl_url_cleanup(handle)


print(json.dumps({"version": lib.curl_version().decode().split()[0]}))
for line in sys.stdin:
    print(json.dumps(read(*(bytes.fromhex(part) for part in line.rstrip("\n").split(" ")))))
