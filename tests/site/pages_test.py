# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of the built site in Chromium without a window, at the size of a desktop and of a phone."""

import functools
import http.server
import json
import re
import threading
import unittest
from pathlib import Path
from urllib.parse import urlencode, urlparse

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "build" / "docs"
DESKTOP = (1280, 900)
WIDE = (1400, 1000)
PHONE = (390, 844)
PATIENCE_S = 60
# The texts that are wider than their place, but for tables and listings, which can be scrolled.
CUT_TEXT = """
  return [...document.querySelectorAll("article :is(h1, h2, h3, h4, p, li, dt)")]
      .filter((e) => !e.closest("table, pre") && e.clientWidth && e.scrollWidth > e.clientWidth + 1)
      .filter((e) => !e.querySelector("table, pre, img[src$='.svg']"))
      .map((e) => e.textContent.slice(0, 60));
"""
# The boxes of code that are cut though their lines have at most 100 columns, and those of code and
# tables that are cut and cannot be scrolled.
CUT_BOXES = """
  const wide = [...document.querySelectorAll("article :is(.highlight pre, .table-wrapper)")]
      .filter((e) => e.scrollWidth > e.clientWidth + 1);
  const columns = (e) => {
    const copy = e.cloneNode(true);
    copy.querySelectorAll(".linenos").forEach((number) => number.remove());
    return Math.max(...copy.textContent.split("\\n").map((line) => [...line].length));
  };
  return wide.filter((e) => !["auto", "scroll"].includes(getComputedStyle(e).overflowX)
                         || arguments[0] && e.matches("pre") && columns(e) <= 100)
      .map((e) => e.textContent.slice(0, 60));
"""
SIDEBAR = ".sidebar-tree"
# What the search finds last: decisions, logs, generated lists.
LATE = re.compile("docs/decisions/|docs/amd_instructions/|docs/builds/nvcc_counter|CHANGELOG")


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def open_browser():
    options = webdriver.ChromeOptions()
    # Root, as in a container, has no sandbox; shared memory may be small there.
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    options.binary_location = "/usr/bin/chromium"
    options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
    return webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)


