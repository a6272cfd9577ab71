// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the leak sanitizer must know of the program's libraries, for builds with it.

// fontconfig refers to the parts of a pattern by their distance from it, not by pointers. Cairo
// keeps patterns of the fonts that were used for the next time, so that at the end of the program
// their parts look as if nobody could free them.
extern "C" const char* __lsan_default_suppressions() { return "leak:libfontconfig.so\n"; }

// Without a word on stderr, where tests look.
extern "C" const char* __lsan_default_options() { return "print_suppressions=0"; }
