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
cat > "$scratch/run/manifest.json" <<'EOF'
{ "hardware": { "cpu_model": "a CPU", "hypervisor": null }, "git": { "commit": "0123456789ab" } }
EOF
figures='Measured on a CPU (bare metal), grade C, 2026-11-22, commit 0123456789: `add_simd`: FASTER, 2x \[1.9, 2.1\] the speed of the naive baseline; 1.5 ms a call, 50.0 % of the limit (DRAM, 1 thread).'

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

gives 0 "^$figures\$" 'figures behind a comment' filled text '<!-- measured: ch01:add -->' ''
gives 0 "^$figures\$" 'in place of older ones' filled '<!-- measured: ch01:add -->' 'Measured on x.' ''
gives 0 '^3$' 'and only these go' lines '<!-- measured: ch01:add -->' 'Measured on x.' after
old='Measured on x: `add_other`: SAME, 1.01x. `add_simd`: SAME. Measured on y: `add_third`: SLOWER.'
gives 0 "^Measured on x: .add_other.: SAME, 1.01x. Measured on y: .add_third.: SLOWER. $figures\$" \
	'what was not measured keeps its figures' filled '<!-- measured: ch01:add -->' "$old"
gives 0 '^Measured on y: .add_third.: SLOWER.$' 'which go to a comment of its own' \
	filled '<!-- measured: ch01:add -->' "$old" '<!-- measured: ch01:add_third -->'
gives 0 "^$figures\$" 'a target with a comment of its own' filled '<!-- measured: ch01:add_simd -->' ''
gives 0 '^3$' "stands not behind its workload's" \
	lines '<!-- measured: ch01:add -->' 'Measured on x.' '<!-- measured: ch01:add_simd -->'
gives 0 '^2$' 'another device is another comment' lines '<!-- measured: ch01:add@cuda -->' ''
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
mkdir "$scratch/tree" && cp --parents chapters/*/README.md "$scratch/tree"
unmeasured()
{
	cd "$scratch/tree" && "$tool"
}
passes 'each comment of this tree has a line to itself' unmeasured
finish
