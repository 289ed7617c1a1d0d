#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Figures come behind the comment that asks for them, and a comment that would never
# be filled is named.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
tool=$PWD/tools/fill_measured.pl

mkdir -p "$scratch/run" "$scratch/chapters/ch01_x" "$scratch/labs/y"
cat > "$scratch/run/results.json" <<'EOF'
{ "run": { "grade": "C", "started": "2026-11-22T01:02:03Z" },
  "arms": [ { "class": "naive", "median_ns": 3e6 },
            { "class": "optimized", "median_ns": 1.5e6,
              "sol": { "fraction": 0.5, "roof": "DRAM, 1 thread" } } ],
  "results": [ { "target": "ch01:add_simd@cpu", "workload": "add", "status": "measured",
                 "baseline": 0, "optimized": 1,
                 "comparison": { "verdict": "FASTER", "speedup": 2,
                                 "speedup_ci": [1.9, 2.1] } } ] }
EOF
cp "$scratch/run/results.json" "$scratch/"
cat > "$scratch/run/manifest.json" <<'EOF'
{ "hardware": { "cpu_model": "a CPU", "hypervisor": null }, "git": { "commit": "0123456789ab" } }
EOF
figures='^| `add_simd` | FASTER | 2x \[1.9, 2.1\] | naive | 1.5 ms | 50.0 %, DRAM, 1 thread |$'
where='^Measured on a CPU (bare metal), grade C, 2026-11-22, commit 0123456789:$'

# LINES...: of a chapter's page; prints the page as it is afterwards.
filled()
{
	cd "$scratch" || return 125
	printf '%s\n' "$@" > chapters/ch01_x/README.md
	echo 'a lab' > labs/y/README.md
	"$tool" run
	status=$?
	cat chapters/ch01_x/README.md
	return $status
}
lines()
{
	filled "$@" | wc -l
}
untouched()
{
	filled "$@" 2>/dev/null
	[ "$(cat "$scratch/chapters/ch01_x/README.md")" = "$(printf '%s\n' "$@")" ]
}

gives 0 "$figures" 'figures behind a comment' filled text '<!-- measured: ch01:add -->' ''
sed -i 's/"fraction": .*/"fraction": null, "roof": null, "bound_by": "branches" } } ],/' "$scratch/run/results.json"
gives 0 '| no roof: branches |$' 'what binds, where no roof is modelled' filled '<!-- measured: ch01:add -->' ''
sed 's/"sol": .*/"score": { "value": 8, "bound": 5 } } ],/; s/"speedup": 2,/"of": "late requests", &/' "$scratch/results.json" > "$scratch/run/results.json"
gives 0 '| 2x \[1.9, 2.1\] in late requests | naive | 1.5 ms | 62.5 % of the best score |$' \
	'a score, and how near the best it is' filled '<!-- measured: ch01:add -->' ''
gives 0 '^| variant | verdict | ratio | over |' 'whose ratio is no speedup' filled '<!-- measured: ch01:add -->' ''
again() # a page that was filled, filled once more
{
	filled '<!-- measured: ch01:add -->' '' > "$scratch/once.md" && "$tool" &&
		diff "$scratch/once.md" "$scratch/chapters/ch01_x/README.md" && cat "$scratch/once.md"
}
gives 0 '^| variant | verdict | ratio | over |' 'and which is read again as it was written' again
cp "$scratch/results.json" "$scratch/run/"
gives 0 "$where" 'and where they were measured' filled text '<!-- measured: ch01:add -->' ''
old()
{
	printf 'Measured on x:\n\n| variant | verdict |\n| --- | --- |\n'
	printf '| `%s` | SAME |\n' "$@"
	echo
}
gives 0 "$figures" 'in place of older ones' filled '<!-- measured: ch01:add -->' "$(old add_simd)" ''
gives 0 '^8$' 'and only these go' lines '<!-- measured: ch01:add -->' "$(old add_simd)" after
gives 0 '^| `add_other` | SAME |$' 'what was not measured keeps its figures' \
	filled '<!-- measured: ch01:add -->' "$(old add_simd add_other)"
