# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests that the built reference has every public name, and says what a caller must know of it."""

import re
import unittest
import xml.etree.ElementTree as xml
from pathlib import Path

from sphinx.util.inventory import InventoryFile

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "build" / "docs"
XML = ROOT / "build" / "docs_work" / "xml"
# The same everywhere: the reference's overview says what they are.
COMMON = ("tags", "overrides")
# What they are given needs no word.
PLAIN = re.compile(r"name_of|operator\W+")


def text_of(element):
    return "".join("".join(part.itertext()) for part in element
                   if part.tag in ("briefdescription", "detaileddescription"))


def bare(name):
    """A name without template arguments and blanks, which are spelled in several ways."""
    while "<" in name and not name.startswith("operator"):
        shorter = re.sub(r"\s*<[^<>]*>", "", name)
        if shorter == name:
            break
        name = shorter
    return name.replace(" ", "")


class Reference:
    """What Doxygen found: (qualified name, kind, element, what is said around it)."""

    def __init__(self):
        self.entries = []
        groups = {path.stem: xml.parse(path).getroot().find("compounddef")
                  for path in sorted(XML.glob("group__*.xml"))}
        for group in groups.values():
            self.add_members(group, "", text_of(group))
            for inner in group.iter("innerclass"):
                self.add_class(inner.get("refid"), text_of(group))

    def add_class(self, refid, around):
        compound = xml.parse(XML / f"{refid}.xml").getroot().find("compounddef")
        if compound.get("prot") != "public":
            return
        name = compound.findtext("compoundname")
        around = around + text_of(compound)
        self.entries.append((name, compound.get("kind"), compound, around))
        self.add_members(compound, f"{name}::", around)
        for inner in compound.iter("innerclass"):
            self.add_class(inner.get("refid"), around)

    def add_members(self, compound, prefix, around):
        for member in compound.iter("memberdef"):
            if member.get("prot") != "public" or member.get("kind") == "friend":
                continue
            name = prefix + member.findtext("name")
            if "~" in name:
                continue
            self.entries.append((name, member.get("kind"), member, around + text_of(member)))
            for value in member.iter("enumvalue"):
                self.entries.append((f"{name}::{value.findtext('name')}", "enumerator", value, ""))

    def functions(self):
        return [entry for entry in self.entries if entry[1] == "function"]


class reference_test(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.reference = Reference()

    def test_every_public_name_is_on_a_page(self):
        with open(SITE / "objects.inv", "rb") as file:
            inventory = InventoryFile.load(file, "", lambda base, uri: uri)
        places = {bare(name): place[2] for domain, names in inventory.items()
                  if domain.startswith(("cpp:", "c:")) for name, place in names.items()}
        pages = {}
        self.assertGreater(len(self.reference.entries), 400)
        for name, kind, _, _ in self.reference.entries:
            with self.subTest(name=name, kind=kind):
                self.assertTrue(bare(name) in places, "not in the reference")
                path, _, anchor = places[bare(name)].partition("#")
                if path not in pages:
                    pages[path] = (SITE / path).read_text(encoding="utf-8")
                self.assertTrue(f'id="{anchor}"' in pages[path], f"not in {path}")

    def test_doxygen_found_what_the_headers_declare(self):
        found = {name.rpartition("::")[2] for name, _, _, _ in self.reference.entries}
        headers = ROOT / "include" / "diatomic"
        declared = re.compile(r"^(?:DIATOMIC_\w+ |inline |constexpr )+[^=;{]*?(\w+)\(", re.M)
        for path in headers.glob("*/*.hpp"):
            text = path.read_text(encoding="utf-8")
            for part in re.findall(r"^namespace diatomic \{$.*?^\}  // namespace diatomic$", text,
                                   re.M | re.S):
                part = re.sub(r"^namespace detail \{$.*?^\}  // namespace detail$", "", part,
                              flags=re.M | re.S)
                for name in declared.findall(part):
                    with self.subTest(header=path.name, name=name):
                        self.assertIn(name, found)

    def test_each_parameter_is_spoken_of(self):
        """By name: in the comment of the function, of its class or header, or of another function
        that the comment names."""
        said = {}
        for name, _, element, _ in self.reference.functions():
            said.setdefault(name.rpartition("::")[2], []).append(text_of(element))
        for name, _, element, around in self.reference.functions():
            parameters = [p.findtext("declname") for p in element.findall("param")]
            own = name.rpartition("::")[2]
            if PLAIN.fullmatch(own):
                continue
            named = re.findall(r"\w+", text_of(element).replace("of this name", own))
            others = [text for word in named for text in said.get(word, [])]
            words = set(re.findall(r"\w+", " ".join([around, *others])))
            for parameter in parameters:
                if parameter is not None and parameter not in (*COMMON, *words):
                    with self.subTest(function=name, parameter=parameter):
                        self.fail("nothing is said of it")

    def test_each_operation_says_its_orders(self):
        operations = 0
        for header in "access bits extrema sums wait".split():
            path = XML / f"group__atomics__{header}.xml"
            for member in xml.parse(path).getroot().iter("memberdef"):
                name = member.findtext("name")
                if member.get("kind") != "function" or name.rpartition("::")[2] == "on_failure":
                    continue
                operations += 1
                with self.subTest(name=name):
                    self.assertRegex(text_of(member), r"Orders: ")
        self.assertGreater(operations, 60)


if __name__ == "__main__":
    unittest.main()
