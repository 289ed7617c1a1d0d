#!/bin/sh
# SPDX-License-Identifier: MIT
#
# aisp build --gpu: makes code for the GPU that is named, or says why it cannot before
# anything is compiled.  The nvcc here only prints what it would make code for.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
XDG_CACHE_HOME=$scratch/cache
NVCC=$scratch/nvcc
export XDG_CACHE_HOME NVCC

./aisp new "$scratch/cpu:x" > /dev/null
mkdir "$scratch/gpu"
cp "$scratch/cpu/workload_x.h" "$scratch/gpu"
echo '#include "workload_x.h"' > "$scratch/gpu/baseline_x.cu"
cp "$scratch/gpu/baseline_x.cu" "$scratch/gpu/optimized_x.cu"
cat > "$NVCC" <<'END'
#!/bin/sh
case $1 in
--version) echo fake ;;
--list-gpu-code) echo 'sm_80 sm_90' ;;
*) echo "$*" >> "$0.compiled" ;;
esac
END
chmod +x "$NVCC"

usage() # PATTERN NAME OPTION...
{
	pattern=$1 name=$2
	shift 2
	gives 2 "$pattern" "$name" ./aisp build "$@"
}
usage 'sm_90a: want a name such as sm_90$' 'what is no name of a GPU' --gpu=sm_90a "$scratch/gpu"
usage 'not both' 'one GPU and all' --gpu=sm_90 --all-gpus "$scratch/gpu"
usage 'sm_90: none of these targets runs on a GPU; .*@cuda' 'pairs of the CPU alone' --gpu=sm_90 "$scratch/cpu"
usage 'makes no code for sm_100, but for sm_80 sm_90$' 'a GPU that nvcc does not know' --gpu=sm_100 "$scratch/gpu"
NVCC='' usage 'nvcc is not installed: run ./setup.sh --gpu' 'no nvcc' --gpu=sm_90 "$scratch/gpu"
passes 'nothing was compiled' test ! -e "$NVCC.compiled" -a ! -e "$XDG_CACHE_HOME"
NVCC='' gives 0 'skipped, .*: nvcc is not installed$' 'who names no GPU goes without nvcc' ./aisp build "$scratch/gpu"
finish
