# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a report as one HTML page, which needs no other file."""

from collections import OrderedDict
from html import escape
from pathlib import Path

import report
import source

STYLE = Path(__file__).resolve().parent / "page.css"


def text(value):
    return escape(str(value), quote=True)


def cells(values, tag="td"):
    scope = ' scope="col"' if tag == "th" else ""
    return "".join(f'<{tag}{scope} class="number">{text(v)}</{tag}>' for v in values)


def scrolling(label, content, kind=""):
    """A table that is wider than a phone scrolls in its own box, also by keyboard."""
    return (f'<div class="scroll {kind}" role="region" tabindex="0" aria-label="{text(label)}">'
            f"{content}</div>")


def bar(share):
    return f'<span class="bar" style="width:{100 * share:.2f}%"></span>' if share else ""


def badge(site):
    return ' <span class="badge">in Diatomic</span>' if site.in_library() else ""


def summary(told):
    profile = told.profile
    sites = profile.sites()
    cost = f"{report.cost(told.total_ms)} ms" if told.by_cost else "-"
    facts = (("Program", ", ".join(profile.programs)), ("Device", ", ".join(profile.devices())),
             ("Sites", len(sites)), ("Calls by warps", report.count(sum(s.calls for s in sites))),
             ("Calls by lanes", report.count(sum(s.lanes for s in sites))),
             ("Estimated cost", cost))
    listed = "".join(f"<dt>{name}</dt><dd>{text(value)}</dd>" for name, value in facts)
    notes = "".join(f"<li>{text(note)}</li>" for note in told.notes)
    return f"<dl>{listed}</dl><ul>{notes}</ul>"


def ranked(values):
    """Share and cost first, for narrow screens."""
    values = list(values)
    return [*reversed(values[-2:]), *values[:-2]]


def headers():
    return [name.replace("/ ", "/") for name in report.HEADER]


def ranking(told):
    rows = []
    for entry in told.entries:
        rows.append(
            f'<tr><td class="number">{entry.rank}</td><th scope="row">'
            f'<a href="#site-{entry.rank}">{text(entry.place)}</a>{badge(entry.site)}</th>'
            f"<td>{text(entry.site.name())}</td>"
            f'<td><span class="track">{bar(entry.share or 0)}</span></td>'
            f"{cells(ranked(report.numbers(entry)))}</tr>")
    head = (f'<th scope="col" class="number">#</th><th scope="col">place</th>'
            f'<th scope="col">call</th><th scope="col">share of {told.share_of()}</th>'
            f"{cells(ranked(headers()), 'th')}")
    return scrolling("Sites by rank", f'<table class="ranking"><thead><tr>{head}</tr></thead>'
                     f"<tbody>{''.join(rows)}</tbody></table>")


def sizes(site):
    """How many groups of lanes share an address, by the size of the group."""
    most = max(site.groups, default=0)
    if not most:
        return '<p class="faint">No groups were counted.</p>'
    last = max(b for b, groups in enumerate(site.groups) if groups)
    rows = []
    for b, groups in enumerate(site.groups[:last + 1]):
        first, end = 1 << b, min((2 << b) - 1, max(site.warp_lanes, 1 << b))
        size = str(first) if first == end else f"{first} to {end}"
        rows.append(f'<tr><th scope="row" class="number">{size}</th>'
                    f'<td class="number">{report.count(groups)}</td>'
                    f'<td><span class="track">{bar(groups / most)}</span></td></tr>')
    return scrolling("Lanes per address", '<table><thead><tr><th scope="col">lanes</th>'
                     '<th scope="col">groups</th><th scope="col">share</th></tr></thead><tbody>'
                     f"{''.join(rows)}</tbody></table>")


def addresses(site):
    if not site.heaviest:
        return '<p class="faint">None was recorded.</p>'
    rows = []
    for each in site.heaviest:
        bound = "" if each["exact"] else "at most "
        rows.append(f'<tr><th scope="row"><code>{text(each["address"])}</code></th>'
                    f'<td class="number">{bound}{report.count(each["lanes"])}</td>'
                    f'<td class="number">{report.percent(site.per_lane(each["lanes"]))}</td></tr>')
    return scrolling("Heaviest addresses", '<table><thead><tr><th scope="col">address</th>'
                     '<th scope="col" class="number">lanes</th>'
                     '<th scope="col" class="number">of the site</th></tr></thead>'
                     f"<tbody>{''.join(rows)}</tbody></table>")


def section(entry):
    site = entry.site
    facts = [("file", f"{site.file}:{site.line}"), ("device", site.device),
             ("order", site.order or "-"), ("scope", site.scope or "-"),
             ("space", site.space), ("hints", ", ".join(site.hints) or "none"),
             ("method", site.method or "-"),
             *zip(headers(), report.numbers(entry))]
    listed = "".join(f"<dt>{text(name)}</dt><dd>{text(value)}</dd>" for name, value in facts)
    told = "".join(f"<p>{text(line)}</p>" for line in entry.advice)
    return (f'<section class="site" id="site-{entry.rank}"><h3>{entry.rank}. '
            f"{text(entry.place)} <code>{text(site.name())}</code>{badge(site)}</h3>"
            f'<div class="advice">{told}</div><div class="parts">'
            f"<div><h4>Numbers</h4><dl>{listed}</dl></div>"
            f"<div><h4>Lanes that share an address</h4>{sizes(site)}</div>"
            f"<div><h4>Heaviest addresses</h4>{addresses(site)}</div></div></section>")


def code(line):
    share = "" if line.share is None else report.percent(line.share)
    heat = "" if line.share is None else f' style="--share:{min(line.share, 1):.3f}"'
    ranks = ", ".join(f'<a href="#site-{rank}">{rank}</a>' for rank in line.ranks)
    return (f'<tr{heat}><th scope="row" class="number">{line.number}</th>'
            f'<td class="number">{share}</td><td>{ranks}</td>'
            f'<td class="code">{text(line.text)}</td></tr>')


def sources(told):
    files = OrderedDict()
    for entry in told.entries:
        files.setdefault(entry.site.file, []).append(entry)
    parts = []
    for name, entries in files.items():
        parts.append(f"<h3><code>{text(name)}</code></h3>")
        lines = source.text_of(name, told.profile.programs)
        shown = source.excerpts(entries, lines) if lines is not None else []
        if not shown:
            listed = ", ".join(f'<a href="#site-{e.rank}">{e.site.line}</a>' for e in entries)
            reason = "The file was not found" if lines is None else "The file is now shorter"
            parts.append(f"<p>{reason}. Lines with sites: {listed}.</p>")
            continue
        bodies = "".join(f"<tbody>{''.join(map(code, part))}</tbody>" for part in shown)
        parts.append(scrolling(
            f"Source of {name}", '<table><thead><tr><th scope="col" class="number">line</th>'
            '<th scope="col" class="number">share</th><th scope="col">site</th>'
            f'<th scope="col">code</th></tr></thead>{bodies}</table>', "source"))
    return "".join(parts)


def html_of(told):
    title = f"Profile of {', '.join(told.profile.programs)}"
    body = summary(told)
    if told.entries:
        body += (f"<h2>Sites</h2>{ranking(told)}<h2>Each site</h2>"
                 f"{''.join(map(section, told.entries))}<h2>Source</h2>{sources(told)}")
    else:
        body += "<p>No call was profiled.</p>"
    return ('<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>{text(title)}</title><style>\n{STYLE.read_text(encoding='utf-8')}</style>"
            f"</head><body><main><h1>{text(title)}</h1>{body}</main></body></html>\n")
