#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Pairs on a GPU compile without a warning, for an H200, and for others what is written
# for them: a quarter of them, by the commit (tests/tools/tap.sh); no GPU is needed.  What
# stands since the last time is not built again.
# RUN: test-all parallel first
cd "$(dirname "$0")/.." || exit 1
. tests/tools/tap.sh
[ -n "$cuda" ] || skip_all 'nvcc is not installed'
XDG_CACHE_HOME="$PWD/${B:-build}/test-cache"
export XDG_CACHE_HOME

./aisp new "$scratch/dir:x" > /dev/null
cp "$scratch/dir/baseline_x.c" "$scratch/dir/baseline_x.cu"
printf '#include "workload_x.h"\nint f(unsigned n) { int m = 3; return m < n; }\n' > "$scratch/dir/optimized_x.cu"
gives 4 'sign-compare' 'a planted warning is found' ./aisp build --all-gpus --strict "$scratch/dir:*@cuda"
rows '*@cuda' > "$scratch/pairs"
passes 'there are pairs to be compiled' test -s "$scratch/pairs"
# shellcheck disable=SC2086 # lists
while IFS='|' read -r files targets; do
	is_turn 4 $files || continue
	passes "${files%% *}" ./aisp build --gpu=sm_90 --strict $targets
done < "$scratch/pairs"
for dir in tests/exploits/* tests/gpu/*; do
	[ -n "$(find "$dir" -name 'optimized_*.cu')" ] && is_turn 4 "$dir"/*.cu || continue
	passes "$dir" ./aisp build --gpu=sm_90 --strict "./$dir:*@cuda"
done
for file in $(grep -l '^ \* ARCH:.*sm_100' chapters/*/optimized_*.cu labs/*/optimized_*.cu); do
	pair=$(basename "$file" .cu)
	passes "$file: Blackwell" ./aisp build --gpu=sm_100 --strict "./$(dirname "$file"):${pair#optimized_}@cuda"
done
# What was never run has the instructions that it is about.
cuobjdump=$(command -v cuobjdump || echo "${cuda%/include}/bin/cuobjdump")
sass_has() # TARGET INSTRUCTION...
{
	dir=chapters/${1%:*} target=${1#*:}
	shift
	./aisp build --gpu=sm_100 --strict "./$dir:$target@cuda"
	"$cuobjdump" -sass "${B:-build}/pairs/$dir/optimized_$target.cu.so" > "$scratch/sass"
	for i in "$@"; do
		grep -qw -- "$i" "$scratch/sass" || { echo "$target has no $i"; return 1; }
	done
}
if [ -x "$cuobjdump" ]; then
	passes 'tcgen05: a product by one multiprocessor' sass_has ch10_tensor_cores:gemm_bf16_tcgen05 UTCHMMA UTCBAR UTMALDG.2D
	passes '2sm: by two, with tiles and barriers of both' sass_has ch10_tensor_cores:gemm_bf16_2sm \
		UTCHMMA.2CTA UTCBAR.2CTA.MULTICAST UTMALDG.2D.2CTA
	passes 'MXFP8: of 8 bits, scales to tensor memory' sass_has ch19_quantisation:gemm_mxfp8 UTCQMMA UTCCP.T.S.4x32dp128bit
	passes 'NVFP4: of 4 bits, four scales a row' sass_has ch19_quantisation:gemm_nvfp4 UTCOMMA.4X UTCCP.T.S.4x32dp128bit
else
	skip 'instructions of Blackwell' 'cuobjdump is not installed'
fi
for gpu in sm_103 sm_120 sm_121; do # what was never run compiles
	for pair in ch07_memory_access:copy_bulk ch10_tensor_cores:long_rows_cluster ch19_quantisation:gemm_int8_mma; do
		gives 0 '3 ready, 0 skipped' "$pair: $gpu" ./aisp build --gpu=$gpu --strict "./chapters/$pair@cuda"
	done
done
gives 0 '3 ready, 0 skipped' 'tcgen05: sm_103' ./aisp build --gpu=sm_103 --strict ./chapters/ch10_tensor_cores:gemm_bf16_tcgen05@cuda
gives 0 'for sm_100a sm_103a, which sm_120 cannot run' 'tcgen05: not sm_120, and it says so' \
	./aisp build --gpu=sm_120 --strict ./chapters/ch10_tensor_cores:gemm_bf16_tcgen05@cuda
gives 2 'sm_90a: want' 'a GPU has a name' ./aisp build --gpu=sm_90a "$scratch/dir:*@cuda"
finish
