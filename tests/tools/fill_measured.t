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
gives 0 '^No recorded run has `add_wide`: `./aisp bench run --targets .ch01:add\*@cuda.` measures here.$' \
	'what nobody measured is named' expected
passes '--check finds nothing then' sh -c "cd '$scratch/tree' && '$tool' --check"
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
