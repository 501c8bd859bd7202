#!/usr/bin/env python3
"""Opens pages of the built site from their files in a headless Chromium, at 400 and 1280 px, light and dark: nothing is wider than the
window, and the search finds pages without a server.

    browser_test.py SITE [--pictures FOLDER]    exit 0: all as it should be; 1: not; 77: skipped

Needs Debian's chromium and python3-websocket, and the site of tools/docs.sh.
"""
import shutil
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "page"))
site = Path(sys.argv.pop(1)).resolve()
try:
    from browser import Browser
except ImportError as error:
    print(f"skipped: {error}; apt-get install --no-install-recommends chromium python3-websocket adds it")
    sys.exit(77)
if shutil.which("chromium") is None or not (site / "index.html").exists():
    print("skipped: there is no chromium, or no site: bash tools/docs.sh makes it")
    sys.exit(77)

pictures = None
if "--pictures" in sys.argv:
    pictures = Path(sys.argv[2])
    del sys.argv[1:3]
PAGES = ["index", "tutorial", "guides/questions", "guides/gains", "explanation/constants", "explanation/found", "quantities/activation.gain",
         "quantities/index", "reference/options"]
# What reaches beyond the window, but for what scrolls by itself: code and tables.
TOO_WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


class Site(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()

    def search(self, words):
        self.browser.js(f"{{const box = document.querySelector('.offline-search input'); box.value = '{words}';"
                        "box.dispatchEvent(new Event('input'))}")
        self.browser.until("!document.querySelector('.offline-search ul').hidden && document.querySelector('.offline-search ul').textContent")
        return self.browser.js("[...document.querySelectorAll('.offline-search a')].map(one => one.getAttribute('href'))")

    def test_nothing_is_wider_than_the_window(self):
        for page in PAGES:
            for width in (400, 1280):
                for dark in (False, True):
                    with self.subTest(page=page, width=width, dark=dark):
                        self.browser.open(site / f"{page}.html", width=width, dark=dark)
                        self.browser.js("localStorage.clear()")  # where the scheme of the first visit is kept
                        self.browser.open(site / f"{page}.html", width=width, dark=dark)
                        self.assertFalse(self.browser.js(TOO_WIDE))
                        scheme = self.browser.js("document.body.getAttribute('data-md-color-scheme')")
                        self.assertEqual(scheme, "slate" if dark else "default")
                        if pictures:
                            name = f"{page.replace('/', '_')}_{width}{'_dark' if dark else ''}.png"
                            self.browser.picture(pictures / name)
        # control: a wide block is seen
        self.browser.js("document.querySelector('article').insertAdjacentHTML('beforeend', '<div style=\"width: 3000px\">x</div>')")
        self.assertTrue(self.browser.js(TOO_WIDE))

    def test_tables_for_reading_fit(self):
        """Where a page is for reading, no table is cut at 1280 px."""
        for page in ("index", "guides/gains", "explanation/constants", "quantities/activation.gain", "explanation/found"):
            self.browser.open(site / f"{page}.html")
            cut = self.browser.js("[...document.querySelectorAll('.md-typeset__scrollwrap')].filter(one => one.scrollWidth > one.clientWidth + 1)"
                                  ".length")
            self.assertEqual(cut, 0, page)

    def test_search_works_from_a_file(self):
        for page in ("index", "guides/gains"):
            self.browser.open(site / f"{page}.html")
            found = self.search("activation.gain")
            self.assertTrue(any("quantities/activation.gain.html" in one for one in found), found)
            self.assertTrue(any("guides/python.html" in one for one in self.search("check_backward")))
            self.assertEqual(self.search("xyzzy"), [])
        self.search("tutorial")
        self.browser.js("document.querySelector('.offline-search a').click()")
        self.browser.until("!location.pathname.endsWith('gains.html')")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
