// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How the search ranks its results: guides before the reference, the reference before documents for
// contributors, decisions, generated lists and the changelog last. A word in a heading counts more
// than a word in the text. A public name that is the query itself comes before guides that only
// mention it.

var Scorer = {  // Sphinx' name
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: {0: 15, 1: 5, 2: -5},
  objPrioDefault: 0,
  title: 10,
  partialTitle: 6,
  term: 5,
  partialTerm: 2,

  // What a page adds: the number of the first pattern that its name matches.
  pages: [
    [/^docs\/quickstart$/, 17],
    [/^docs\/semantics$/, 16],
    [/^docs\/porting$/, 15],
    [/^docs\/(quick_reference|install|features|performance)$/, 10],
    [/^docs\/(support_matrix|containers|multi_gpu)$/, 10],
    [/^docs\/builds\/(packages|compilers|kokkos|run_time_compilation)$/, 9],
    [/^docs\/(examples\/|project\/faq$)|^README$/, 9],
    [/^reference\//, 8],
    [/^docs\/(decisions|amd_instructions)\/|^docs\/builds\/nvcc_counter$|^CHANGELOG$/, -100],
    [/^/, 0],
  ],

  score([page, name, , , score]) {
    const query = new URLSearchParams(location.search).get("q");
    const [, ofPage] = Scorer.pages.find(([pattern]) => pattern.test(page));
    return score + ofPage + (name === `diatomic::${query}` ? 10 : 0);
  },
};
