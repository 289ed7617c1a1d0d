#!/bin/sh
# SPDX-License-Identifier: MIT
#
# fill_ladders.pl: rungs as sources say, figures of one recorded run, and no table where
# no run has all of them.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
tool=$PWD/tools/fill_ladders.pl
here=$PWD
tree=$scratch/tree
mkdir -p "$tree/chapters/ch01_x" "$tree/labs" "$tree/expectations/m/ch01"

source_of() # NAME SUMMARY [AFTER]
{
	printf '/*\n * x\n%s */\nAISP_VARIANT = { .summary = "%s" };\n' "${3:+ * AFTER: $3
}" "$2" > "$tree/chapters/ch01_x/$1.c"
}
source_of baseline_add 'from the start'
source_of optimized_add_low 'a first switch'
source_of optimized_add_top 'a second switch' add_low
for pair in order:low tiled:top; do
	sed "s/ch09:gemm_${pair%:*}/ch01:add_${pair#*:}/" "$here/expectations/epyc-2c/ch09/gemm_${pair%:*}@cpu.txt" \
		> "$tree/expectations/m/ch01/add_${pair#*:}@cpu.txt"
done
filled() # [COMMENT]
{
	cd "$tree" || return 125
	printf '<!-- ladder: %s -->\n\nThe end.\n' "${1:-ch01:add_top}" > chapters/ch01_x/README.md
	"$tool" && "$tool" && cat chapters/ch01_x/README.md
}
gives 0 '^Measured on AMD EPYC (KVM), grade D, 2026-11-23, commit 0f752d4ebb with changes; k=400 m=400 n=400 threads=1:$' \
	'where it was measured' filled
gives 0 '^| `add` |  |  |  |  |  | from the start |$' 'the first rung' filled
gives 0 '^| `add_low` | 5.49 ms | 9.73x \[7.86, 12.1\] | FASTER |  | 21.9 % | a first switch |$' 'the second' filled
# 8.034 / 9.731; 5.917 / 12.05; 10.91 / 7.857
gives 0 '^| `add_top` | 6.65 ms | 0.826x \[0.491, 1.39\] | INCONCLUSIVE | 8.03x \[5.92, 10.9\] | 21.9 to 19.1 % | a second switch |$' \
	'the third, over the second and over the first' filled
gives 0 '^The end.$' 'and what follows stays' filled
stale()
{
	cd "$tree" && sed -i 's/6.65 ms/6 ms/' chapters/ch01_x/README.md && "$tool" --check
}
passes 'filled' filled
gives 1 'chapters/ch01_x/README.md is out of date' 'a change' stale
gives 1 'ch01:add_none, which is no variant' 'a ladder up to nothing' filled ch01:add_none
gives 1 'ch01:add_low is no rung over another' 'a ladder of one rung' filled ch01:add_low
source_of optimized_add_low 'a first switch' add_top
gives 1 'comes after itself' 'a circle' filled
source_of optimized_add_low 'a first switch'
sed -i 's/^date .*/date 2026-11-25T00:00:00Z/' "$tree/expectations/m/ch01/add_low@cpu.txt"
gives 0 '^No recorded run has `add_low`, `add_top` together: `./aisp bench run --targets .ch01:add\*@cpu. --format ladder` measures here.$' \
	'records of two runs are no ladder' filled
passes 'the pages of this tree say what ./expectations say' tools/fill_ladders.pl --check
finish
