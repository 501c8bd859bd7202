#!/usr/bin/env python3
"""Opens the pages of `sigprop report` in a headless Chromium: at three widths, light and dark, printed; every control
is clicked; hostile text must stay text; the console must stay empty.

    page_test.py SIGPROP [--pictures FOLDER]    exit 0: all as it should be; 1: not; 77: skipped

Needs Debian's chromium and python3-websocket, which nothing else needs. tidy checks the HTML where it is installed, and
axe-core the contrast and the names of controls where SIGPROP_AXE names its axe.min.js (npm package axe-core).
"""
import csv
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree
from pathlib import Path

try:
    import websocket  # noqa: F401  # which browser.py uses
except ImportError as error:
    print(f"skipped: {error}; apt-get install --no-install-recommends chromium python3-websocket adds it")
    sys.exit(77)
if shutil.which("chromium") is None:
    print("skipped: there is no chromium; apt-get install --no-install-recommends chromium adds it")
    sys.exit(77)

from browser import Browser
from reports import Reports

tool = sys.argv.pop(1)
pictures = None
if "--pictures" in sys.argv:
    place = sys.argv.index("--pictures")
    pictures = Path(sys.argv[place + 1])
    del sys.argv[place:place + 2]

widths = {400: 900, 1280: 900, 3840: 2160}
open_some = """
document.querySelectorAll('.provenance, .points').forEach(one => { one.open = true; });
document.querySelectorAll('.record > details').forEach((one, i) => { one.open = i % 40 < 3; });
"""


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp()
        reports = Reports(tool, cls.folder)
        cls.reports = reports
        cls.pages = {
            "claims": reports.page("claims", reports.claims()),
            "curves": reports.page("curves", *reports.series()),
            "computed": reports.page("computed", *reports.computed()),
            "runs": reports.page("runs", *reports.runs()),
            "thousand": reports.page("thousand", reports.thousand()),
            "changes": reports.page("changes", reports.folder / "eval.json", baseline=reports.folder / "solve.json"),
            "empty": reports.page("empty", reports.write("nothing", {"records": []})),
            "hostile": reports.page("hostile", reports.hostile()),
        }
        cls.browser = Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        shutil.rmtree(cls.folder)

    def setUp(self):
        self.browser.said()

    def quiet(self):
        self.assertEqual(self.browser.said(), [])

    def open(self, name, **how):
        self.browser.open(self.pages[name], **how)

    def picture(self, name):
        if pictures is not None:
            pictures.mkdir(parents=True, exist_ok=True)
            self.browser.settle()
            self.browser.picture(pictures / f"{name}.png")

    def test_no_width_scrolls_sideways_in_light_and_dark(self):
        for name in self.pages:
            for width, height in widths.items():
                for dark in (False, True):
                    with self.subTest(page=name, width=width, dark=dark):
                        self.open(name, width=width, height=height, dark=dark)
                        self.browser.js(open_some)
                        self.browser.settle()
                        wide = self.browser.js("document.documentElement.scrollWidth")
                        self.assertLessEqual(wide, width)
                        background = self.browser.js("getComputedStyle(document.body).backgroundColor")
                        self.assertEqual(background == "rgb(255, 255, 255)", not dark)
                        self.picture(f"{name}_{width}_{'dark' if dark else 'light'}")
                        self.quiet()

    def test_every_control_is_clicked(self):
        for name in ("claims", "curves", "computed", "changes", "hostile"):
            with self.subTest(page=name):
                self.open(name)
                self.browser.js("document.querySelectorAll('details').forEach((one, i) => { if (i % 20 === 0) one.open = true; })")
                self.draw_all()
                clicked = self.browser.js("""(() => {
                    let n = 0;
                    for (const one of document.querySelectorAll('button, input[type=checkbox], summary')) {
                        if (one.disabled) continue;
                        one.click();
                        ++n;
                    }
                    for (const one of document.querySelectorAll('input[type=range]')) {
                        one.value = one.max;
                        one.dispatchEvent(new Event('input'));
                        ++n;
                    }
                    return n;
                })()""")
                self.assertGreater(clicked, 3)
                self.browser.settle()
                self.quiet()

    def draw_all(self):
        """Scrolls each chart and each open record into view, where it is drawn."""
        count = self.browser.js("(window.items = [...document.querySelectorAll('.chart, .record:has(> details[open])')]).length")
        for i in range(count):
            self.browser.js(f"window.items[{i}].scrollIntoView()")
            self.browser.settle()

    def shown(self):
        return self.browser.js("[...document.querySelectorAll('.record, .chart')].filter(one => !one.hidden).length")

    def search(self, words):
        self.browser.js(f"document.getElementById('find').value = {json.dumps(words)};"
                        "document.getElementById('find').dispatchEvent(new Event('input'))")
        time.sleep(0.3)
        return self.shown()

    def test_search_and_choices(self):
        report = json.loads(self.reports.claims().read_text())
        refuted = sum(one["verdict"] == "refuted" for one in report["records"])
        self.open("claims")
        all_of_them = len(report["records"])
        self.assertEqual(self.shown(), all_of_them)
        self.browser.js("document.querySelector('.choice input[value=refuted]').click()")
        self.assertEqual(self.shown(), refuted)
        self.assertEqual(self.browser.js("document.getElementById('found').textContent"), f"{refuted} of {all_of_them} shown")
        self.assertTrue(0 < self.search("jax complex") < refuted)
        self.assertEqual(self.search("no such words anywhere"), 0)
        self.assertFalse(self.browser.js("document.getElementById('nothing').hidden"))
        self.browser.js("document.querySelector('.choice input[value=refuted]').click()")
        self.assertEqual(self.search(""), all_of_them)
        self.quiet()

    def test_a_record_opens_and_its_axis_zooms(self):
        self.open("claims")
        self.browser.js("document.querySelector('.choice input[value=refuted]').click()")
        self.browser.js("document.querySelector('.refuted > details').open = true")
        self.browser.until("document.querySelector('.refuted .intervals svg')")
        evidence = self.browser.js("document.querySelectorAll('.refuted:has(svg) .evidence tbody tr').length")
        drawn = "document.querySelectorAll('.refuted .intervals .method').length"
        self.assertEqual(self.browser.js(drawn), evidence)
        ticks = "[...document.querySelectorAll('.refuted .intervals text:not(.method)')].map(one => one.textContent).join()"
        whole = self.browser.js(ticks)
        press = "[...document.querySelectorAll('.intervals button')].find(one => one.textContent === '{}').click()"
        self.browser.js(press.format("Zoom in"))
        self.assertNotEqual(self.browser.js(ticks), whole)
        self.browser.js(press.format("Show all"))
        self.assertEqual(self.browser.js(ticks), whole)
        self.assertEqual(self.browser.js("document.querySelector('.refuted mark').textContent.length"), 1)
        self.quiet()

    def test_charts_toggle_read_and_download(self):
        self.open("curves")
        self.browser.until("document.querySelector('.chart canvas')")
        self.browser.js("window.chart = document.querySelector('.chart'); 0")
        self.browser.js("(() => { const one = chart.querySelector('input[type=range]'); one.value = 5; one.dispatchEvent(new Event('input')); })()")
        self.browser.until("chart.querySelector('output').textContent.includes(' = ')")
        self.assertIn("±", self.browser.js("chart.querySelector('output').textContent"))
        read = self.browser.js("chart.querySelector('output').textContent")
        x, y = self.browser.js("(() => { const box = chart.querySelector('.u-over').getBoundingClientRect();"
                               "return [box.left + 0.9 * box.width, box.top + 0.5 * box.height]; })()")
        self.browser.call("Input.dispatchMouseEvent", type="mouseMoved", x=x - 5, y=y)
        self.browser.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        self.browser.settle()
        self.assertNotEqual(self.browser.js("chart.querySelector('output').textContent"), read)
        self.browser.call("Input.dispatchMouseEvent", type="mouseMoved", x=0, y=0)
        self.browser.settle()
        pixels = "chart.querySelector('canvas').toDataURL()"
        before = self.browser.js(pixels)
        self.browser.js("chart.querySelectorAll('.legend input').forEach(one => one.click())")
        self.browser.settle()
        self.assertNotEqual(self.browser.js(pixels), before)
        self.browser.js("chart.querySelectorAll('.legend input').forEach(one => one.click())")
        self.browser.js("chart.querySelector('.tools input').click()")  # the logarithm of x
        self.browser.settle()
        self.assertNotEqual(self.browser.js(pixels), before)
        self.browser.js("chart.querySelector('.tools input').click()")
        self.browser.settle()
        self.assertEqual(self.browser.js(pixels), before)
        press = "[...chart.querySelectorAll('button')].find(one => one.textContent === '{}').click()"
        self.browser.js(press.format("Zoom in"))
        self.browser.settle()
        self.assertNotEqual(self.browser.js(pixels), before)
        self.browser.js(press.format("Whole range"))
        self.browser.settle()
        self.assertEqual(self.browser.js(pixels), before)
        for name in ("SVG", "CSV"):
            self.browser.js(press.format(name))
        svg, table = self.downloaded(".svg"), self.downloaded(".csv")
        drawing = xml.etree.ElementTree.parse(svg).getroot()
        self.assertEqual(drawing.tag, "{http://www.w3.org/2000/svg}svg")
        self.assertEqual(len(list(drawing.iter("{http://www.w3.org/2000/svg}polyline"))), 1)  # all methods agree
        rows = list(csv.reader(table.read_text().splitlines()))
        self.assertEqual(rows[0], ["id", "expression", "method", "kind", "b", "value", "radius", "status"])
        series = json.loads(self.reports.series()[0].read_text())["series"]
        first = [one for one in series if (one["id"], one["expression"]) == (series[0]["id"], series[0]["expression"])]
        self.assertEqual([row[5] for row in rows[1:]], [value for one in first for value in one["value"]])
        self.quiet()

    def test_training_runs_share_their_charts(self):
        for old in Path(self.browser.downloads).iterdir():
            old.unlink()
        self.open("runs")
        self.assertEqual(self.browser.js("document.querySelectorAll('.chart').length"), 12)
        self.assertEqual(self.browser.js("document.querySelectorAll('#runs .chart').length"), 12)
        self.browser.until("document.querySelector('.chart canvas')")
        self.browser.js("window.chart = document.querySelector('.chart'); 0")
        self.assertEqual(self.browser.js("chart.querySelector('h3').textContent"), "Training loss")
        self.assertEqual(self.browser.js("[...chart.querySelectorAll('.legend bdi')].map(one => one.textContent).join()"), "pre_norm,post_norm")
        colours = "[...chart.querySelectorAll('.swatch')].map(one => getComputedStyle(one).borderTopColor)"
        self.assertEqual(len(set(self.browser.js(colours))), 2)
        for name in ("SVG", "CSV"):
            self.browser.js(f"[...chart.querySelectorAll('button')].find(one => one.textContent === '{name}').click()")
        words = [one.text for one in xml.etree.ElementTree.parse(self.downloaded(".svg")).getroot().iter("{http://www.w3.org/2000/svg}text")]
        self.assertLessEqual({"Training loss", "step of the optimiser", "loss (nats per token)", "pre_norm", "post_norm"}, set(words))
        rows = list(csv.DictReader(self.downloaded(".csv").read_text().splitlines()))
        self.assertEqual({row["run"] for row in rows}, {"pre_norm", "post_norm"})
        self.assertEqual({row["run"] in row["expression"] for row in rows}, {True})
        self.quiet()

    def downloaded(self, ending):
        for _ in range(200):
            found = [one for one in Path(self.browser.downloads).iterdir() if one.suffix == ending]
            if found:
                return found[0]
            time.sleep(0.05)
        self.fail(f"no {ending} was downloaded")

    def test_keys_reach_everything(self):
        self.open("computed")
        focused = "document.activeElement.id || document.activeElement.tagName"
        self.browser.press("/", text="/")
        self.assertEqual(self.browser.js(focused), "find")
        reached = set()
        for _ in range(120):
            self.browser.press("Tab")
            reached.add(self.browser.js("document.activeElement.type || document.activeElement.tagName"))
        self.assertLessEqual({"checkbox", "button", "SUMMARY", "range"}, reached)
        self.browser.js("document.querySelector('.record summary').focus()")
        self.browser.press("Enter", text="\r")
        self.assertTrue(self.browser.js("document.querySelector('.record details').open"))
        self.quiet()

    def test_the_theme_button_and_the_address_of_a_record(self):
        self.open("claims")
        background = "getComputedStyle(document.body).backgroundColor"
        self.browser.js("document.getElementById('theme').click()")
        self.browser.js("document.getElementById('theme').click()")
        self.assertEqual(self.browser.js(background), "rgb(20, 23, 28)")
        self.browser.js("document.getElementById('theme').click()")
        self.assertEqual(self.browser.js(background), "rgb(255, 255, 255)")
        name = json.loads(self.reports.claims().read_text())["records"][300]["id"]
        self.browser.js(f"location.hash = 'r1.{name}'")
        self.browser.until(f"document.getElementById('r1.{name}').querySelector('details').open")
        self.quiet()

    def test_paper(self):
        for name in ("claims", "curves"):
            self.open(name, dark=True)
            self.browser.js(open_some)
            path = Path(self.folder) / f"{name}.pdf"
            self.browser.printed(path)
            self.assertTrue(path.read_bytes().startswith(b"%PDF"))
            if pictures is not None:
                shutil.copy(path, pictures / path.name)
        drawings = self.browser.js("document.querySelectorAll('.chart .paper > svg').length")
        self.assertEqual(drawings, self.browser.js("document.querySelectorAll('.chart').length"))
        empty = self.browser.js("[...document.querySelectorAll('.paper > svg')].filter(one => !one.querySelector('polyline, circle')"
                                " || one.querySelectorAll('text').length < 5).length")
        self.assertEqual(empty, 0)
        fills = self.browser.js("[...new Set([...document.querySelectorAll('.paper > svg > rect')].map(one => one.getAttribute('fill')))].join()")
        self.assertEqual(fills, "rgb(255, 255, 255)")  # though the screen is dark
        self.quiet()

    def test_without_scripts_all_can_be_read(self):
        self.browser.call("Emulation.setScriptExecutionDisabled", value=True)
        try:
            self.browser.call("Page.navigate", url=f"file://{self.pages['claims']}")
            time.sleep(2)
            root = self.browser.call("DOM.getDocument")["root"]["nodeId"]
            count = lambda selector: len(self.browser.call("DOM.querySelectorAll", nodeId=root, selector=selector)["nodeIds"])
            self.assertEqual(count(".record .evidence"), count(".record .evidence tbody"))
            self.assertGreater(count(".record .evidence tbody tr"), 1000)
            self.assertEqual(count("noscript .note"), 1)
        finally:
            self.browser.call("Emulation.setScriptExecutionDisabled", value=False)

    def test_hostile_text_stays_text(self):
        self.open("hostile")
        self.browser.js("document.querySelectorAll('details').forEach(one => { one.open = true; })")
        self.draw_all()
        self.browser.js("document.querySelectorAll('button').forEach(one => { if (!one.disabled) one.click(); })")
        time.sleep(0.5)
        self.assertIn("<script>alert('planted')</script>", self.browser.js("document.querySelector('.record .name').textContent"))
        self.assertEqual(self.browser.js("document.querySelectorAll('img, .record script, [onfocus], [onload], [onerror]').length"), 0)
        self.assertEqual(self.browser.js("[...document.querySelectorAll('a')].filter(one => !/^(https?:|#)/.test(one.getAttribute('href'))).length"), 0)
        self.quiet()

    def test_controls_a_planted_script_is_seen(self):
        """Escaping broken once: the policy stops the script, and says so. The policy taken away as well: it runs."""
        text = self.pages["hostile"].read_text()
        escaped = "&lt;script&gt;alert(&#39;planted&#39;)&lt;/script&gt;"
        self.assertIn(escaped, text)
        planted = text.replace(escaped, "<script>alert('planted')</script>", 1)
        path = Path(self.folder) / "planted.html"
        path.write_text(planted)
        self.browser.open(path)
        said = self.browser.said()
        self.assertFalse(any('"type": "alert"' in one for one in said))
        self.assertTrue(any("Content Security Policy" in one for one in said), said)
        path.write_text(re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", planted))
        self.browser.open(path)
        self.assertTrue(any('"type": "alert"' in one for one in self.browser.said()))

    def test_nothing_is_loaded_but_the_page(self):
        self.browser.events.clear()
        for name in self.pages:
            self.open(name)
        others = [one for one in self.browser.loaded() if not one.startswith(("file://" + self.folder, "data:", "about:"))]
        self.assertEqual(others, [])
        self.assertEqual(len([one for one in self.browser.loaded() if one.startswith("file:")]), len(self.pages))

    def test_how_long_1000_records_take(self):
        self.open("thousand")
        self.assertEqual(self.shown(), 1000)
        times = json.loads(self.browser.js("JSON.stringify({paint: performance.getEntriesByName('first-contentful-paint')[0].startTime,"
                                           "load: performance.getEntriesByType('navigation')[0].loadEventEnd})"))
        size = self.pages["thousand"].stat().st_size
        print(f"1,000 records, {size / 1e6:.1f} MB: first paint after {times['paint']:.0f} ms, loaded after {times['load']:.0f} ms")
        self.quiet()

    @unittest.skipIf(shutil.which("tidy") is None, "tidy is not installed")
    def test_the_html_checker(self):
        for name, path in self.pages.items():
            ended = subprocess.run(["tidy", "-q", "-e", path], capture_output=True, text=True)
            self.assertEqual((name, ended.returncode, ended.stderr[:500]), (name, 0, ""))
        broken = Path(self.folder) / "broken.html"
        broken.write_text(self.pages["empty"].read_text().replace("</h2>", "", 1))
        self.assertNotEqual(subprocess.run(["tidy", "-q", "-e", broken], capture_output=True).returncode, 0)

    @unittest.skipIf("SIGPROP_AXE" not in os.environ, "SIGPROP_AXE does not name axe.min.js")
    def test_contrast_and_names_of_controls(self):
        axe = Path(os.environ["SIGPROP_AXE"]).read_text()
        self.browser.call("Page.setBypassCSP", enabled=True)
        run = "axe.run(document, {resultTypes: ['violations']}).then(r => JSON.stringify(r.violations.map(v => [v.id, v.nodes.length, v.nodes[0].html.slice(0, 200)])))"
        try:
            for name in ("claims", "curves", "computed", "changes"):
                for dark in (False, True):
                    self.open(name, dark=dark)
                    self.browser.js(open_some)
                    self.browser.settle()
                    self.browser.js(axe + "; 0")
                    self.assertEqual((name, dark, json.loads(self.browser.js(run))), (name, dark, []))
            self.browser.js("document.querySelector('h1').style.color = '#ccc'; document.body.style.background = '#fff'; 0")
            self.assertIn("color-contrast", self.browser.js(run))
        finally:
            self.browser.call("Page.setBypassCSP", enabled=False)
            self.browser.said()


if __name__ == "__main__":
    unittest.main(verbosity=2)
