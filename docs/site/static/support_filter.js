// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Filters the tables of the support matrix. What there is to choose from is read from the tables
// themselves; the choice is kept in the page's address, so that it can be sent to others.

"use strict";

const words = (element) => element.textContent.trim().split(/\s+/);

const answer = (cell) => {
  const text = cell.textContent.trim();
  if (/ if /.test(text)) return "native if";
  return text.match(/^\w+/)[0];
};

// A table, with what its rows and columns are about.
const readTable = (table) => {
  const section = table.closest("section");
  const frame = table.closest(".table-wrapper");
  const title = frame.previousElementSibling;
  const [, , ...chips] = [...table.tHead.rows[0].cells].map(words);
  const rows = [...table.tBodies[0].rows].map((row) => {
    const [operations, types, ...answers] = [...row.cells];
    return {row, operation: words(operations), type: words(types), answers: answers.map(answer)};
  });
  const memory = words(title)[0].toLowerCase();
  return {table, section, frame, title, chips, rows, memory, backend: section.id};
};

const tables = [...document.querySelectorAll("article table")].map(readTable);

const filters = [
  {name: "backend", label: "Backend", words: () => tables.map((t) => t.backend)},
  {name: "chip", label: "Chip", words: () => tables.flatMap((t) => t.chips.flat())},
  {name: "memory", label: "Memory", words: () => ["global", "shared"]},
  {name: "operation", label: "Operation",
   words: () => tables.flatMap((t) => t.rows.flatMap((r) => r.operation))},
  {name: "type", label: "Type", words: () => tables.flatMap((t) => t.rows.flatMap((r) => r.type))},
  {name: "support", label: "Support", words: () => ["native", "native if", "loop", "none"]},
];

const makeSelect = ({name, label, words: all}) => {
  const select = document.createElement("select");
  select.name = name;
  select.add(new Option("all", ""));
  for (const word of new Set(all())) select.add(new Option(word, word));
  const box = document.createElement("label");
  box.append(label, select);
  return box;
};

const form = document.createElement("form");
form.className = "support-filter";
form.append(...filters.map(makeSelect));
const reset = document.createElement("button");
reset.type = "reset";
reset.textContent = "Show all";
const count = document.createElement("output");
form.append(reset, count);

const choice = () => Object.fromEntries(new FormData(form));

const apply = () => {
  const chosen = choice();
  const fits = (name, among) => !chosen[name] || among.includes(chosen[name]);
  let shown = 0;
  let total = 0;
  const sections = new Map();
  for (const t of tables) {
    const columns = t.chips.map((group) => fits("chip", group));
    const memories = t.memory === "any" ? ["global", "shared"] : [t.memory];
    const applies = fits("backend", [t.backend]) && fits("memory", memories) &&
        columns.includes(true);
    let here = 0;
    for (const {row, operation, type, answers} of t.rows) {
      const visible = answers.filter((_, i) => columns[i]);
      row.hidden = !(applies && fits("operation", operation) && fits("type", type) &&
                     fits("support", visible));
      here += row.hidden ? 0 : 1;
    }
    for (const row of t.table.rows) {
      columns.forEach((is_visible, i) => { row.cells[i + 2].hidden = !is_visible; });
    }
    t.frame.hidden = t.title.hidden = here === 0;
    sections.set(t.section, (sections.get(t.section) ?? 0) + here);
    shown += here;
    total += t.rows.length;
  }
  for (const [section, rows] of sections) section.hidden = rows === 0;
  count.textContent = `${shown} of ${total} rows`;
  const query = new URLSearchParams(Object.entries(chosen).filter(([, word]) => word)).toString();
  history.replaceState(null, "", (query ? `?${query}` : location.pathname) + location.hash);
};

for (const [name, word] of new URLSearchParams(location.search)) {
  const select = form.elements.namedItem(name);
  if (select) select.value = word;
  if (select && select.selectedIndex < 0) select.value = "";
}
form.addEventListener("change", apply);
form.addEventListener("reset", () => setTimeout(apply));
form.addEventListener("submit", (event) => event.preventDefault());
tables[0].section.before(form);
apply();
