#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""usage: stage.py FOLDER

Writes the documentation site's pages into FOLDER, for Sphinx: the front page and the reference
pages of docs/site, and every Markdown page that links lead to from there. Files of other sorts that
a page links to become pages of the site too, so that no link leaves it; folders become lists of
their files. Links are rewritten to match; one that leads nowhere is an error.
"""

import os
import re
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SITE = Path("docs/site")
REFERENCE = SITE / "reference"
FRONT_PAGE = SITE / "index.md"
# The list of documents in the tree. On the site the front page and the sidebar are this list.
LIST = Path("docs/README.md")

# Code, in which nothing is a link; or a link or an image, and its target.
LINK = re.compile(r"^```.*?^```$|`[^`]*`|(?P<text>!?\[[^\]]*\]\()(?P<target>[^)\s]+)\)",
                  re.M | re.S)
# A list of pages for the sidebar: the names below its options.
SIDEBAR = re.compile(r"^```{toctree}\n(?::[^\n]*\n)*\n(.*?)\n```$", re.M | re.S)
LANGUAGES = {".hpp": "cpp", ".cpp": "cpp", ".cmake": "cmake", ".py": "python", ".yml": "yaml",
             ".toml": "toml", ".bash": "bash", ".json": "json"}
# What a browser shows or saves as it is.
AS_THEY_ARE = {".png", ".svg", ".csv", ".jpg", ".pgm", ".ppm"}
# Pages below which others are in the sidebar: names without the suffix, or "title <name>".
CONTENTS = {
    Path("docs/install.md"): ["builds/packages"],
    Path("docs/porting.md"): ["porting/*", "Kokkos and desul <builds/kokkos>"],
    Path("docs/support_matrix.md"): ["AMD, compared with HIP <amd_instructions/README>"],
    Path("docs/amd_instructions/README.md"): ["HIP 5.2 <hip_5.2>", "HIP 7.2 <hip_7.2>"],
    Path("docs/builds/compilers.md"): ["A defect of nvcc 13.0 <nvcc_counter>"],
    Path("docs/testing.md"): ["../tests/codegen/README", "../tests/memory_model/README",
                              "../tests/emulator/README", "litmus", "tools/mutation"],
    Path("docs/decisions/README.md"): ["*/0*"],
    Path("backends/README.md"): ["*/README"],
    Path("backends/transports/README.md"): ["*/README"],
}


class Stage:
    def __init__(self, folder):
        self.folder, self.todo, self.seen, self.errors = folder, [], set(), []

    def want(self, path):
        """Notes that `path` must be on the site; returns where its page is."""
        if (ROOT / path).is_dir() and (ROOT / path / "README.md").exists():
            path = path / "README.md"
        if path.parent == REFERENCE:
            return Path("reference") / path.name
        if path == LIST:
            return Path("index.md")
        if path not in self.seen:
            self.seen.add(path)
            self.todo.append(path)
        if (ROOT / path).is_dir():
            return path / "index.md"
        if path.suffix in AS_THEY_ARE or path.suffix == ".md":
            return path
        return path.with_name(path.name + ".md")

    def write(self, path, text):
        to = self.folder / path
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_text(text, encoding="utf-8")

    def run(self):
        self.write(Path("index.md"), self.page(FRONT_PAGE, Path(".")))
        for path in sorted((ROOT / REFERENCE).glob("*.md")):
            own = path.relative_to(ROOT)
            self.write(self.want(own), self.page(own, Path("reference")))
        while self.todo:
            self.put(self.todo.pop())
        self.check_sidebar()

    def check_sidebar(self):
        """Each page of the sidebar's lists exists; Sphinx would fail much later."""
        for page in self.folder.rglob("*.md"):
            for names in SIDEBAR.findall(page.read_text(encoding="utf-8")):
                for name in names.split("\n"):
                    target = re.sub(r".*<(.*)>", r"\1", name)
                    if target and not any(page.parent.glob(f"{target}.md")):
                        self.errors.append(f"{page.relative_to(self.folder)}: the sidebar has no "
                                           f"page {target}")

    def put(self, path):
        source = ROOT / path
        if source.is_dir():
            names = sorted(p.relative_to(ROOT) for p in source.iterdir()
                           if p.name != "__pycache__")
            lines = [f"- [{p.name}]({os.path.relpath(self.want(p), path)})" for p in names]
            self.write(path / "index.md", self.appendix(path, "\n".join(lines)))
        elif path.suffix == ".md":
            text = self.page(path, path.parent)
            if path in CONTENTS:
                below = "\n".join(CONTENTS[path])
                text += f"\n```{{toctree}}\n:hidden:\n:glob:\n\n{below}\n```\n"
            self.write(path, text)
        elif path.suffix in AS_THEY_ARE:
            (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, self.folder / path)
        else:
            text = source.read_text(encoding="utf-8")
            language = LANGUAGES.get(path.suffix) or ("bash" if text.startswith("#!") else "text")
            fence = "`" * 8
            listing = f"{fence}{{code-block}} {language}\n:linenos:\n\n{text}\n{fence}"
            self.write(path.with_name(path.name + ".md"), self.appendix(path, listing))

    def appendix(self, path, text):
        """A page that only links lead to, and that the search leaves out."""
        return f"---\norphan: true\nnosearch: true\n---\n\n# {path}\n\n{text}\n"

    def page(self, path, at):
        """The Markdown page `path`, with its links as a page in the folder `at` needs them."""

        def rewritten(match):
            target = match["target"]
            if target is None or target.startswith("#") or re.match(r"\w+:", target):
                return match[0]
            name, mark, anchor = target.partition("#")
            to = Path(os.path.normpath(path.parent / name))
            if name.startswith("/") or not (ROOT / to).exists():
                self.errors.append(f"{path}: there is no {target}")
                return match[0]
            return f"{match['text']}{os.path.relpath(self.want(to), at)}{mark}{anchor})"

        return LINK.sub(rewritten, (ROOT / path).read_text(encoding="utf-8"))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    stage = Stage(Path(sys.argv[1]))
    shutil.rmtree(stage.folder, ignore_errors=True)
    stage.run()
    for error in stage.errors:
        print(error, file=sys.stderr)
    sys.exit(1 if stage.errors else 0)


if __name__ == "__main__":
    main()
