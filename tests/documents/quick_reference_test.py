# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests that docs/quick_reference.md has every public name or leaves it out for a listed reason,
that the names on the page exist, and that its tables on types and on NaN, -0 and subnormals agree
with docs/support_matrix.md and with the suite that runs the operations."""

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/quick_reference.md").read_text(encoding="utf-8")
SUITE = ROOT / "tests/suites/dispatch/quick_reference_test.cpp"
MOST_WORDS = 1500  # one page

# The public names that are not on the page, by the reason.
LEFT_OUT = {
    "they do nothing on any backend": "notify_one notify_all",
    "an atomic_ref or an mdspan accessor with an order in its type": """
        atomic_accessor atomic_accessor_acq_rel atomic_accessor_relaxed atomic_accessor_seq_cst
        atomic_ref_acq_rel atomic_ref_relaxed atomic_ref_seq_cst""",
    "types of objects and of operands, which the semantics list": """
        bfloat162 bfloat164 difference double2 fixed_scale float2 float4 half4 indexed int2 int4
        no_index number_kind_v saturating_sum value""",
    "the vocabulary of templates and of the support table": """
        access_properties failure_order hint kind kind_count kind_of_v memory_scope memory_space
        name_of op op_count properties requirement result_of result_unused
        result_unused_t result_use support support_of support_v tables tag tags""",
    "waiting and locks other than a mutex: the table of waiting calls in the semantics": """
        call_once grid_barrier latch lock_stripes lock_table once_flag semaphore shared_mutex
        ticket_mutex with_lock_for with_permit with_shared_lock""",
    "a kernel's position, its warp and its block: the porting guide's tables": """
        active_lanes ballot block_extent block_index block_position block_reduce block_update
        extent3 first_lanes grid_extent index3 lane_index lane_mask shuffle shuffle_down
        shuffle_xor sync_warp thread_position warp_size""",
    "the runtime, for host code: the quickstart": """
        current_device device_array device_count device_properties download elapsed_ms
        enable_peer_access event fill fill_bytes host_link kernel_architecture launch
        launch_cooperative launch_global link_atomics link_capability link_capability_count
        link_operation link_operation_count link_support max_resident_blocks no_device_reason
        peer_link pinned_array profile runtime_error stream stream_view upload use_device""",
    "calls on arrays: the table of headers in the features": """
        arg_max arg_min csr_segment_index determinism exact_rows_temp_bytes exact_sum
        exact_sums_temp_bytes field_elements find_fixed_scale fixed_rows_temp_bytes
        fixed_scale_for_sums fixed_sums_temp_bytes histogram histogram_temp_bytes index_add
        leading_dimensions reduce reduce_temp_bytes reproducible_accumulator
        reproducible_index_add reproducible_scatter_add reproducible_segmented_sum
        reproducible_sum reproducible_sum_temp_bytes reproducible_weighted_histogram scatter_add
        scatter_add_temp_bytes segmented_reduce segmented_reduce_temp_bytes strided_elements
        transform_reduce weighted_histogram weighted_histogram_temp_bytes wide_fixed_sum""",
    "bins and the layouts of histograms": """
        basic_even_bin block_bins block_histogram counter_layout counting_plan edge_bin edge_bins
        even_bin even_double_bin even_integer_bin even_integer_bins global_counters last_edge
        no_bin packed_counters per_lane_copies plan_histogram value_bin""",
    "containers, which have their own page": """
        bounded_queue bytes_apart default_window empty_key empty_value insertion map_failures
        map_slot mixed_bits queue_cell queue_end queue_ends spread_array spread_array_ref
        spread_over static_map static_map_ref""",
    "several devices and processes, which have their own page": """
        aggregated_scatter_add aggregated_scatter_add_temp_bytes all_reduce distributed_histogram
        distributed_reduce distributed_reproducible_sum distributed_scatter_add element_range
        indexed_value mailboxes owned_by quiet reduce_scatter remote_link remote_ref
        remote_support remote_support_v send_to_owners symmetric_array symmetric_ptr with_world
        world world_barrier world_barrier_ref world_options""",
    "other libraries' names: the porting guide": "cuda_names desul_names",
}
# In code font on the page, and not Diatomic's.
OTHERS = set("""
    OP T base bool cudaMalloc desired diatomic double expected f float group hipMalloc if index
    length namespace old order p std v __int128""".split())

# The types of a row, by their kinds; the columns by the support matrix's chips; the letters.
KINDS = {"32-, 64-bit integers": "i32 u32 i64 u64", "8-, 16-bit integers": "i8 u8 i16 u16",
         "8- to 64-bit integers": "i8 u8 i16 u16 i32 u32 i64 u64",
         "32-, 64-bit numbers": "i32 u32 i64 u64 f32 f64", "`float`": "f32", "`double`": "f64",
         "`half`": "f16", "`bfloat16`": "bf16", "`half2`": "f16x2"}
LETTERS = {"C": "coarse_grained", "D": "ignore_denormals", "A": "in_array", "S": "store_OP"}


def tables_of(text):
    """Each table of a page: its heading's cells, and the cells of its rows."""
    found, is_inside = [], False
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|---"):
            continue
        if line.startswith("|") and is_inside:
            found[-1][1].append(cells)
        elif line.startswith("|"):
            found.append((cells, []))
        is_inside = line.startswith("|")
    return found


