#!/bin/sh
# SPDX-License-Identifier: MIT
#
# What the contract itself says of wrong outputs, and where it is at fault itself.
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
finish
