#!/bin/sh
# SPDX-License-Identifier: MIT
#
# What docs/items.txt names is there, and tools/count_items.pl sees what is not and counts
# the rest.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
tool=tools/count_items.pl

passes 'all that the list names is there' $tool
at_least() # STATE'S COLUMN FROM THE RIGHT, LEAST
{
	$tool | awk -v c="$1" -v least="$2" '$1 == "all" { n = $(NF - c) } END { print n; exit !(n >= least) }'
}
passes 'what stands does not become less' at_least 3 129
lines() # LINE...
{
	printf '## a chapter\n' > "$scratch/list"
	printf '%s\n' "$@" >> "$scratch/list"
	$tool "$scratch/list"
}
gives 0 '^a chapter  *2  *1  *1  *1$' 'counted by state' lines 'a | ch07:scan@cpu, aisp peak' \
	'b | aisp bench run, tests/cli' 'c | part: ch07:scan_cub' 'd | missing' 'e | n/a: no such thing'
for word in ch07:scam ch07:scan_cub@cpu ch19:scan labs/none:chunk 'aisp bench rum' docs/none.md 'no path'; do
	gives 1 "'$word' is not there" "$word" lines "a | $word"
	gives 1 "'$word' is not there" "a part of it: $word" lines "a | part: aisp peak, $word"
done
gives 1 'list:3: .a. stands here twice' 'an item twice' lines 'a | missing' 'a | missing'
gives 1 'nothing is named' 'nothing' lines 'a | part: '
gives 1 'want ITEM | WHERE' 'no item' lines 'a missing'
gives 1 'not there' 'no reason' lines 'a | n/a'
finish
