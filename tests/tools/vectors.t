#!/bin/sh
# SPDX-License-Identifier: MIT
#
# No variant has vectors that AVX2's registers cannot hold, and check_vectors.pl finds
# one that has.
# RUN: parallel test-all
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh

[ "$(uname -m)" = x86_64 ] || { echo '1..0 # SKIP no x86'; exit 0; }
pair=$scratch/pair
mkdir "$pair"
cat > "$pair/sum.h" <<'END'
typedef float vec __attribute__((vector_size(BYTES), aligned(4), may_alias));

static vec CLONES add(const float *x)
{
	return *(const vec *)x + *(const vec *)(x + 1);
}
END
# planted CLONES BYTES: a sum of vectors of so many bytes.
planted()
{
	printf '#define CLONES %s\n#define BYTES %s\n#include "sum.h"\nvec (*sum)(const float *) = add;\n' \
		"$1" "$2" > "$pair/optimized_sum.c"
	tools/check_vectors.pl "$pair"
}
passes 'vectors of 32 bytes' planted '' 32
gives 1 'wider than registers of AVX2' 'vectors of 64 bytes' planted '' 64
passes 'the same in a function for AVX-512' planted '__attribute__((target("avx512f")))' 64
passes 'no vector of the tree is wider than registers' tools/check_vectors.pl
finish
