#!/bin/sh
# SPDX-License-Identifier: MIT
#
# ch18:attention_bwd_bf16, a row of GPUs, as a CPU that rounds like them: where keys and
# values repeat, so do roundings of weights, and add up.  They are within the bound.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
aisp=$PWD/aisp
pair=$scratch/pair
export AISP_HISTORY=off XDG_CACHE_HOME="$scratch/cache"
mkdir "$pair"
cp chapters/ch18_attention/workload_attention_bwd_bf16.h chapters/ch18_attention/attention_bwd_given.h \
	tests/fixtures/attention_bwd_rounded/* "$pair"

# verify SEED: the inputs that it makes are structured.
verify()
{
	"$aisp" bench verify --variants --dist structured --seed "$1" --param heads=2 --param seq=333 \
		--param dim=64 --param causal=1 "$pair"
}
for seed in 22 30 32; do
	gives 0 ' 0 wrong' "seed $seed: within the bound" verify "000000000000000000000000000000$seed"
done
passes 'weights are cut instead' sed -i 's/from_bf16(to_bf16(x))/from_bf16((uint16_t)(to_bf16(x) \& ~7))/' "$pair/rounded.h"
gives 3 'WRONG' 'weights are cut instead: found' verify 00000000000000000000000000000022
finish
