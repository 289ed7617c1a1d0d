#!/bin/sh
# SPDX-License-Identifier: MIT
#
# aisp clean: removes what is aisp's and dead, and nothing else.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
aisp=$PWD/aisp
export XDG_CACHE_HOME="$scratch/cache" TMPDIR="$scratch/tmp"
mkdir "$TMPDIR" || exit 1
cd "$scratch" || exit 1

run() # DIRECTORY: a run folder
{
	mkdir -p "$1" && echo '{}' > "$1/manifest.json" && echo '{}' > "$1/results.json"
}
# All must be there.
there()
{
	for path; do [ -e "$path" ] || return; done
}
gone()
{
	for path; do [ ! -e "$path" ] || return; done
}
a=artifacts
gives 0 '^nothing to remove$' 'no artifacts' "$aisp" clean
mkdir -p $a/.tmp-0123456789abcdef $a/.tmp-fedcba9876543210 $a/.tmp-mine precious
echo x > precious/file
echo x > $a/.tmp-0123456789abcdef/results.json
ln -s ../precious $a/.tmp-aaaaaaaaaaaaaaaa
ln -s ../../precious $a/.tmp-0123456789abcdef/link
run $a/20260101T000000Z_h-9
run $a/20260101T000000Z_h-10
run $a/20250101T000000Z_h
mkdir $a/20240101T000000Z_notes $a/other
echo '{}' > $a/20240101T000000Z_notes/results.json
run $a/other
mkdir -p cache/aisp/pairs/x cache/aisp/machines/y cache/aisp/else

exec 9< $a/.tmp-fedcba9876543210
flock -n 9
gives 0 "would remove $a/.tmp-0123456789abcdef" 'a dry run' "$aisp" clean --dry-run --all --keep 1
passes 'removes nothing' there $a/.tmp-0123456789abcdef $a/20250101T000000Z_h cache/aisp/pairs
gives 0 "^removed $a/.tmp-0123456789abcdef " 'a dead run' "$aisp" clean
passes 'is gone' gone $a/.tmp-0123456789abcdef
passes 'a living one stays' there $a/.tmp-fedcba9876543210
passes 'so do links, their targets, other names, runs and the cache' there \
	$a/.tmp-aaaaaaaaaaaaaaaa precious/file $a/.tmp-mine $a/20250101T000000Z_h \
	cache/aisp/pairs
exec 9<&-
passes 'its lock released' "$aisp" clean
passes 'it goes too' gone $a/.tmp-fedcba9876543210

passes '--keep 1' "$aisp" clean --keep 1
passes 'keeps the newest' there $a/20260101T000000Z_h-10/results.json
passes 'removes the others' gone $a/20260101T000000Z_h-9 $a/20250101T000000Z_h
passes 'but nothing that is not a run by name and by content' there \
	$a/20240101T000000Z_notes $a/other/results.json
passes '--all' "$aisp" clean --all
passes 'removes what aisp caches' gone cache/aisp/pairs cache/aisp/machines
passes 'and no more' there cache/aisp/else $a/20260101T000000Z_h-10
run elsewhere/20260101T000000Z_h
passes '--artifacts-dir' "$aisp" clean --artifacts-dir elsewhere --keep 0
passes 'cleans there' gone elsewhere/20260101T000000Z_h
passes 'and not here' there $a/20260101T000000Z_h-10
# Comparisons of two commits that were killed, and one that goes on; names that begin like theirs
mkdir -p tmp/aisp-compare-dEad01/a/build tmp/aisp-compare-aLive2 tmp/aisp-compare-notes tmp/aisp-compare-result
chmod 700 tmp/aisp-compare-dEad01 tmp/aisp-compare-aLive2 tmp/aisp-compare-notes
chmod 755 tmp/aisp-compare-result
exec 9< tmp/aisp-compare-aLive2
flock -n 9
gives 0 "would remove $scratch/tmp/aisp-compare-dEad01 " 'a dry run of a comparison' "$aisp" clean -n
passes 'leaves it' there tmp/aisp-compare-dEad01/a
gives 0 "^removed $scratch/tmp/aisp-compare-dEad01 " 'a dead comparison' "$aisp" clean
passes 'is gone' gone tmp/aisp-compare-dEad01
passes 'a living one, and what only begins like one, stay' there tmp/aisp-compare-aLive2 \
	tmp/aisp-compare-notes tmp/aisp-compare-result
exec 9<&-
mkdir -p '[t]mp/aisp-compare-dEad02' && chmod 700 '[t]mp/aisp-compare-dEad02'
passes 'a TMPDIR like a pattern' env "TMPDIR=$scratch/[t]mp" "$aisp" clean
passes 'is no pattern' gone '[t]mp/aisp-compare-dEad02'
gives 2 'not a number' '--keep x' "$aisp" clean --keep x
gives 2 'artifacts-dir /none: no such folder' 'a folder that is not there' "$aisp" clean -d /none
gives 2 'artifacts-dir /none: no such folder' 'nor has the dashboard one' \
	timeout -k 1 20 "$aisp" dashboard --artifacts-dir=/none
gives 2 'no argument' 'a stray word' "$aisp" clean artifacts
finish
