#!/bin/bash
# A row of gemm_small's C has the same bits in each batch, on a GPU.
# RUN: test-all
. tests/tools/tap.sh
nvcc=$(command -v nvcc || ls /usr/local/cuda/bin/nvcc 2> /dev/null)
[ -n "$nvcc" ] || skip_all 'no nvcc'
nvidia-smi -L > /dev/null 2>&1 || skip_all 'no GPU'
dir=$scratch
objects=$(printf "${B:-build}/pairs/chapters/ch10_tensor_cores/%s.cu.so " \
	baseline_gemm_small optimized_gemm_small_{swapped,shares})
./aisp build ch10:gemm_small@cuda &&
	"$nvcc" -std=c++20 -arch=native -cudart shared -Iinclude -o "$dir/batch_rows" tests/gpu/batch_rows.cu -ldl
build=$?
ok $build 'builds'
for object in $objects; do
	[ -e "$object" ] || continue # not for this GPU
	"$dir/batch_rows" "$object" > "$dir/out" 2> "$dir/err" && ! grep -v '^0 differ' "$dir/out" > "$dir/differ"
	ok $? "$(basename "$object"): equal bits in batches of 1 to 64"
	sed 's/^/# /' "$dir/err" "$dir/differ"
done
finish
