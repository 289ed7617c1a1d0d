#!/bin/bash
# aisp hw: text, JSON and pictures of one machine agree.
# RUN: parallel
. tests/tools/tap.sh
aisp=${AISP:-./aisp}
dir=$scratch
$aisp hw > "$dir/text"; ok $? 'text'
$aisp hw --json > "$dir/json"; ok $? 'JSON'
jq -e '.arch == $arch and .cores >= 1 and .threads >= .cores and .memory_bytes > 0 and
	.kernel == $kernel' --arg arch "$(uname -m)" --arg kernel "$(uname -s) $(uname -r)" \
	"$dir/json" > /dev/null; ok $? 'JSON says what uname says'
[ "$(jq -r .machine "$dir/json")" = "$(awk '$1 == "machine" { print $2 }' "$dir/text")" ]
ok $? 'one machine id'
grep -Eq '^grade +[ABCD](: |$)' "$dir/text"; ok $? 'a grade'
[ "$(taskset -c 0 $aisp hw --json | jq '.threads, .cores' | tr '\n' ' ')" = '1 1 ' ]
ok $? 'under taskset one thread is one'

# hwloc draws other machines if its own variable says so.
export HWLOC_SYNTHETIC='pack:2 l3:1 l2:2 l1d:1 core:1 pu:2'
$aisp hw --topology > "$dir/tree"; ok $? 'ASCII'
[ "$(grep -o 'Package' "$dir/tree" | wc -l)" -eq 2 ] &&
	[ "$(grep -o 'PU [0-9]' "$dir/tree" | sort -u | wc -l)" -eq 8 ]
ok $? 'every package and thread once'
[ "$(awk '{ print length }' "$dir/tree" | sort -u | wc -l)" -eq 1 ]; ok $? 'lines of one length'
HWLOC_SYNTHETIC='pack:1 l2:64 core:1 pu:1' $aisp hw --topology | grep -q '64 x L2'
ok $? 'many alike are one box'
$aisp hw --svg "$dir/a.svg"; ok $? 'SVG'
if command -v xmllint > /dev/null; then
	xmllint --noout "$dir/a.svg"; ok $? 'well-formed'
fi
[ "$(grep -c '>PU [0-9]' "$dir/a.svg")" -eq 8 ]; ok $? 'with every thread'
unset HWLOC_SYNTHETIC

$aisp hw --svg "$dir/no/such" 2> "$dir/err"
[ $? -eq 4 ] && grep -q 'no/such' "$dir/err"; ok $? 'a file that cannot be written: exit 4'
$aisp hw --json --topology 2> /dev/null; [ $? -eq 2 ]; ok $? 'two forms: exit 2'
$aisp hw --no-such 2> /dev/null; [ $? -eq 2 ]; ok $? 'a bad option: exit 2'
finish
