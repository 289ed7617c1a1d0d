#!/bin/sh
# SPDX-License-Identifier: MIT
#
# aisp checks list and show: every rule and every guarantee in src/checks appears.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh

ids=$(tools/list_checks.sh | tr / .)
all()
{
	[ "$(./aisp checks list | cut -d' ' -f1 | LC_ALL=C sort)" = "$ids" ]
}
passes 'one line each' all
gives 0 '^timing.early_start  *prevents  *[a-z]' 'its kind and its cheat' ./aisp checks list
written() # every id that a source spells, whatever the list's tool makes of it
{
	n=$(cat src/checks/*/*.c | grep -c '^	\.id = \|^AISP_GUARANTEE(')
	[ "$n" = "$(./aisp checks list | grep -vc '^ ')" ]
}
passes 'and as many as the sources define' written
lines() # PATTERN: one line for each check
{
	[ "$(./aisp checks list --verbose | grep -c "$1")" = "$(echo "$ids" | wc -l)" ]
}
passes 'each with its cheat' lines '^    cheat:    .'
passes 'and its defence' lines '^    defence:  .'
passes 'and its state' lines '^    state:    it \(detects\|prevents\)'
gives 0 '^timing.early_start$' 'one category' ./aisp checks list -v --category timing
one_category()
{
	! ./aisp checks list --category timing | grep -q '^output'
}
passes 'and no other' one_category
gives 2 "no check is in it" 'an unknown category' ./aisp checks list --category nothing
json()
{
	./aisp checks list --json | jq -e --arg n "$(echo "$ids" | wc -l)" \
		'length == ($n | tonumber) and all(.id and .category and .cheat and .defence and .kind and .state)'
}
rules() # what can fail is what has a file
{
	[ "$(./aisp checks list --json | jq -r '.[] | select(.can_fail) | .id')" = "$(tools/list_checks.sh rules | tr / .)" ]
}
show_json()
{
	./aisp checks show --json memory.out_of_bounds_write |
		jq -e '.needs | length > 0 and all(.fact and .meaning and has("unit"))'
}
if command -v jq >/dev/null; then
	passes 'list --json' json
	passes 'which of them are rules' rules
	passes 'show --json' show_json
fi
gives 0 'n_canary (bytes): guard bytes around outputs and workspace' 'facts with unit and meaning' \
	./aisp checks show memory.out_of_bounds_write

mkdir -p "$scratch/mk" "$scratch/tests/exploits/memory"
cp aisp "$scratch/" && cp mk/pairs.mk "$scratch/mk/"
gives 0 '^exploit:  none' 'no exploit' "$scratch/aisp" checks show memory.out_of_bounds_write
touch "$scratch/tests/exploits/memory/optimized_x_out_of_bounds_write.c"
gives 0 "^exploit:  $scratch/tests/exploits/memory/optimized_x_out_of_bounds_write.c" 'the exploit' \
	"$scratch/aisp" checks show memory.out_of_bounds_write
gives 2 "no check 'memory.nothing'" 'an unknown id' ./aisp checks show memory.nothing
gives 2 'which check' 'no id' ./aisp checks show
finish
