# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One sentence for what a compiler says of a program that it does not compile."""

import os
import re
from pathlib import Path

from refusal import Refusal

ERROR = re.compile(r"^(?P<place>[^\s:][^:\n]*:\d+)(?::\d+)?: (?:fatal )?[Ee]rror: (?P<text>.*)$",
                   re.M)
USER = re.compile(r"^(?P<place>[^\s:][^:\n]*:\d+)(?::\d+)?: (?:note: .*requested here|"
                  r"  (?:required|recursively required) .*here)$", re.M)
INCLUDED = re.compile(r"^(?:In file included|  +) from (?P<place>[^\n]*?:\d+)[:,]", re.M)
MISSING = re.compile(r"'([^']+)' file not found|^([^\s:]+): No such file or directory")
NAME = re.compile(r"(?:use of undeclared identifier|unknown type name|no template named|"
                  r"no type named|no member named|use of undeclared)\s+'([^']+)'|"
                  r"'([^']+)' (?:was not declared|does not name a type|has not been declared|"
                  r"is not a member)")
LIBRARIES = re.compile(r"^(?:thrust|cub|cuda/|cute|cutlass|cublas|cufft|curand|cusparse|cusolver|"
                       r"cudnn|nccl|nvml|npp|nvrtc|nvtx|mma\.h|cuda_gl)")
TEXTURE = re.compile(r"^(?:texture|surface)$|^(?:tex|surf)(?:[123]D|Cubemap)|"
                     r"^cuda\w*(?:Texture|Surface|Array|ChannelFormat|ReadMode)")
CUDA = re.compile(r"^(?:cuda[A-Z]|cu[A-Z]|CU[a-z_]|CUDA_|nv_|__)|^(?:thrust|cub|nvcuda)$|"
                  r"^(?:atomic[A-Z]|curand|cublas|cufft)")
KERNEL = re.compile(r"^__(?:global|device|host|shared|constant|managed)__$|^(?:thread|block)Idx$|"
                    r"^(?:block|grid)Dim$")
INSTRUCTION = re.compile(r"(?:(?:invalid|unrecognized) instruction mnemonic|no such instruction:|"
                         r"unknown mnemonic) [`']([^' ]+)")

PTX = "PTX in asm, which a CPU cannot run; use a function of CUDA in its place"
MORE = "--verbose prints all that the compiler says"


def sentence_of_header(name):
    what = "belongs to a library of CUDA" if LIBRARIES.match(name) else "is a header of CUDA"
    return f"<{name}> {what} that Diatomic does not have for the CPU; replace its calls"


def sentence_of(text):
    """The remedy for an error, if it is a known one."""
    missing = MISSING.search(text)
    if missing:
        header = missing[1] or missing[2]
        if "boost" in header:
            return "Boost.Context is missing: apt-get install libboost-context-dev"
        if LIBRARIES.match(header):
            return sentence_of_header(header)
        return f"the header {header} is not found; name its folder with -I"
    if "ptx_in_asm" in text or "PTX in asm" in text:
        return PTX
    instruction = INSTRUCTION.search(text)
    if instruction:
        return (f"asm with '{instruction[1]}', which is no instruction of this CPU; use a function "
                "of CUDA in its place")
    found = NAME.search(text)
    name = next((each for each in found.groups() if each), "") if found else ""
    if TEXTURE.search(name):
        return (f"'{name}': textures and surfaces are not in Diatomic's CUDA runtime for the CPU; "
                "read the memory through a pointer")
    if KERNEL.search(name):
        return f"'{name}' in a file that is compiled as C++; give it a name that ends in .cu"
    if CUDA.search(name) or (name and "diatomic::cuda_names" in text):
        return (f"'{name}' is not in Diatomic's CUDA runtime for the CPU; "
                "docs/tools/cuda_on_cpu.md lists what is")
    return None


class Complaint:
    """A compiler's first error, and the program's own line that it is about."""

    def __init__(self, output, library):
        self.found = ERROR.search(output)
        if self.found is None:
            return
        after = ERROR.search(output, self.found.end())
        before = output[:self.found.start()]
        following = output[self.found.end():after.start() if after else len(output)]
        self.included = [found["place"] for found in INCLUDED.finditer(before)]
        places = [found["place"] for pattern, part in
                  ((ERROR, self.found[0]), (USER, following), (USER, before), (INCLUDED, before))
                  for found in pattern.finditer(part)]
        others = (*(folder + os.sep for folder in library), "/usr/")
        own = next((place for place in places if not place.startswith(others)), places[0])
        self.place = own.removeprefix("./")
        text = re.sub(r"; did you mean .*|\s+\[-W.*\]$", "", plain(self.found["text"]))
        text = re.sub(r"^static assertion failed(?: due to requirement '.*?')?: ", "", text)
        self.text = re.sub(r'^(?:#error )?"(diatomic: .*)"$', r"\1", text)

    def header_of_cuda(self):
        """The name of the header of an installed toolkit that the program includes, if the error
        is in such a header."""
        name = self.found["place"].rpartition(":")[0]
        try:
            text = Path(name).read_bytes()[:4096]
        except OSError:
            return None
        is_included = self.place != self.found["place"] and b"NVIDIA Corporation" in text
        names = [Path(place.rpartition(":")[0]).name for place in self.included]
        library = next(filter(LIBRARIES.match, names), None)
        return (library or Path(name).name) if is_included else None


def refusal(output, library):
    error = Complaint(output, library)
    if error.found is None:
        return Refusal(without_place(output), output=output)
    if error.text.startswith("diatomic: "):  # has the remedy
        return Refusal(error.text[len("diatomic: "):], error.place, output)
    header = error.header_of_cuda()
    sentence = sentence_of_header(header) if header else sentence_of(error.text)
    return Refusal(sentence or f"{error.text}; {MORE}", error.place, output)


def plain(text):
    return text.replace("\u2018", "'").replace("\u2019", "'")


def without_place(output):
    """The sentence for an error of the linker or of the compiler's command line."""
    undefined = re.search(r"undefined (?:reference to|symbol:) [`']?([^\n']+)", output)
    if undefined:
        return (f"the program does not link: {undefined[1]} is not defined; give all of its "
                "sources and -l options")
    twice = re.search(r"(?:multiple definition of|duplicate symbol:) [`']?([^\n']+)", output)
    if twice:
        return (f"the program does not link: {twice[1]} is defined twice; leave out sources that "
                "another one includes")
    library = re.search(r"(?:cannot find|unable to find library) -l(\w+)", output)
    if library and library[1] == "boost_context":
        return "Boost.Context is missing: apt-get install libboost-context-dev"
    if library and re.match(r"cu(?:da|blas|fft|rand|sparse|solver|dnn)|np[pc]|nv[A-Zrmij]|nccl",
                            library[1]):
        return (f"-l{library[1]} is a library of CUDA, which a program for the CPU cannot use; "
                "leave it out")
    if library:
        return f"the library {library[1]} is not found; name its folder with -L"
    unknown = re.search(r"(?:unknown argument:?|unrecognized command-line option) '([^']+)'",
                        plain(output))
    if unknown:
        return (f"the compiler does not know the option {unknown[1]}; leave out what only nvcc "
                "knows")
    lines = [line for line in output.splitlines() if "error" in line] or ["without a message"]
    return f"the compiler fails: {re.sub(r'^.*?error: ', '', lines[0])}"