def table_of(text, *heading):
    """The rows of the table whose heading begins so."""
    return next(rows for cells, rows in tables_of(text) if cells[:len(heading)] == [*heading])


def in_code_font(text):
    return re.findall(r"`([^`]+)`", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S))


def words_of(codes):
    return {word for code in codes for word in re.findall(r"[A-Za-z_]\w*", code)
            if not code.startswith("<")}


def code_of(text):
    """The text of the C++ blocks, without comments."""
    blocks = re.findall(r"^```cpp\n(.*?)^```", text, re.M | re.S)
    return re.sub(r"//.*|#include.*", "", "\n".join(blocks))


def forms(operations):
    return {form for name in operations for form in (f"fetch_{name}", f"{name}_fetch",
                                                     f"store_{name}")}


def names_of(page):
    """The names that the page gives in code font, its operations, and CUDA's names."""
    cells, of_cuda = [], []
    for heading, rows in tables_of(page):
        for row in rows:
            for column, cell in zip(heading, row):
                (of_cuda if column == "CUDA" else cells).append(cell)
    prose = re.sub(r"^\|.*", "", page, flags=re.M)
    operations = words_of(name for row in table_of(page, "OP", "types", "effect")
                          for name in in_code_font(row[0]))
    names = words_of(in_code_font("\n".join([prose, *cells])))
    return (names - {"fetch_OP", "OP_fetch", "store_OP"}, operations,
            words_of(in_code_font("\n".join(of_cuda))) - {"volatile"})


def public_names():
    lines = (ROOT / "tests/names/public_names.txt").read_text(encoding="utf-8").splitlines()
    return {line for line in lines if line and not line.startswith("#")}


def missing(page, public):
    """The public names that are neither on the page nor left out."""
    names, operations, _ = names_of(page)
    there = names | words_of([code_of(page)]) | forms(operations)
    there |= {f"{name}_t" for name in there}
    return public - there - {name for group in LEFT_OUT.values() for name in group.split()}


def unknown(page, public):
    """The names on the page that do not exist."""
    names, operations, of_cuda = names_of(page)
    named = "".join(path.read_text(encoding="utf-8")
                    for path in (ROOT / "include/diatomic/compat").rglob("cuda_*.hpp"))
    return (names - public - operations - OTHERS | forms(operations) - public |
            {name for name in of_cuda if not re.search(rf"\b{name}\b", named)})


