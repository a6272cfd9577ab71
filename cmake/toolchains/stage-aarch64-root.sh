#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -euo pipefail

usage() {
  cat <<'TEXT'
usage: stage-aarch64-root.sh ROOT PACKAGE...

Lays out ROOT as the file system of an aarch64 machine: the arm64 packages of this
machine's own release, and all that they depend on. A cross compiler finds headers and
libraries there (--sysroot), and qemu-aarch64 the libraries to run with (-L). apt's state
is kept below ROOT, so that this machine itself gets neither packages nor a second
architecture. ROOT is left alone if it was made of the same packages before.
TEXT
}

fail() {
  echo "stage-aarch64-root.sh: $*" >&2
  exit 1
}

[[ ${1-} == --help ]] && usage && exit
[[ $# -ge 2 ]] || { usage >&2; exit 2; }
root=$1
shift
stamp=$root/.staged
[[ $(cat "$stamp" 2>/dev/null) == "$*" ]] && exit
[[ ! -e $root || -e $stamp ]] || fail "$root exists, and was not made by this script"
command -v apt-get > /dev/null ||
  fail "there is no apt-get to take arm64 packages from; build on an aarch64 machine instead"

rm -rf "$root"
mkdir -p "$root/.apt/lists/partial" "$root/.apt/cache/archives/partial"
touch "$stamp"
directory=$(cd "$root" && pwd)
apt_for_arm64() {
  apt-get -qq -y -o APT::Architecture=arm64 -o APT::Architectures::=arm64 \
    -o APT::Sandbox::User=root -o Debug::NoLocking=1 -o Dir::State="$directory/.apt" \
    -o Dir::State::status=/dev/null -o Dir::Cache="$directory/.apt/cache" "$@"
}
apt_for_arm64 update > /dev/null || fail "apt-get update failed; check the network"
apt_for_arm64 install --no-install-recommends --download-only "$@" > /dev/null ||
  fail "this machine's package sources lack an arm64 package of these (Debian's have them all," \
    "Ubuntu's of x86-64 have none): $*"
for package in "$directory"/.apt/cache/archives/*.deb; do
  dpkg -x "$package" "$root"
done
rm -rf "$root/.apt"

# Absolute links would lead to this machine's own files.
find "$root" -type l -lname '/*' | while read -r link; do
  ln -sfnr "$root$(readlink "$link")" "$link"
done
echo "$*" > "$stamp"
