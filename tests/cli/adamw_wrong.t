#!/bin/sh
# SPDX-License-Identifier: MIT
#
# ch13:adamw tells the mistakes that people make with it: each, in an otherwise right
# variant, is wrong in every call.
# RUN: parallel test-all
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
aisp=$PWD/aisp
export AISP_HISTORY=off XDG_CACHE_HOME="$scratch/cache"
pair=$scratch/pair
mkdir "$pair"
cp chapters/ch13_training/*.h chapters/ch13_training/baseline_adamw.c chapters/ch13_training/optimized_adamw.c "$pair"

# mistaken SED: one line of the fused step changed.
mistaken()
{
	cp chapters/ch13_training/adamw_cpu.h "$pair"
	sed -i "$1" "$pair/adamw_cpu.h"
	! cmp -s chapters/ch13_training/adamw_cpu.h "$pair/adamw_cpu.h"
}
verify()
{
	"$aisp" bench verify "$pair"
}
# finds NAME SED: verify names the optimized variant, and not the baseline.
finds()
{
	passes "$1" mistaken "$2"
	gives 3 '^WRONG .*optimized_adamw.c: ' "$1: found" verify
}
gives 0 ' 0 wrong' 'as it is' verify
finds 'the clip factor is ignored' 's/clip \* from_bf16/from_bf16/'
finds 'no correction of bias' 's/bias1 = h\[BIAS1\], bias2 = h\[BIAS2\]/bias1 = 1, bias2 = 1/'
finds 'decay is coupled with the gradient' 's/float g = clip \* from_bf16(g16\[i\])/& + decay * p[i]/'
finds 'the state stays as it is' 's/v\[i\] = b2 \* v\[i\]/(void)&/'
finds 'a part is updated twice' 's/first; i < end/first \/ 2; i < end/'
finish
