#!/bin/sh
# SPDX-License-Identifier: MIT
#
# A bound that forgets underflow calls a copy of the baseline wrong on tiny numbers.  The
# baseline is as wrong there: the contract is named, and no variant is accused.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
aisp=$PWD/aisp
export AISP_HISTORY=off XDG_CACHE_HOME="$scratch/cache" AISP_LOCK_DIR="$scratch/locks"
with_saved_peaks "$scratch/cache"
mkdir "$scratch/locks"
pair=$scratch/pair
cp -r tests/fixtures/narrow_bound "$pair"

# run SEED [OPTION...]: few of five numbers are tiny, so that the seed says which arm meets them.
run()
{
	seed=$1
	shift
	"$aisp" bench run --no-history --preset small --pairs 3 --iterations 1 --artifacts-dir "$scratch/runs" \
		--seed "000000000000000000000000000000$seed" "$@" "$pair" 2>&1
}
accuses_nobody()
{
	! run "$1" | grep -E 'INVALID|symbolic_shape_exploit'
}
passes 'the baseline meets them: no exploit is named' accuses_nobody 03
gives 3 'its workload is broken: n=5, .* inputs: out\[.*; the baseline is wrong there: it or the output.s bound is at fault' \
	'the contract is' run 03
passes 'the variant meets them first: nor is one' accuses_nobody 04
gives 3 '(mag must allow for terms that underflow).*; the baseline, too, is wrong there: .*include/aisp/workload.h' 'the contract is' run 04
gives 3 '`aisp bench verify --variants --dist structured --param n=5 -t .*/pair:x@cpu`' \
	'with a command that tries such data' run 04
"$aisp" bench verify --variants --dist structured --param n=100000 --seed 00000000000000000000000000000003 \
	-t "$pair:x@cpu" > "$scratch/verified"
passes 'which finds them' grep -q 'out\[.*out of bounds' "$scratch/verified"

passes 'a bound with underflow' sed -i 's,mag\[i\] = fabs(ref\[i\]),& + 0x1p-126 / 1e-8,' "$pair/workload_x.h"
holds()
{
	! run "$1" | grep -E 'INVALID|failed'
}
passes 'holds for the baseline' holds 03
passes 'and for its copy' holds 04

# Right for usual numbers alone.
sed 's,x\[i\] \* 0.1f,& * (fabsf(x[i]) < 1e-6f ? 1.01f : 1),' "$pair/run.h" > "$pair/usual.h"
sed -i 's,"run.h","usual.h",' "$pair/optimized_x.c"
gives 3 'optimized_x: wrong: .*symbolic_shape_exploit' 'a variant that is wrong for tiny numbers is still accused' run 04
finish
