#!/bin/sh
# SPDX-License-Identifier: MIT
#
# What is said of wrong outputs beside the element: what the contract says, where a write
# went, and that the contract itself may be at fault.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
aisp=$PWD/aisp
export AISP_HISTORY=off XDG_CACHE_HOME="$scratch/cache" AISP_LOCK_DIR="$scratch/locks"
with_saved_peaks "$scratch/cache"
mkdir "$scratch/locks"
pair=$scratch/pair
cp -r tests/fixtures/pair "$scratch/good"

# changed FILE SED...: changes lines of the good pair.
changed()
{
	file=$1
	shift
	rm -rf "$pair"
	cp -r "$scratch/good" "$pair"
	for expression; do
		sed -i "$expression" "$pair/$file"
	done
	! cmp -s "$pair/$file" "$scratch/good/$file"
}
run()
{
	"$aisp" bench run --no-history --preset small --pairs 3 --iterations 5 \
		--artifacts-dir "$scratch/runs" "$pair" "$@"
}
verify()
{
	"$aisp" bench verify --variants "$pair" "$@"
}

passes 'an invariant' changed workload_x.h \
	'/^static const struct aisp_workload/i static const char *invariant(const struct aisp_io *io)\n{\n\treturn aisp_out_f32(io, 0)[0] != 0 ? "it is no\\tpermutation" : NULL;\n}' \
	's/\.problem = /.invariant = invariant, &/'
gives 3 '2 calls broke the invariant: it is no?permutation$' 'verify tells what it says' verify --dist normal
gives 3 '[0-9] calls broke the invariant: it is no?permutation$' 'run, too' run
gives 0 '"broken": *"it is no?permutation"' 'the saved run has it' cat "$scratch"/runs/*/results.json
gives 3 'broke the invariant: it is no?permutation$' 'from where it is judged again' \
	"$aisp" bench recheck "$scratch"/runs/*

# The seed says where an output ends: not at the end of a page, where such a write crashes.
seed=00000000000000000000000000000001
passes 'a write behind an output' changed optimized_x.c 's/^.return 0;/\tout[n] += 1;\n&/'
gives 3 "bytes beside the outputs changed, the first behind output 'out'\$" 'verify says where' verify --dist normal --seed "$seed"
gives 3 "bytes beside the outputs changed, the first behind output 'out'\$" 'run, too' run --seed "$seed"
gives 3 "changed, the first behind output 'out'\$" 'and the saved run' "$aisp" bench recheck "$(ls -td "$scratch"/runs/* | head -1)"

# wrong NAME SED BOUND: a contract that no program satisfies.
wrong()
{
	passes "$1" changed workload_x.h "$2"
	gives 3 "^pair:x: no program agrees with the reference, .*: reference() is wrong$3 (docs" \
		'verify doubts the contract' verify
	gives 3 "baseline_x and the reference disagree: out\[[0-9]*\] is .*; one of them is wrong$3 (docs" \
		'run accuses nobody' run
}
wrong 'a wrong reference' 's/ref.i. = product/& + 1/' ', or the bound is too small (error_c is [0-9.]*)'
wrong 'a bound that is too small' 's/error_c = .*/error_c = 0.01;/' \
	', or the bound is too small (error_c is 0.01)'
wrong 'no bound' '/error_c = /d' ', or the bound is missing (error_c is unset)'
passes 'a reference' changed workload_x.h 's/ref.i. = product/& + 1/'
gives 3 '"why": "no program agrees with the reference' 'the doubt is a row of the JSON' verify --json
without_line()
{
	! verify "$@" | grep 'no program agrees'
}
passes 'a wrong baseline' changed baseline_x.c 's/out.i. = /&1 + /'
passes 'is no fault of a contract that another program satisfies' without_line
gives 3 'baseline_x and the reference disagree' 'run cannot know that' run
passes 'a wrong variant' changed optimized_x.c 's/out.i. = /&1 + /'
passes 'nor is a wrong variant' without_line
gives 3 'optimized_x: wrong: ' 'which is accused' run
finish
