#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Every pair on the CPU compiles without a warning.
# RUN: parallel
cd "$(dirname "$0")/.." || exit 1
. tests/tools/tap.sh

# DIRECTORY OUT: what it builds there on the CPU.
objects()
{
	for file in "$1"/workload_*.h "$1"/baseline_*.c "$1"/optimized_*.c; do
		case $file in
		*'*'*) ;;
		*.h) echo "$2/$(basename "$file" .h).so" ;;
		*) echo "$2/$(basename "$file").so" ;;
		esac
	done
}
# shellcheck disable=SC2046 # a list of objects
build() # DIRECTORY OUT
{
	make -s -f mk/pairs.mk ROOT=. SRC="$1" OUT="$2" WERROR=-Werror $(objects "$1" "$2")
}
./aisp new "$scratch/dir:x" > /dev/null
printf '#include "workload_x.h"\nint f(void) { int unused; return 0; }\n' > "$scratch/dir/optimized_x.c"
gives 2 'unused' 'a planted warning is found' build "$scratch/dir" "$scratch/out"
for dir in chapters/* labs/*; do
	[ -z "$(find "$dir" -name 'workload_*.h')" ] || passes "$dir" build "$dir" "$PWD/${B:-build}/pairs/$dir"
done
finish
