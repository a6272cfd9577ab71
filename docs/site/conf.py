# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sphinx's settings for the documentation site. scripts/docs adds where Doxygen's XML is."""

from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.domains.cpp import CPPDomain

project = "Diatomic"
author = "The Diatomic authors"
copyright = "2026 The Diatomic authors"
extensions = ["breathe", "myst_parser"]

breathe_default_project = "diatomic"
breathe_show_include = False
breathe_domain_by_extension = {"hpp": "cpp"}

# Marks the functions that only kernels may call.
cpp_id_attributes = ["DIATOMIC_DEVICE"]
# For the cards of the front page.
myst_enable_extensions = ["colon_fence"]
# As deep as any link to a heading goes.
myst_heading_anchors = 4
# For commands and output. Blocks of C++ name their language.
highlight_language = "none"
# Where Pygments cannot read a source, its listing is plain.
suppress_warnings = ["misc.highlighting_failure"]

nitpicky = True
# What the standard library, backends, transports and namespaces `detail` declare is not on the
# site.
nitpick_ignore_regex = [("cpp:identifier",
                         r"diatomic|(std|detail|transports|target|tables|backend)(::.*)?"
                         r"|native_stream|operand_of<T>|table_of<>|ref_type::slot_type")]

html_theme = "furo"
pygments_dark_style = "github-dark"
html_title = "Diatomic"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_search_scorer = str(Path(__file__).with_name("search_scorer.js"))
html_copy_source = False
html_show_sourcelink = False

NORMALIZE = Path("/usr/share/javascript/normalize.css/normalize.css")


class Cpp(CPPDomain):
    """The names of C++ without those of parameters, which would fill the search's answers."""

    def get_objects(self):
        return (o for o in super().get_objects() if not o[2].endswith("Param"))


def simplify_groups(app, doctree):
    """Leaves out titles that say no more than the page does: of a header, and of groups in it."""
    for desc in list(doctree.findall(addnodes.desc)):
        if desc["objtype"] == "group":
            desc.replace_self(desc[-1].children)
    for rubric in list(doctree.findall(nodes.rubric)):
        if rubric.astext() == "Unnamed Group":
            rubric.parent.remove(rubric)


def add_filter(app, page_name, template_name, context, doctree):
    if page_name == "docs/support_matrix":
        app.add_js_file("support_filter.js")


def complete_theme(app, exception):
    """Debian's furo imports a script that is no module, and a style sheet of the whole server."""
    static = Path(app.outdir, "_static")
    parts = {
        static / "scripts" / "furo.js": (
            'import Gumshoe from "./gumshoe-patched.js";',
            static / "scripts" / "gumshoe-patched.js"),
        static / "styles" / "furo.css": (
            "@import url(/javascript/normalize.css/normalize.css);", NORMALIZE),
    }
    for path, (line, part) in parts.items():
        text = path.read_text(encoding="utf-8")
        if line in text:
            path.write_text(text.replace(line, part.read_text(encoding="utf-8")), encoding="utf-8")


def setup(app):
    app.add_domain(Cpp, override=True)
    app.connect("doctree-read", simplify_groups)
    app.connect("html-page-context", add_filter)
    app.connect("build-finished", complete_theme)
