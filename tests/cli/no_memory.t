#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Sizes for which there is no memory are skipped, with what they need and what is free;
# those that fit are measured.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
aisp=$PWD/aisp
export AISP_HISTORY=off XDG_CACHE_HOME="$scratch/cache"
pair=$scratch/pair
cp -r tests/fixtures/pair "$pair"
with_saved_peaks "$scratch/cache"

large=n=99999999999
lacks="$large: needs [0-9]* GB of memory, [0-9.]* [MG]B are free.*choose a smaller --param"
at_once()
{
	timeout 60 "$aisp" "$@"
}
run()
{
	at_once bench run --no-history --artifacts-dir "$scratch/runs" --pairs 3 "$pair" --param "$1"
}
gives 77 "skipped pair:x@cpu: $lacks" 'a run skips it' run $large
gives 77 "skipped pair:x .*$lacks" 'verify too' at_once bench verify "$pair" --param $large
gives 77 "skipped *pair:x@cpu: $lacks" 'bare too' at_once bare "$pair" --param $large
gives 77 "pair:x@cpu: $lacks" 'a profile too' \
	at_once profile --artifacts-dir "$scratch/runs" "$pair" --param $large
sweep()
{
	run n=128,${large#n=} || :
}
gives 0 '^pair:x@cpu n=128 .*[FSI]' 'a sweep measures what fits' sweep
gives 0 "skipped pair:x@cpu $large normal: $lacks" 'and skips the rest' sweep
finish
