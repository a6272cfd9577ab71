# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a list of a release's contents, as SPDX 2.3 in JSON.

It has each file of the source archive with its checksums and the licence that the file itself
names, each artefact, and the libraries that the runtime links.
"""

import hashlib
import json
import re
import tarfile
import time

from .tree import output_of, text_of

LICENSE = "Apache-2.0 WITH LLVM-exception"
HOLDER = "The Diatomic authors"
SAID = re.compile(rb"SPDX-(FileCopyrightText|License-Identifier): ([\w .-]+\w)")
UNKNOWN = "NOASSERTION"


def digest(algorithm, contents):
    return {"algorithm": algorithm.upper(),
            "checksumValue": hashlib.new(algorithm, contents).hexdigest()}


def files_of(archive):
    with tarfile.open(archive) as tar:
        for number, member in enumerate(m for m in tar if m.isfile()):
            contents = tar.extractfile(member).read()
            said = {key.decode(): text.decode() for key, text in SAID.findall(contents[:500])}
            name = said.get("License-Identifier", UNKNOWN)
            yield {"SPDXID": f"SPDXRef-File-{number}",
                   "fileName": f"./{member.name.partition('/')[2]}",
                   "checksums": [digest("sha1", contents), digest("sha256", contents)],
                   "licenseConcluded": name, "licenseInfoInFiles": [name],
                   "copyrightText": said.get("FileCopyrightText", UNKNOWN)}


def package(identifier, name, **more):
    return {"SPDXID": f"SPDXRef-{identifier}", "name": name, "downloadLocation": UNKNOWN,
            "filesAnalyzed": False, "licenseConcluded": LICENSE, "licenseDeclared": LICENSE,
            "copyrightText": HOLDER, **more}


def source_package(archive, version, files):
    sums = sorted(file["checksums"][0]["checksumValue"] for file in files)
    code = hashlib.sha1("".join(sums).encode()).hexdigest()
    return package("Source", "diatomic", versionInfo=version, filesAnalyzed=True,
                   packageFileName=archive.name, checksums=[digest("sha256", archive.read_bytes())],
                   packageVerificationCode={"packageVerificationCodeValue": code},
                   licenseInfoFromFiles=sorted({f["licenseConcluded"] for f in files}),
                   supplier=f"Organization: {HOLDER}", primaryPackagePurpose="SOURCE",
                   sourceInfo=f"git commit {output_of('git', 'rev-parse', 'HEAD')}")


def libraries():
    """Only diatomic::runtime links them, each on its backend."""
    boost = re.search(r'"Boost ([\d.]+) CONFIG', text_of("backends/host/backend.cmake")).group(1)
    for name, more in (("Boost.Context", {"versionInfo": f">={boost}",
                                          "licenseDeclared": "BSL-1.0"}),
                       ("CUDA Runtime", {}), ("HIP runtime", {})):
        yield package(name.replace(" ", "-"), name, **{
            "licenseConcluded": UNKNOWN, "licenseDeclared": UNKNOWN, "copyrightText": UNKNOWN,
            **more})


def relation(one, kind, other):
    return {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}


def write(folder, name, seconds, tools):
    """Of all files in `folder`, into the same. `tools`: names and versions."""
    archive = folder / f"{name}-source.tar.gz"
    files = list(files_of(archive))
    source = source_package(archive, name.partition("-")[2], files)
    made = [package(path.name.replace("_", "-"), path.name,
                    checksums=[digest("sha256", path.read_bytes())])
            for path in sorted(folder.iterdir()) if path != archive]
    needed = list(libraries())
    root, document = source["SPDXID"], "SPDXRef-DOCUMENT"
    relations = [relation(document, "DESCRIBES", p["SPDXID"]) for p in (source, *made)]
    relations += [relation(root, "CONTAINS", f["SPDXID"]) for f in files]
    relations += [relation(p["SPDXID"], "GENERATED_FROM", root) for p in made]
    relations += [relation(p["SPDXID"], "OPTIONAL_DEPENDENCY_OF", root) for p in needed]
    unique = source["checksums"][0]["checksumValue"]
    text = json.dumps({
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": document, "name": name,
        "documentNamespace": f"https://spdx.org/spdxdocs/{name}-{unique}",
        "creationInfo": {"created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds)),
                         "creators": [f"Organization: {HOLDER}", "Tool: scripts/release"],
                         "comment": f"Made with {', '.join(tools)}"},
        "packages": [source, *made, *needed], "files": files, "relationships": relations,
    }, indent=1)
    (folder / f"{name}.spdx.json").write_text(f"{text}\n", encoding="utf-8")
