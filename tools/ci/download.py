"""Downloads one file: download.py ADDRESS FILE. Where curl is missing, as in a bare container, Python is there: it runs the wheel.

Exit 1 with the reason in one line. What a busy server or network refuses is tried three times, what is not there once.
"""
import http.client
import sys
import time
import urllib.request


def content_of(address):
    for wait in (1, 4, None):
        try:
            with urllib.request.urlopen(address, timeout=60) as source:
                return source.read()
        except (OSError, ValueError, http.client.HTTPException) as error:
            passing = address.startswith("https:") and getattr(error, "code", 500) >= 500
            if wait is None or not passing:
                sys.exit(" ".join(str(error).split()))
            time.sleep(wait)


if __name__ == "__main__":
    content = content_of(sys.argv[1])
    with open(sys.argv[2], "wb") as file:
        file.write(content)
