#!/bin/sh
# SPDX-License-Identifier: MIT
#
# No ratio goes across tiers: of a pair whose baseline is device code alone, every
# variant is that or a library, and the other way round; over a library all may be.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh

# tier FILE
tier()
{
	if grep -q '^ \* LAUNCH: ' "$1"; then echo kernel
	elif grep -q 'AISP_CLASS_LIBRARY' "$1"; then echo trusted
	else echo sandboxed; fi
}

# baseline OPTIMIZED: the one of the longest name that begins alike.
baseline()
{
	name=$(basename "$1" .cu)
	name=${name#optimized_}
	until [ -f "$(dirname "$1")/baseline_$name.cu" ]; do
		name=${name%_*}
	done
	echo "$(dirname "$1")/baseline_$name.cu"
}

# matches FOLDER: every CUDA variant there has its baseline's tier.
matches()
{
	for file in "$1"/optimized_*.cu; do
		[ -f "$file" ] || continue
		own=$(tier "$file") wanted=$(tier "$(baseline "$file")")
		[ "$own" = trusted ] || [ "$wanted" = trusted ] || [ "$own" = "$wanted" ] ||
			echo "$file is of tier $own, its baseline of tier $wanted"
	done
}

printf '#include "workload_x.h"\n' > "$scratch/baseline_x.cu"
printf '/*\n * LAUNCH: f<<<1, 1>>>(y)\n */\n#include "workload_x.h"\n' > "$scratch/optimized_x.cu"
[ -n "$(matches "$scratch")" ]; ok $? 'a planted one is found'
for dir in chapters/* labs/*; do
	matches "$dir" > "$scratch/out"
	[ ! -s "$scratch/out" ]; report $? "$dir" "$scratch/out"
done
finish
