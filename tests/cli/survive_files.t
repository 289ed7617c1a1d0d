#!/bin/sh
# SPDX-License-Identifier: MIT
#
# What lies where a source or a document is meant, and is no such file: a FIFO, which
# nobody writes, a device, which never ends, or a file larger than memory.  No command
# waits for it or reads it all; each names it.
# RUN: parallel test-all
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
aisp=$PWD/aisp
export XDG_CACHE_HOME="$scratch/cache" AISP_HISTORY=off
pair=$scratch/pair
mkdir "$pair"
perl -Itests/cli -MTiny -e 'tiny_pair($ARGV[0])' "$pair"

# Within a minute and 4 GB of addresses, neither of which a wrong reader keeps to.
within()
{
	prlimit --as=4000000000 timeout -k 1 60 "$aisp" "$@"
}

# KIND of file at PATH.
make_file()
{
	rm -f "$2"
	case $1 in
	fifo) mkfifo "$2" ;;
	device) ln -s /dev/zero "$2" ;;
	sparse) truncate -s 30G "$2" ;;
	esac
}

# STATUS PATTERN NAME COMMAND..., with each kind in $bad's place.
all_kinds()
{
	want=$1 words=$2 what=$3
	shift 3
	for kind in fifo device sparse; do
		make_file "$kind" "$bad"
		gives "$want" "$words" "$what: $kind" "$@"
	done
	rm -f "$bad"
}

bad=$pair/optimized_one_bad.c
why='cannot be read: it is \(no regular file\|larger than 16 MiB\)'
all_kinds 0 "optimized_one_bad.c $why" 'list-targets' within bench list-targets --targets "$pair"
all_kinds 3 "optimized_one_bad.c $why" 'verify of the others does not pass in silence' \
	timeout -k 1 120 "$aisp" bench verify --variants --dist normal --targets "$pair"
all_kinds 3 "optimized_one_bad.c $why" 'nor does bare' within bare "$pair:one_bad"
all_kinds 3 "optimized_one_bad.c $why" 'show' within show "$pair:one_bad"
make_file fifo "$bad"
gives 3 "optimized_one_bad.c $why" 'run: fifo' timeout -k 1 120 "$aisp" bench run --pairs 3 \
	--iterations 3 --artifacts-dir "$scratch/runs" --targets "$pair"
rm "$bad"

mv "$pair/workload_one.h" "$scratch/kept.h"
bad=$pair/workload_one.h
all_kinds 3 'workload_one.h \(is not a regular file\|has [0-9]* bytes\)' 'a workload' \
	within bench verify --variants --targets "$pair"
mv "$scratch/kept.h" "$bad"

bad=$scratch/document
why='document \(is not a regular file\|has [0-9]* bytes: want at most\)'
run=tests/fixtures/runs/cpu
all_kinds 2 "$why" 'claims' within claims --run "$run" "$bad"
all_kinds 2 "$why" 'a space' within tune "$pair:one" --space "$bad" --template "$pair/optimized_one.c"
echo 'parameter a = 1 2' > "$scratch/space"
all_kinds 2 "$why" 'a template' within tune "$pair:one" --space "$scratch/space" --template "$bad"
finish
