#!/bin/sh
# SPDX-License-Identifier: MIT
#
# What bench run says of a driver that does not serve, without any GPU: a libcuda
# whose every function answers as the test wants.
# RUN: test-all parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
aisp=${AISP:-./aisp}
judge=${B:-build}/cuda_judge.so
[ -f "$judge" ] || skip_all 'built without CUDA'
export AISP_HISTORY=off XDG_CACHE_HOME="$scratch/cache"
mkdir "$scratch/lib" "$scratch/old"
nm -D --undefined-only "$judge" | sed -n 's/^ *U \(cu[A-Z].*\)/\1/p' > "$scratch/names"

# libcuda DIRECTORY NAME...: $FAKE_AT fails with $FAKE_RESULT, the driver is $FAKE_VERSION.
libcuda()
{
	dir=$1
	shift
	{
		echo '#include <stdlib.h>'
		echo '#include <string.h>'
		echo 'static int result(const char *name) { const char *at = getenv("FAKE_AT");'
		echo ' return at && !strncmp(name, at, strlen(at)) ? atoi(getenv("FAKE_RESULT")) : 0; }'
		echo 'int cuDriverGetVersion(int *v) { *v = atoi(getenv("FAKE_VERSION")); return 0; }'
		for name; do
			[ "$name" = cuDriverGetVersion ] || echo "int $name(void) { return result(\"$name\"); }"
		done
	} > "$dir/fake.c"
	"${CC:-cc}" -shared -fPIC -fno-builtin -w -o "$dir/libcuda.so.1" "$dir/fake.c"
}
run()
{
	LD_LIBRARY_PATH=$1 "$aisp" bench run --no-history --artifacts-dir "$scratch/runs" -t ch06:add@cuda
}
# shellcheck disable=SC2046 # a list of names
passes 'a libcuda' libcuda "$scratch/lib" $(cat "$scratch/names")
# shellcheck disable=SC2046
passes 'one that lacks a function' libcuda "$scratch/old" $(grep -v cuEventElapsedTime "$scratch/names")
export FAKE_VERSION=99000 FAKE_AT='' FAKE_RESULT=0

gives 77 'driver is too old for this build: it has no cuEventElapsedTime.*; update the driver' \
	'a function is missing' run "$scratch/old"
FAKE_VERSION=11080
gives 77 'driver serves CUDA 11.8, this build needs [0-9]*: update the driver' \
	'another major version' run "$scratch/lib"
FAKE_VERSION=99000 FAKE_AT=cuInit FAKE_RESULT=100
gives 77 'no NVIDIA GPU is visible' 'no GPU' run "$scratch/lib"
FAKE_RESULT=803
gives 77 'restart after its update' 'a driver in the middle of its update' run "$scratch/lib"
FAKE_AT=cuDevicePrimaryCtxRetain FAKE_RESULT=46
gives 77 'another process has it for itself' 'a GPU in exclusive mode' run "$scratch/lib"
FAKE_AT=cuMemAlloc_v2 FAKE_RESULT=2
gives 77 "end what holds the GPU's memory" 'memory that others hold' run "$scratch/lib"
FAKE_AT=cuDevicePrimaryCtxRetain FAKE_RESULT=999
gives 77 'the GPU may be lost: see dmesg' 'a lost GPU' run "$scratch/lib"
finish
