#!/bin/sh
# SPDX-License-Identifier: MIT
#
# A run can measure each group of the corpus at once: a baseline and 19 variants.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh

most=$(sed -n 's/^#define AISP_MAX_ARMS *//p' src/decide/group.h)
fits() # DIRECTORY
{
	ls "$1"/baseline_*.c "$1"/optimized_*.c > "$scratch/sources"
	[ "$(wc -l < "$scratch/sources")" -le "$most" ]
}
for group in tests/corpus/*/; do
	passes "$group" fits "$group"
done
mkdir "$scratch/group"
for i in $(seq "$most"); do
	: > "$scratch/group/optimized_$i.c"
done
: > "$scratch/group/baseline_1.c"
gives 1 '' 'a group of one too many is found' fits "$scratch/group"
finish
