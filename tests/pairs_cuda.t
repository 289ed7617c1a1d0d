#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Every pair on a GPU compiles without a warning, for the GPUs that its files name, else
# for a Hopper and a Blackwell; no GPU is needed.  Objects that stand since the last
# time are not built again.
# RUN: test-all parallel
cd "$(dirname "$0")/.." || exit 1
. tests/tools/tap.sh
[ -n "$cuda" ] || skip_all 'nvcc is not installed'

build() # DIRECTORY OUT
{
	make -s -f mk/pairs.mk ROOT=. SRC="$1" OUT="$2" WERROR=-Werror DEFAULT_ARCH='sm_90 sm_100'
}
./aisp new "$scratch/dir:x" > /dev/null
printf '#include "workload_x.h"\nint f(void) { int unused; return 0; }\n' > "$scratch/dir/optimized_x.cu"
gives 2 'unused' 'a planted warning is found' build "$scratch/dir" "$scratch/out"
for dir in chapters/* labs/* tests/exploits/* tests/gpu/*; do
	[ ! -d "$dir" ] || [ -z "$(find "$dir" -name '*.cu')" ] ||
		passes "$dir" build "$dir" "$PWD/${B:-build}/all-gpus/$dir"
done
finish
