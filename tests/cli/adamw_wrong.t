#!/bin/sh
# SPDX-License-Identifier: MIT
#
# ch13:adamw detects common mistakes: each makes an otherwise right variant wrong in
# every call.
# RUN: parallel test-all
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
. tests/cli/mistakes.sh
chapter=chapters/ch13_training
finds() # NAME SED
{
	finds_in "$1" $chapter adamw adamw_cpu.h "$2"
}
is_right $chapter adamw
finds 'the clip factor is ignored' 's/clip \* from_bf16/from_bf16/'
finds 'no correction of bias' 's/bias1 = h\[BIAS1\], bias2 = h\[BIAS2\]/bias1 = 1, bias2 = 1/'
finds 'decay is coupled with the gradient' 's/float g = clip \* from_bf16(g16\[i\])/& + decay * p[i]/'
finds 'the state stays as it is' 's/v\[i\] = b2 \* v\[i\]/(void)&/'
finds 'a part is updated twice' 's/first; i < end/first \/ 2; i < end/'
finish
