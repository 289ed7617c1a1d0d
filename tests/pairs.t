#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Every pair on the CPU compiles without a warning.
# RUN: test-all parallel first
cd "$(dirname "$0")/.." || exit 1
. tests/tools/tap.sh
export XDG_CACHE_HOME="$scratch/cache"

./aisp new "$scratch/dir:x" > /dev/null
printf '#include "workload_x.h"\nint f(void) { int unused; return 0; }\n' > "$scratch/dir/optimized_x.c"
gives 4 'unused' 'a planted warning is found' ./aisp build --strict "$scratch/dir"
for dir in chapters/* labs/*; do
	[ -z "$(find "$dir" -name 'optimized_*.c')" ] || passes "$dir" ./aisp build --strict "./$dir:*@cpu"
done
finish