class support_matrix:
    """The entries for global memory by operation, kind and chip: letters, `loop` or `refused`."""

    def __init__(self):
        text = (ROOT / "docs/support_matrix.md").read_text(encoding="utf-8")
        self.entries = {}
        for section in text.split("\n## ")[1:]:
            conditions = dict(re.findall(r"^- \*(\w)\*: (.*)$", section, re.M))
            heading, rows = tables_of(section)[0]
            for operations, kinds, *cells in rows:
                for chips, cell in zip(heading[2:], cells):
                    entry = self.entry_of(cell, conditions)
                    self.entries.update(((operation, kind, chip), entry)
                                        for operation in operations.split()
                                        for kind in kinds.split() for chip in chips.split())
        self.chips = {chip for _, _, chip in self.entries}

    @staticmethod
    def entry_of(cell, conditions):
        if not cell.startswith("native"):
            return "refused" if cell == "none" else "loop"
        letter = re.search(r"if \*(\w)\*", cell)
        ways = conditions[letter[1]].split("; or ") if letter else [""]
        letters = [" ".join(key for key, tag in LETTERS.items() if tag in way) for way in ways]
        return min(letters, key=len) or "native"

    def of_row(self, kinds, operations, chips):
        return {self.entries[operation, kind, chip] for operation in operations
                for kind in kinds.split() for chip in chips}

    def faults(self, page):
        """The cells of the page's table on types that say something else."""
        heading = next(cells for cells, _ in tables_of(page) if cells[:2] == ["type", "operation"])
        for types, operations, *cells in table_of(page, "type", "operation"):
            for column, cell in zip(heading[2:], cells):
                chips = ({chip for chip in self.chips if chip.startswith("sm_")}
                         if column == "NVIDIA" else {column})
                if cell.endswith(", sm_90"):
                    cell = cell.removesuffix(", sm_90")
                    chips = {chip for chip in chips if int(chip[3:]) >= 90}
                found = self.of_row(KINDS[types], in_code_font(operations), chips)
                if found != {cell}:
                    yield types, operations, column, cell, sorted(found)


def special_cells(page):
    """The page's rows on NaN, -0 and subnormals by operation; some rows are for two of these."""
    found = {}
    for names, *cells in table_of(page, "OP", "`*p` is +NaN"):
        names = in_code_font(names)
        for at, name in enumerate(names):
            of_name = [cell.strip("`") for cell in cells]
            if ", " in of_name[4]:
                of_name[4] = of_name[4].split(", ")[at]
            found[name] = of_name
    return found


def suite_cells(text):
    rows = re.findall(r'\{"(\w+)",\s*\{("[^}]*")\}\}', text)
    return {name: re.findall(r'"([^"]*)"', cells) for name, cells in rows}


class quick_reference_test(unittest.TestCase):
    maxDiff = None
    public = public_names()

    def test_every_public_name_is_there_or_left_out(self):
        self.assertEqual(missing(PAGE, self.public), set())

    def test_every_name_exists(self):
        self.assertEqual(unknown(PAGE, self.public), set())
        for header in re.findall(r"<(diatomic/[^>]+)>", PAGE):
            self.assertTrue((ROOT / "include" / header).is_file(), header)

    def test_what_is_left_out_is_public_and_not_on_the_page(self):
        names = [name for group in LEFT_OUT.values() for name in group.split()]
        self.assertEqual(len(names), len(set(names)))
        self.assertEqual(set(names) - self.public, set())
        self.assertEqual(set(names) & names_of(PAGE)[0], set())

    def test_every_tag_is_in_its_table(self):
        tags = {name[:-2] for name in self.public if name.endswith("_t")} - {"result_unused"}
        there = words_of(in_code_font("".join(row[0] for row in table_of(PAGE, "tag"))))
        self.assertEqual(tags | {"on_failure", "lane_group"}, there)

    def test_types_agree_with_the_support_matrix(self):
        self.assertEqual(list(support_matrix().faults(PAGE)), [])

    def test_special_cells_are_those_of_the_suite(self):
        cells = suite_cells(SUITE.read_text(encoding="utf-8"))
        self.assertEqual(len(cells), 9)
        self.assertEqual(special_cells(PAGE), cells)

    def test_it_is_one_page(self):
        self.assertLessEqual(len(PAGE.split()), MOST_WORDS)

    def test_faults_are_seen(self):
        self.assertEqual(missing(PAGE.replace("`claim_slot(p)`", "").replace("claim_slot(", ""),
                                 self.public), {"claim_slot"})
        self.assertIn("fetch_mod", missing(PAGE.replace("`shr` `mod`", "`shr`"), self.public))
        self.assertEqual(unknown(PAGE.replace("`pause()`", "`pauses()`"), self.public),
                         {"pauses"})
        self.assertEqual(unknown(PAGE.replace("`atomicXor`", "`atomicNor`"), self.public),
                         {"atomicNor"})
        wrong = PAGE.replace("| native | C | native | loop | loop |",
                             "| native | C | native | native | loop |", 1)
        self.assertEqual([fault[2:] for fault in support_matrix().faults(wrong)],
                         [("gfx1100", "native", ["loop"])])
        wrong = PAGE.replace("| `max` | NaN | number |", "| `max` | number | NaN |")
        self.assertNotEqual(special_cells(wrong), special_cells(PAGE))


if __name__ == "__main__":
    unittest.main()
