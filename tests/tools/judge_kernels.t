#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The judge's kernels that fill and look at memory, compiled for this CPU, do what its
# functions for CPUs do: judge_kernels.cu.  What a GPU makes of them: tests/gpu/device.c.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
[ -n "$cuda" ] || skip_all 'no CUDA toolkit'

# A launch's geometry is the emulation's.
for kernels in fill poison tensor_state; do
	perl -0pe 's/(\w+(<[\w, ]+>)?)\s*<<<.*?>>>/launch($1)/gs' "src/cuda/judge/$kernels.cu" > "$scratch/$kernels.cu"
	sources="${sources:-} $scratch/$kernels.cu"
done
flags="-std=c++20 -O1 -ffp-contract=off -w -x c++ -isystem $cuda"
# shellcheck disable=SC2086 # lists of words
${CXX:-g++} $flags -Iinclude -Isrc -Isrc/cuda/judge -Itests -include tests/tools/judge_kernels.h $sources \
	tests/tools/judge_kernels.cu -x none "${B:-build}/libaisp.a" -lm -o "$scratch/kernels" > "$scratch/log" 2>&1 || {
	report 1 'the kernels compile' "$scratch/log"
	finish
}
"$scratch/kernels"
