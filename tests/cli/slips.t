#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Mistakes of new users: each is refused at once, before anything is measured, by a
# message that names it and says what to do.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
aisp=$PWD/aisp
export AISP_HISTORY=off XDG_CACHE_HOME="$scratch/cache" AISP_LOCK_DIR="$scratch/locks"
with_saved_peaks "$scratch/cache"
mkdir "$scratch/locks"
pair=$scratch/pair
cp -r tests/fixtures/pair "$pair"
cp -r "$pair" "$scratch/good"

run()
{
	"$aisp" bench run --no-history --preset small --artifacts-dir "$scratch/runs" "$@"
}
# changed FILE SED: changes one line of the good pair.
changed()
{
	rm -rf "$pair"
	cp -r "$scratch/good" "$pair"
	sed -i "$2" "$pair/$1"
	! cmp -s "$pair/$1" "$scratch/good/$1"
}

# A variable of a script that is not set must not select all that there is.
gives 2 'an empty pattern selects nothing; leave it out' 'an empty pattern' run ''
gives 2 'an empty pattern selects nothing' 'of a list too' "$aisp" bench list-targets -t ''
gives 2 "optimized_x.c' is a file; a target is a directory, as '$pair', or a pair in it" \
	'a file for a target' run "$pair/optimized_x.c"
mkdir "$scratch/c
d"
gives 2 'a directory of pairs has no line break in its name: rename it' 'a line break' \
	"$aisp" bench list-targets "$scratch/c
d"
gives 2 "'zzz:\*' matches no selected target; want a pattern of ids, such as 'pair:x@cpu'" \
	'a parameter of targets that are not selected' run "$pair" --target-extra-arg 'zzz:*=n=3'
gives 0 '^right ' 'or that are' "$aisp" bare "$pair" --target-extra-arg 'pair:*=n=3'
gives 2 "tensor 'x': dimension 0 is 0, want 1 or more (n=0)" 'a size of nothing' \
	"$aisp" show "$pair" --param n=0
gives 2 "tensor 'x' is larger than [0-9]* bytes (n=9223372036854775807)" 'a size of too much' \
	"$aisp" show "$pair" --param n=9223372036854775807
gives 2 '--param n: given twice; several values stand in one list: n=1,2' 'a parameter said twice' \
	run "$pair" --param n=3 --param n=4
gives 2 "calls: '4294967297' is not a whole number from 1" 'a number that would be cut' \
	"$aisp" bare "$pair" --calls 4294967297
gives 2 "'foo' is no collective: want allreduce, allgather, reducescatter or alltoall" \
	'a collective that is none' "$aisp" collective foo
gives 2 'csv or --json, not both' 'two formats of a collective' "$aisp" collective --csv --json
gives 2 'two formats' 'two formats of a run' run "$pair" --format csv --json
gives 2 'two formats' 'two formats of a saved run' \
	"$aisp" bench report --format csv --format md tests/fixtures/runs/cpu
gives 2 'two formats' 'two formats of a picture' \
	"$aisp" roofline --format svg --json tests/fixtures/runs/cpu
gives 2 "there is no folder $scratch/none; --accept-regressions would make it" \
	'a gate without what it compares with' run "$pair" --expectations "$scratch/none"
gives 4 'create directory /dev/null/aisp: Not a directory; choose another cache with $XDG_CACHE_HOME' \
	'a cache that cannot be written' env XDG_CACHE_HOME=/dev/null "$aisp" bench verify "$pair"
gives 2 "output: write $scratch/none/report: No such file" 'a report that has no place' \
	run "$pair" --output "$scratch/none/report"
gives 4 'create /proc/none: .* (choose a writable place with --artifacts-dir)' 'a run that has no place' \
	"$aisp" bench run --no-wait --artifacts-dir /proc/none "$pair"
gives 4 "passwd: .*; --no-history does without" 'a history that is none' \
	"$aisp" bench run --artifacts-dir "$scratch/runs" --history /etc/passwd "$pair"
gives 2 'pair:x has no library variant' 'a library to compare with' run "$pair" --baseline library
gives 2 "no target matches 'none'" 'a noise floor of nothing' "$aisp" doctor --noise=3 --targets none
passes 'nothing was measured for any of them' test ! -e "$scratch/runs"

passes 'a syntax error' changed optimized_x.c 's/^static /static nothing_there /'
gives 3 '^WRONG .*does not compile: .*optimized_x.c:[0-9]*:.*error' 'is no skip of aisp bare' \
	"$aisp" bare "$pair"
passes 'a number that is no -errno' changed optimized_x.c 's/return 0;/return 1;/'
gives 3 'run() returned 1 (want 0 or -errno)' 'is said' \
	"$aisp" bench verify --variants --dist normal "$pair"
gives 3 'run() returned 1 (want 0 or -errno)' 'by aisp bare too' "$aisp" bare "$pair"
passes 'a line that is almost a tag' changed optimized_x.c 's/^ . The same loop/ * Flag: -O3\n&/'
gives 3 'optimized_x.c:3: such a line is read only if it begins with " . FLAGS:"' 'is not ignored' \
	"$aisp" bench verify --variants --dist normal "$pair"
passes 'a tensor of another type' changed workload_x.h 's/"out", AISP_F32/"out", AISP_F64/'
gives 3 'print nothing, as an assert() that fails does; aisp_in_f32() and aisp_out_f32() assert' \
	'says what may have failed' "$aisp" bench verify --variants --dist normal "$pair"
passes 'a failed assertion of its own' changed optimized_x.c 's/^.(void)state;/&\n\tassert(!n);/'
gives 3 'as an assert() that fails does$' 'which no accessor made' \
	"$aisp" bench verify --variants --dist normal "$pair"
passes 'a class that is none' changed optimized_x.c 's/\.run = run/.cls = 77, .run = run/'
gives 3 '\.cls is 77: want AISP_CLASS_OPTIMIZED' 'is named' \
	"$aisp" bench verify --variants --dist normal "$pair"
passes 'a device that is none' changed optimized_x.c 's/\.device = AISP_DEVICE_CPU/.device = 55/'
gives 3 '\.device is 55: want AISP_DEVICE_CPU or AISP_DEVICE_CUDA' 'is named, too' \
	"$aisp" bench verify --variants --dist normal "$pair"
passes 'more parameters said than there are' changed workload_x.h 's/n_params = 1/n_params = 3/'
gives 4 'n_params is 3, but params\[1\] has no name' 'are named' "$aisp" show "$pair"

preset_help()
{
	"$aisp" bare --help | tr -s ' \n' ' '
}
gives 0 'default; with bare and verify: small' 'the help names the sizes that bare takes' \
	preset_help
gives 2 'pairs goes with --revisions' 'pairs of runs that are saved' \
	"$aisp" bench compare --pairs 5 latest latest
finish