gives 0 '^13$' 'which go to a comment of its own' \
	lines '<!-- measured: ch01:add -->' "$(old add_simd add_third)" '' '<!-- measured: ch01:add_third -->' ''
gives 0 '^6$' 'a target with a comment of its own' lines '<!-- measured: ch01:add_simd -->' ''
gives 0 '^8$' "stands not behind its workload's" \
	lines '<!-- measured: ch01:add -->' "$(old add_simd)" '' '<!-- measured: ch01:add_simd -->'
gives 0 '^3$' 'another device is another comment' lines '<!-- measured: ch01:add@cuda -->' '' text
edited() # FILE SED: a run that says something else
{
	(
		scratch=$scratch/other
		rm -rf "$scratch" && mkdir -p "$scratch/chapters/ch01_x" "$scratch/labs/y" && cp -r "$scratch/../run" "$scratch" || exit 125
		sed -i "$2" "$scratch/run/$1"
		filled '<!-- measured: ch01:add -->' ''
	)
}
gives 0 'commit 0123456789 with changes:$' 'a tree with changes' \
	edited manifest.json 's/"0123456789ab"/&, "is_dirty": true/'
gives 0 '^| `add_simd` | INVALID | timing.x: it lies |$' 'the check that failed' \
	edited results.json 's/"FASTER"/"INVALID", "why": "timing.x: it lies"/'
gives 0 '| GPU busy / others |$' 'why a run is undecided' \
	edited results.json 's/"FASTER"/"INCONCLUSIVE", "why": "GPU busy | others"/'
undecided() # INTERVAL: of a row that stands on a page without a reason
{
	filled '<!-- measured: ch01:add -->' "$(old add_other | sed "s/verdict |/& speedup |/; s/--- |$/& --- |/; s/SAME |/INCONCLUSIVE | 2x [$1] |/")" ''
}
gives 0 '^| `add_other` | INCONCLUSIVE | 2x \[1.9, 2.1\] | reason not recorded |$' 'why an older one is, is lost' undecided '1.9, 2.1'
gives 0 '^| `add_other` | INCONCLUSIVE | 2x \[0.9, 2.1\] |$' 'or its interval shows it' undecided '0.9, 2.1'
gives 0 '| 2x \[1000, 2050\] |' 'four digits, as an older page has them' undecided '1e+03, 2.05e+03'
for line in 'Memory binds. <!-- measured: ch01:add -->' '<!-- measured: ch01:add --> Memory' \
	' <!-- measured: ch01:add -->' '<!-- measured: ch01: add -->' '<!--measured: ch01:add-->'; do
	gives 1 'chapters/ch01_x/README.md:3: a `measured:` comment' "refused: $line" \
		filled one '<!-- measured: ch01:add -->' "$line"
done
passes 'and then nothing is filled' untouched '<!-- measured: ch01:add -->' 'x <!-- measured: ch01:add -->'
lab()
{
	cd "$scratch" || return 125
	printf 'x <!-- measured: y:add -->' > labs/y/README.md
	"$tool" run
}
gives 1 'labs/y/README.md:1: ' 'in a lab, on a last line without an end' lab

# A tree with sources and what is expected of them.
mkdir -p "$scratch/tree/chapters/ch01_x" "$scratch/tree/expectations/h200/ch01"
touch "$scratch/tree/chapters/ch01_x/baseline_add.cu"
for name in simd wide; do
	touch "$scratch/tree/chapters/ch01_x/optimized_add_$name.cu"
done
sed 's/ch09:gemm_banks/ch01:add_simd/' 'expectations/h200/ch09/gemm_banks@cuda.txt' \
	> "$scratch/tree/expectations/h200/ch01/add_simd@cuda.txt"
