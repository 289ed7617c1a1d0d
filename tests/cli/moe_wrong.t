#!/bin/sh
# SPDX-License-Identifier: MIT
#
# A layer of experts (labs/moe) tells the mistakes that people make with it, scores that
# are rounded twice included; and every correct rounding of them is right.
# RUN: parallel test-all
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
. tests/cli/mistakes.sh

# The lab and the headers that it has from the chapter, in one folder.
flat=$scratch/flat
mkdir "$flat"
cp chapters/ch15_serving/*.h labs/moe/*.h labs/moe/*.c "$flat"
sed -i 's|"../../chapters/ch15_serving/|"|' "$flat"/*.h "$flat"/*.c
finds() # NAME FILE SED
{
	finds_in "$1" "$flat" router "$2" "$3" tokens=61
}
steps='' # of which the first shares gate_cpu.h with all
is_right "$flat" router
from_the_end()
{
	mistaken "$flat" router experts_plain.h 's/from_bf16(w\[c\]) \* from_bf16(x\[c\])/from_bf16(w[n - 1 - c]) * from_bf16(x[n - 1 - c])/'
}
passes 'sums from the end' from_the_end
gives 0 ' 0 wrong' 'sums from the end: right' verify tokens=61
finds 'scores are those of the next expert' gate_cpu.h 's/gate + e \* width/gate + (e + 1) % experts * width/'
finds 'scores are not quite rounded once' gate_cpu.h 's/dot_rows(gate/1.003f * dot_rows(gate/'
finds 'a row goes to the expert of its neighbour' gate_cpu.h 's/meet(&m, ids\[row\]/meet(\&m, ids[row ^ 1]/'
finds 'a row is weighted as its neighbour' gate_cpu.h 's/m.weight\[row\]/m.weight[row ^ 1]/'
steps=_vectorized
finds 'sums of a chunk go to the first token' expert_chunk.h 's/(part \* tokens + row \/ k) \* width/part * tokens * width/'
finish
