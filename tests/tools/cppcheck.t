#!/bin/sh
# SPDX-License-Identifier: MIT
#
# cppcheck finds nothing in src/ and chapters/, and is awake.
# RUN: test-all parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
command -v cppcheck >/dev/null || skip_all 'cppcheck is not installed'
kept_clean_under cppcheck 2.10

echo 'int f(void); int f(void) { int a[4] = { 0 }; return a[4]; }' > "$scratch/planted.c"
gives 1 'arrayIndexOutOfBounds' 'a planted overrun is found' tools/analyze.sh cppcheck "$scratch/planted.c"
# shellcheck disable=SC2046 # a list of files
clean 'src/, chapters/ and labs/' tools/analyze.sh cppcheck \
	$(find src chapters labs -name '*.c' 2>/dev/null)
finish
