#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Spaces of a GPU's pairs: recorded exchanges, played again, make candidates that compile;
# a candidate that spills registers dies of that, and one that breaks a constraint is
# never made.  The candidates do not run: any machine with nvcc will do.
# RUN: test-all parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
export AISP_HISTORY=off XDG_CACHE_HOME="${scratch:?}/cache" CUDA_VISIBLE_DEVICES=
PATH=$PATH:/usr/local/cuda/bin
command -v nvcc > "$scratch/nvcc" || skip_all 'no nvcc'

# Answers of a file, whatever is asked.
cat > "$scratch/play" <<'END'
#!/bin/sh
exec 3< "$1"
while read -r question && read -r answer <&3; do printf '%s\n' "$answer"; done
END
chmod +x "$scratch/play"

# play CHAPTER PAIR: $folder has what came of it.
play()
{
	./aisp tune "$1:$2@cuda" --proposer "$scratch/play tests/cli/exchanges/$2_cuda.jsonl" \
		--pairs 3 --finalists 1 --artifacts-dir "$scratch/$2" > "$scratch/said" 2>&1
	folder=$(echo "$scratch/$2"/tune_*)
	grep -q '"proposed".*"candidate":2' "$folder/history.jsonl" || cat "$scratch/said"
}
fate() # PATTERN: of a line of the history
{
	grep -E "$1" "$folder/history.jsonl"
}
builds() # NUMBER...: these candidates compile.  For one GPU, as a search has: another
         # has other registers to spill.
{
	for n; do
		./aisp build --gpu=sm_90 --strict "$folder/pair:${pair}_c000$n" > "$scratch/built" 2>&1 && continue
		cat "$scratch/built"
		return 1
	done
}

pair=transpose
play ch07 transpose
passes 'transpose: tiles of 32 and 64 compile' builds 0 1
passes 'and 128 is none of its values' fate '"candidate":2.*"outside the space"'

pair=norm_add
play ch09 norm_add
passes 'norm_add: launches have numbers' grep -q 'LAUNCH: norm_add<<<rows, 32 \* ceil_div(cols, 32 \* 64)>>>' \
	"$folder/pair/optimized_norm_add_c0002.cu"
passes 'they compile' builds 0 2
gives 1 'Registers are spilled' 'what spills does not' builds 1

pair=gemm_bf16
play ch10 gemm_bf16
passes 'gemm_bf16: both kinds of kernel compile' builds 0 1
passes 'a stage too many is outside the space' fate '"candidate":2.*"outside the space".*stages'
finish