expected()
{
	cd "$scratch/tree" || return 125
	echo '<!-- measured: ch01:add@cuda -->' > chapters/ch01_x/README.md
	"$tool" && cat chapters/ch01_x/README.md
}
gives 0 '^| `add_simd` | SAME | 0.993x \[0.991, 0.995\] | library | 21.8 ms | 77.3 % |$' \
	'what is expected of a target' expected
gives 0 '^Measured on NVIDIA H200 (KVM), grade C, 2026-11-22, commit a18e2ed618; k=8192 m=8192 n=8192 threads=1:$' \
	'and where that was measured' expected
gives 0 '^No recorded run has `add_wide` yet: `./aisp bench run --targets .ch01:add\*@cuda.` measures here.$' \
	'what nobody measured is named' expected
passes '--check finds nothing then' sh -c "cd '$scratch/tree' && '$tool' --check"
# Another, whose sources say more: sizes, ranks, the GPUs that code is for.
said=$scratch/said page=$scratch/said/chapters/ch01_x
mkdir -p "$page" "$said/expectations/h200/ch01" "$said/labs"
for name in add near far; do
	echo "#include \"workload_$name.h\"" > "$page/baseline_$name.cu"
done
touch "$page/optimized_add_alone.cu" "$page/optimized_add_both.cu" "$page/optimized_add_old.cu" \
	"$page/optimized_near.cu" "$page/optimized_far.cu"
printf '/*\n * ARCH: sm_100a sm_103a\n */\n' > "$page/optimized_add_new.cu"
cat > "$page/sizes.h" <<'EOF'
#define SIZES                                            \
	{ [0] = { "m", 61, 400, 1024, "rows", 4096 },    \
	  [1] = { "n", 8, 9, 9, "columns", 1 << 12 },    \
	  [2] = { "k", 1, 4096, 8192, "depth, of both" } }
EOF
printf '#include "sizes.h"\nx = {\n\t.params = SIZES,\n\t.problem = problem,\n};\n' > "$page/workload_add.h"
ranks() # NAME N
{
	printf 'x = {\n\t.params = { { "ranks", 2, %s, 4, "processes" } },\n};\n' "$2" > "$page/workload_$1.h"
}
ranks near 2
ranks far 4
recorded() # NAME COMMIT PARAMS INTERVAL [LAUNCHES]
{
	printf '%-13s %s\n' target "ch01:$1@cuda" class h200
	printf '\n[067053d5102f953c]\n'
	printf '%-13s %s\n' machine 'NVIDIA H200, driver 580, a CPU, KVM' params "$3" over common commit "$2" \
		date 2026-11-22T08:24:28Z grade C launches "${5:-10}" speedup "2000 x ${4% *} ${4#* } 0.94 9" time '1000 ns 1 1 1 1'
}
near=0000056789abc
pages() # what stands behind the comment of add, after prose that names both before alone
{
	cd "$said" || return 125
	recorded add_alone '0123456789abc (changed)' 'm=4096 n=4096 k=4096' '1019.4 2345' > expectations/h200/ch01/add_alone@cuda.txt
	recorded add_both '0123456789abc (changed)' 'm=4096 n=4096 k=4096' '1019.4 2345' > expectations/h200/ch01/add_both@cuda.txt
	recorded add_old 0000056789abc 'm=4096 n=400 k=4096' '1.01 1.2' "$1" > expectations/h200/ch01/add_old@cuda.txt
	recorded near "$near" ranks=2 '0.94 1.2' > expectations/h200/ch01/near@cuda.txt
	printf '%s\n' '## add' '**both.** In `add_alone` one.' '' '**alone, new.** x' '<!-- measured: ch01:add@cuda -->' \
		"${2:-}" '## far' '<!-- measured: ch01:far@cuda -->' '' '<!-- measured: ch01:near@cuda -->' > chapters/ch01_x/README.md
	"$tool" && "$tool" --check && cat chapters/ch01_x/README.md
}
order()
{
	pages 10 | grep -o '^| `[^`]*`' | tr -d '|` ' | paste -sd ' '
}
older() # HEADING: a page that has a figure of its own
{
	pages 10 "$(old add_both | sed "s/^Measured on x/Measured on $1/")"
}
gives 0 '^Measured on NVIDIA H200 (KVM), grade C, 2026-11-22, commit 0123456789 with changes; k=4096 m=4096 n=4096:$' \
	'a record of a tree with changes' pages 10
