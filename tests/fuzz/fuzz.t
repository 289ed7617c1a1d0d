#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Each parser takes a fixed number of mutated inputs, from a fixed seed, under
# AddressSanitizer and UBSan; tests/fuzz/corpus/NAME holds inputs to start from.
# RUN: test-all parallel first
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
command -v clang >/dev/null || skip_all 'clang is not installed'
echo 'int LLVMFuzzerTestOneInput(void); int LLVMFuzzerTestOneInput(void) { return 0; }' > "$scratch/probe.c"
clang -fsanitize=fuzzer,address "$scratch/probe.c" -o "$scratch/probe" 2>/dev/null ||
	skip_all "clang's libFuzzer (libclang-rt-dev) is not installed"

n=20000
B=${B:-build}/fuzz
passes 'build' make -s -j2 CC=clang CONFIG=fuzz B="$B" fuzz
for source in tests/fuzz/*.c; do
	name=$(basename "$source" .c)
	mkdir -p "$scratch/$name"
	[ ! -d "tests/fuzz/corpus/$name" ] || cp "tests/fuzz/corpus/$name"/* "$scratch/$name"
	passes "$name: $n inputs" "$B/fuzz/$name" -runs=$n -seed=1 -max_len=8192 \
		-artifact_prefix="$scratch/" "$scratch/$name"
done
finish
