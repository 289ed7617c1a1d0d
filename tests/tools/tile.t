#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Programs in chapter 14's language of tiles compute the same operation by operation, as
# LLVM compiles them, and as CUDA C that a CPU runs; mistakes in a lowering are found.
# RUN: parallel test-all
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
chapter=chapters/ch14_compilers

# compiled OUT OPTION...: the test's program; CC may have words.
compiled()
{
	out=$1
	shift
	# shellcheck disable=SC2086
	${CC:-cc} -std=gnu11 -O1 -D_GNU_SOURCE -Wall -Wno-unknown-pragmas -Wno-unused-function -Iinclude \
		-iquote tests/tools -iquote "$from" tests/tools/tile_lowered.c -o "$out" "$@" -lm -pthread
}
llvm()
{
	# shellcheck disable=SC2046
	compiled "$scratch/llvm" $(llvm-config --cppflags) $(llvm-config --ldflags --libs) && "$scratch/llvm"
}
# cuda CASE: extern "C" is C++'s, and what shared memory there is the emulation knows.
cuda()
{
	compiled "$scratch/text" -DTEXT && "$scratch/text" "$1" > "$scratch/kernel.cu" &&
		sed 's/extern "C" //; /^extern __shared__/d' "$scratch/kernel.cu" > "$scratch/kernel.c" &&
		compiled "$scratch/cuda" -DKERNEL="\"$scratch/kernel.c\"" && "$scratch/cuda" "$1"
}
# after FILE SED COMMAND...: in a copy of the chapter in which a line is another.
after()
{
	from=$scratch/chapter
	rm -rf "$from"
	cp -r "$chapter" "$from"
	sed -i "$2" "$from/$1"
	if cmp -s "$chapter/$1" "$from/$1"; then
		echo "nothing changed in $1"
		return 9
	fi
	shift 2
	"$@"
}
from=$chapter
if [ -n "$cuda" ] && command -v nvcc > "$scratch/path"; then
	accepted()
	{
		compiled "$scratch/text" -DTEXT && "$scratch/text" "$1" > "$scratch/kernel.cu" &&
			nvcc -w -arch=sm_90 -cubin "$scratch/kernel.cu" -o "$scratch/kernel.cubin"
	}
	passes 'CUDA C is what nvcc takes' accepted 3
fi
for case in 0 1 2 3 4 5; do
	passes "CUDA C, program $case" cuda $case
done
gives 1 '[1-9][0-9]* elements differ' 'CUDA C: a warp is forgotten' \
	after tile_cuda.h 's/int w = 1; w < %d/int w = 2; w < %d/' cuda 0
gives 1 '[1-9][0-9]* elements differ' 'CUDA C: a sum is not the own' \
	after tile_cuda_dot.h 's/"thread %% %d \* %d + q %% %d\]/"thread %% %d * %d + (q + 1) %% %d]/' cuda 3
if command -v llvm-config > "$scratch/path" && [ -f "$(llvm-config --includedir)/llvm-c/Core.h" ]; then
	passes 'LLVM, all programs' llvm
	gives 1 'case 5: [1-9]' 'LLVM: lanes anywhere are taken for neighbours' \
		after tile_plan.h 's/return TILE_UNKNOWN;/return 1;/' llvm
	gives 1 'case 0: [1-9]' 'LLVM: the rest of a row has no mask' \
		after tile_llvm_region.h 's/e->is_masked = part;/e->is_masked = 0;/' llvm
	gives 1 'case 2: [1-9]' 'LLVM: rows that are left of a product' \
		after tile_llvm_dot.h 's/tile_down(e, b, end, tile_number(e, b.x->rows));/(void)end;/' llvm
	gives 1 'case 2: [1-9]' 'LLVM: sums begin anew in each turn' \
		after tile_llvm_sums.h 's/icmp eq i64 %%t%d, %lld/icmp ne i64 %%t%d, %lld/' llvm
fi
finish
