#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The judge reads nothing uninitialised, which the sanitizers do not see, and
# loses no memory.  Its workers run outside valgrind.
# RUN: test-all parallel first
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
command -v valgrind >/dev/null || skip_all 'valgrind is not installed'
under='valgrind -q --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite'

printf '#include <stdlib.h>\nint main(void) { int *p = malloc(4); return *p > 7 ? 0 : (free(p), 0); }\n' > "$scratch/x.c"
gcc -O0 -w -o "$scratch/x" "$scratch/x.c"
mkdir "$scratch/run"
cp tests/fuzz/corpus/results/one.json "$scratch/run/results.json"
echo "{\"schema\":1}" > "$scratch/run/manifest.json"
export XDG_CACHE_HOME="$scratch"
# shellcheck disable=SC2086 # a list of options
{
gives 9 'uninitialised' 'a planted uninitialised read is found' $under "$scratch/x"
for command in --help 'bench list-targets' 'checks list' 'hw --json' "bench report $scratch/run" \
	'bench verify --targets ch07:transpose_tiled --preset small'; do
	passes "aisp ${command%"$scratch"*}" $under ./aisp $command
done
}
finish