class pages_test(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        handler = functools.partial(QuietHandler, directory=SITE)
        cls.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        cls.addClassCleanup(cls.server.server_close)
        threading.Thread(target=cls.server.serve_forever, daemon=True).start()
        cls.addClassCleanup(cls.server.shutdown)
        cls.browser = open_browser()
        cls.addClassCleanup(cls.browser.quit)
        cls.origin = f"127.0.0.1:{cls.server.server_port}"

    def open(self, page, size=DESKTOP):
        width, height = size
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": size == PHONE})
        self.browser.get(f"http://{self.origin}/{page}")

    def wait_for(self, what):
        return WebDriverWait(self.browser, PATIENCE_S).until(lambda _: what())

    def all(self, selector):
        return self.browser.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector):
        return self.browser.find_element(By.CSS_SELECTOR, selector)

    def visible_rows(self):
        return [row for row in self.all("article tbody tr") if row.is_displayed()]

    def test_search_finds_the_reference(self):
        for size in (DESKTOP, PHONE):
            with self.subTest(size=size):
                self.open("index.html", size)
                if size == PHONE:
                    self.one("header label[for=__navigation]").click()
                box = self.one("input.sidebar-search")
                self.wait_for(box.is_displayed)
                box.send_keys("fetch_add", Keys.ENTER)
                first = self.wait_for(lambda: self.all("ul.search > li > a"))[0]
                self.assertEqual("diatomic::fetch_add", first.text)
                target = first.get_attribute("href")
                self.browser.get(target)
                entry = self.browser.find_element(By.ID, urlparse(target).fragment)
                self.assertTrue(entry.is_displayed())
                self.assertIn("fetch_add", entry.text)
                self.assertTrue(target.startswith(f"http://{self.origin}/reference/arithmetic"))

    def found(self, query):
        """The pages of the search's results, best first."""
        self.open(f"search.html?{urlencode({'q': query})}")
        self.wait_for(lambda: re.search(r"found \d+ page", self.one(".search-summary").text))
        return [urlparse(link.get_attribute("href")).path.removesuffix(".html").strip("/")
                for link in self.all("ul.search > li > a")]

    def test_search_ranks_guides_first(self):
        self.assertEqual({"docs/quick_reference", "docs/semantics"},
                         set(self.found("shared memory")[:2]))
        self.assertEqual("docs/porting", self.found("atomicAdd")[0])
        for query in ("shared memory", "atomicAdd", "lock", "memory order", "install"):
            with self.subTest(query=query):
                late = [LATE.match(page) is not None for page in self.found(query)]
                self.assertIn(True, late)
                self.assertEqual(sorted(late), late)

    def test_front_page(self):
        self.open("index.html")
        cards = self.all("article .card")
        self.assertEqual(["Use it", "Port to it", "Understand it"],
                         [card.text.partition("\n")[0] for card in cards])
        self.assertEqual("Quick reference", cards[0].find_element(By.TAG_NAME, "a").text)
        for card in cards:
            self.assertIn(len(card.find_elements(By.TAG_NAME, "a")), range(3, 7))
        self.assertIn("store_add", self.one("article pre").text)

    def test_sidebar(self):
        self.open("index.html")
        self.assertEqual(["USE IT", "REFERENCE", "WORK ON IT"],
                         [caption.text for caption in self.all(f"{SIDEBAR} .caption")])
        links = self.all(f"{SIDEBAR} a.reference")
        self.assertEqual("Quick reference", links[0].text)
        for what in ("href", "textContent"):
            values = [link.get_attribute(what) for link in links]
            with self.subTest(what=what):
                self.assertEqual(set(), {value for value in values if values.count(value) > 1})
        for link in links:
            with self.subTest(link=link.get_attribute("textContent")):
                self.assertNotRegex(link.get_attribute("textContent"), r"\.(md|txt|[ch]pp|py)$")
                self.assertNotIn("#", link.get_attribute("href"))

    def test_code_and_tables_fit_or_scroll(self):
        for size in (WIDE, PHONE):
            for page in self.written_pages():
                with self.subTest(page=page, size=size):
                    self.open(page, size)
                    cut = self.browser.execute_script(CUT_BOXES, size == WIDE)
                    self.assertEqual([], cut)

    def test_the_filter_leaves_out_rows(self):
        for size in (DESKTOP, PHONE):
            with self.subTest(size=size):
                self.open("docs/support_matrix.html", size)
                everything = len(self.visible_rows())
                self.assertEqual(len(self.all("article tbody tr")), everything)

                Select(self.one("select[name=operation]")).select_by_value("add")
                rows = self.visible_rows()
                self.assertTrue(0 < len(rows) < everything)
                self.assertTrue(all("add" in row.text.split() for row in rows))

                Select(self.one("select[name=chip]")).select_by_value("gfx942")
                rows = self.visible_rows()
                self.assertTrue(rows)
                heads = [h.text for h in self.all("article th") if h.is_displayed()]
                self.assertEqual({"operation", "type"}, {h for h in heads if "gfx942" not in h})
                self.assertFalse(self.one("section#cuda").is_displayed())
                self.assertIn(f"{len(rows)} of {everything} rows", self.one("output").text)

                self.one(".support-filter button").click()
                self.wait_for(lambda: len(self.visible_rows()) == everything)

    def test_the_filter_keeps_its_choice_in_the_address(self):
        self.open("docs/support_matrix.html?type=f64&support=native+if")
        rows = self.visible_rows()
        self.assertTrue(rows)
        self.assertTrue(all("f64" in row.text.split() and " if " in row.text for row in rows))
        Select(self.one("select[name=backend]")).select_by_value("hip")
        self.assertIn("backend=hip", self.browser.current_url)
        self.open("docs/support_matrix.html?type=no_such_type")
        self.assertEqual(len(self.all("article tbody tr")), len(self.visible_rows()))

    def test_light_and_dark(self):
        self.open("docs/performance.html")
        self.assertTrue(any(b.is_displayed() for b in self.all("button.theme-toggle")))
        chart = self.one("article img[src$='.svg']")
        for theme in ("light", "dark"):
            self.browser.execute_script(f"document.body.dataset.theme = '{theme}'")
            self.assertEqual("rgba(255, 255, 255, 1)", chart.value_of_css_property(
                "background-color"))
        self.assertGreater(self.browser.execute_script("return arguments[0].naturalWidth", chart),
                           0)

    def test_text_of_charts_is_as_large_as_on_a_desktop(self):
        widths = {}
        for size in (WIDE, PHONE):
            self.open("docs/performance.html", size)
            charts = self.all("article img[src$='.svg']")
            self.assertEqual(len(list((ROOT / "docs/performance").glob("*.svg"))), len(charts))
            widths[size] = [chart.size["width"] for chart in charts]
            for chart in charts:
                box = chart.find_element(By.XPATH, "..")
                hidden = self.browser.execute_script(
                    "return arguments[0].scrollWidth - arguments[0].clientWidth", box)
                self.assertEqual(size == PHONE, hidden > 0)
                self.assertEqual("auto", box.value_of_css_property("overflow-x"))
        for wide, narrow in zip(*widths.values()):
            self.assertGreater(narrow, 0.9 * wide)

    def test_no_page_is_wider_than_a_phone(self):
        for page in self.written_pages():
            with self.subTest(page=page):
                self.open(page, PHONE)
                width = self.browser.execute_script("return document.documentElement.scrollWidth")
                self.assertLessEqual(width, PHONE[0])
                cut = self.browser.execute_script(CUT_TEXT)
                self.assertEqual([], cut)

    def test_nothing_outside_of_the_site_is_asked_for(self):
        self.browser.get_log("performance")
        self.browser.get_log("browser")
        for page in [*self.written_pages(), "search.html?q=fetch_add"]:
            self.open(page)
        asked = set()
        for entry in self.browser.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                asked.add(message["params"]["request"]["url"])
        self.assertGreater(len(asked), 20)
        outside = {url for url in asked
                   if urlparse(url).scheme != "data" and urlparse(url).netloc != self.origin}
        self.assertEqual(set(), outside)
        complaints = [entry["message"] for entry in self.browser.get_log("browser")
                      if entry["level"] == "SEVERE" and "favicon.ico" not in entry["message"]]
        self.assertEqual([], complaints)

    def written_pages(self):
        """All pages but the listings of sources, of which one stands for all."""
        pages = [path.relative_to(SITE) for path in sorted(SITE.rglob("*.html"))]
        return ["index.html", "include/diatomic/sync/mutex.hpp.html"] + [
            str(page) for page in pages
            if page.parts[0] == "reference" or (ROOT / page).with_suffix(".md").exists()]


if __name__ == "__main__":
    unittest.main()
