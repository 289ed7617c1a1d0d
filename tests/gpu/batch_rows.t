#!/bin/bash
# A row of gemm_small's C has the same bits in each batch, on a GPU.
# RUN: test-all
nvcc=$(command -v nvcc || ls /usr/local/cuda/bin/nvcc 2> /dev/null)
skip() { echo "1..0 # SKIP $1"; exit 0; }
[ -n "$nvcc" ] || skip 'no nvcc'
nvidia-smi -L > /dev/null 2>&1 || skip 'no GPU'
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT
objects=$(printf "${B:-build}/pairs/chapters/ch10_tensor_cores/%s.cu.so " \
	baseline_gemm_small optimized_gemm_small_{swapped,shares})
./aisp build ch10:gemm_small@cuda &&
	"$nvcc" -std=c++20 -arch=native -cudart shared -Iinclude -o "$dir/batch_rows" tests/gpu/batch_rows.cu -ldl
build=$?
n=0
ok() { # STATUS NAME
	n=$((n + 1))
	if [ "$1" -eq 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; fi
}
ok $build 'builds'
for object in $objects; do
	[ -e "$object" ] || continue # not for this GPU
	"$dir/batch_rows" "$object" > "$dir/out" 2> "$dir/err" && ! grep -v '^0 differ' "$dir/out" > "$dir/differ"
	ok $? "$(basename "$object"): equal bits in batches of 1 to 64"
	sed 's/^/# /' "$dir/err" "$dir/differ"
done
echo "1..$n"
