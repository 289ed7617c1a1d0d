#!/bin/sh
# SPDX-License-Identifier: MIT
#
# aisp tune of a folder with a template and no variant says what to do, and this works.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
export AISP_HISTORY=off

pair=${scratch:?}/pair
mkdir "$pair" && cp labs/generate/*gemm* "$pair" && rm "$pair"/optimized_*
tune() { ./aisp tune "$@" --budget 1 --artifacts-dir "$scratch/artifacts"; }
remedy="cp $pair/baseline_gemm.c $pair/optimized_gemm.c"
for word in "$pair" "$pair/" "$pair:gemm" "$pair:gemm@cpu" "$pair@cpu"; do
	gives 2 "has template_gemm.c, but no variant of its pair: .*optimized_gemm.c\`$" "${word#"$scratch"/}" tune "$word"
done
gives 2 "$remedy" 'the remedy' tune "$pair:gemm"
gives 2 'no target matches' 'another pair has no template' tune "$pair:other"
$remedy
rm "$pair/space_gemm.txt"
gives 2 'there is no space .*space_gemm.txt; write it' 'after the remedy the pair is found' tune "$pair:gemm"
rm "$pair"/optimized_* "$pair"/baseline_*
gives 2 'has template_gemm.c, but no baseline_gemm.c: write it' 'no baseline' tune "$pair"
finish