gives 0 "^Measured on .*, commit 0000056789; k=4096 m=4096 n=400 (not today's default):\$" "sizes that are not today's" pages 10
gives 0 '2000x \[1020, 2340\]' 'four digits' pages 10
gives 0 'add_old.* reaches the margin of 7 % |$' 'an interval that bounds leave undecided' pages 10
gives 0 'add_old.* too few pairs |$' 'and one of few launches' pages 9
gives 0 '^add_old add_both add_alone near$' 'rows of a table are as the text names them' order
gives 0 '^No recorded run has `add_new`: needs sm_100a or sm_103a.$' 'what no recorded GPU runs' pages 10
gives 0 '^No recorded run has `far`: needs 4 GPUs.$' 'nor as many GPUs' pages 10
two_gpus()
{
	pages 10 > "$scratch/none" && rm expectations/h200/ch01/add_old@cuda.txt && recorded near 0 ranks=4 '1 2' > expectations/h200/ch01/near@cuda.txt &&
		echo '<!-- measured: ch01:far@cuda -->' > chapters/ch01_x/README.md && "$tool" && cat chapters/ch01_x/README.md
}
gives 0 '^No recorded run has `far` yet: on 4 GPUs `./aisp bench run' 'what may be measured on several GPUs' two_gpus
own='NVIDIA H200 (KVM), grade C, 2026-11-22, commit 0123456789'
gives 0 '^| `add_both` | SAME |' "a page's own figures" older "$own"
sized() # HEADING
{
	older "$1" | grep -B4 '^| `add_both` | SAME |' | grep -A4 '^Measured'
}
gives 0 "^Measured on $own with changes; k=4096 m=4096 n=4096:\$" 'have the sizes and changes of their record' sized "$own"
gives 0 "^Measured on NVIDIA H200 (KVM), .* with changes; k=8 m=8 n=8 (not today's default):\$" \
	'or the changes of what else their run recorded' sized "$own; k=8 m=8 n=8"
mixed() # a run that has records without changes, too
{
	near=0123456789abc sized "$1"
}
gives 0 "^Measured on .* perhaps with changes; k=8" 'or what may be' mixed "$own; k=8 m=8 n=8"
gives 0 '; sizes not recorded:$' 'or say that nobody knows the sizes' sized 'x, 2026-11-29'
lone()
{
	cd "$said" && rm -f expectations/h200/ch01/add_old@cuda.txt && printf '%s\n' '<!-- measured: ch01:add@cuda -->' 'Measured on y:' '' \
		'| variant | verdict | remark |' '| --- | --- | --- |' '| `add_old` | skipped | unsupported: needs two |' > chapters/ch01_x/README.md &&
		"$tool" && "$tool" && cat chapters/ch01_x/README.md
}
gives 0 '^No recorded run has `add_old`: skipped, needs two.$' 'a table of skips alone is a line, and stays one' lone
stale()
{
	cd "$scratch/tree" && sed -i 's/SAME/FASTER/' chapters/ch01_x/README.md && sed -i 's/2026-11-22T/2026-11-23T/' expectations/*/*/* &&
		"$tool" --check
}
gives 1 'chapters/ch01_x/README.md is out of date' 'and a change' stale
nobody()
{
	cd "$scratch/tree" && sed -i '$a <!-- measured: ch01:add@cpu -->' chapters/ch01_x/README.md && "$tool"
}
gives 1 'chapters/ch01_x/README.md: a `measured:` comment about ch01:add@cpu, which is none of its targets' \
	'a comment about no target' nobody
passes 'the pages of this tree say what ./expectations say' tools/fill_measured.pl --check
finish
