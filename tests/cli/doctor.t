#!/bin/bash
# aisp doctor on a fake /proc and /sys: find, fix, undo, refuse.
# RUN: parallel
. tests/tools/tap.sh
aisp=${AISP:-./aisp}
tree=$scratch
export AISP_SYSROOT=$tree XDG_CACHE_HOME=$tree/cache
is() { [ "$(cat "$tree$1")" = "$2" ]; }
put() { mkdir -p "$tree$(dirname "$1")" && echo "$2" > "$tree$1"; }

gov=/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor
thp=/sys/kernel/mm/transparent_hugepage/enabled
put /proc/stat 'cpu 1 0 1 8 0 0 0 0'
put $gov powersave
put $thp '[always] madvise never'

$aisp doctor > "$tree/out"; ok $? 'doctor exits 0 whatever it finds'
grep -q '^bad .*governor .*powersave on 1 of 1' "$tree/out"; ok $? 'the governor is bad'
grep -q '^1 bad, .*--fix. can change 2$' "$tree/out"; ok $? 'the count line'
$aisp doctor --targets ch07 2>&1 | grep -q 'goes with --noise'; ok $? '--targets is of --noise'
$aisp doctor --json | jq -es '.[0][] | select(.name == "thp") | .harm == "warn" and .can_fix
	and (.remedy | startswith("echo madvise"))' > /dev/null
ok $? 'JSON names harm and remedy'

$aisp doctor --fix --dry-run > "$tree/out"; ok $? 'a dry run'
grep -qx "$gov: powersave -> performance" "$tree/out"; ok $? 'shows the change'
is $gov powersave && [ ! -e "$tree/cache" ]; ok $? 'and makes none'
$aisp doctor --fix --dry-run --json | jq -es '.[0] | length == 2' > /dev/null; ok $? 'also in JSON'

if [ "$(id -u)" = 0 ] && command -v setpriv > /dev/null; then
	chmod -R a+rX "$tree"
	setpriv --reuid 65534 --clear-groups $aisp doctor --fix > "$tree/out" 2>&1
	[ $? -eq 2 ] && grep -q 'needs root' "$tree/out" && is $gov powersave
	ok $? 'without root: exit 2, a reason, no change'
else
	chmod a-w "$tree$gov"
	$aisp doctor --fix > "$tree/out" 2>&1
	[ $? -eq 2 ] && grep -q 'needs root' "$tree/out" && is $gov powersave
	ok $? 'without root: exit 2, a reason, no change'
	chmod u+w "$tree$gov"
fi

$aisp doctor --fix > "$tree/out"; ok $? 'fix'
grep -qx "$thp: always -> madvise" "$tree/out"; ok $? 'shows each change'
is $gov performance && is $thp madvise; ok $? 'and makes it'
ls "$tree"/cache/aisp/machines/*/doctor-undo.json > /dev/null; ok $? 'the old values are kept'
$aisp doctor --fix | grep -qx 'nothing to change'; ok $? 'fixed once is fixed'
$aisp doctor --undo > "$tree/out"; ok $? 'undo'
grep -qx "$gov: performance -> powersave" "$tree/out"; ok $? 'shows what it puts back'
is $gov powersave && is $thp always; ok $? 'exactly the old values'
! ls "$tree"/cache/aisp/machines/*/doctor-undo.json 2> /dev/null; ok $? 'and forgets them'
$aisp doctor --undo | grep -qx 'nothing to undo'; ok $? 'undone once is undone'

$aisp doctor --fix > /dev/null
echo '[{' > "$(ls "$tree"/cache/aisp/machines/*/doctor-undo.json)"
$aisp doctor --undo > /dev/null 2> "$tree/out"
[ $? -eq 4 ] && grep -q 'doctor-undo.json: line' "$tree/out"; ok $? 'a damaged record: exit 4'

rm "$tree/proc/stat"
$aisp doctor > /dev/null 2> "$tree/out"
[ $? -eq 4 ] && grep -q '/proc/stat' "$tree/out"; ok $? 'no /proc/stat: exit 4'
$aisp doctor --fix --undo 2> /dev/null; [ $? -eq 2 ]; ok $? '--fix --undo: exit 2'
$aisp doctor --dry-run 2> /dev/null; [ $? -eq 2 ]; ok $? '--dry-run alone: exit 2'
$aisp doctor --forget 2> /dev/null; [ $? -eq 2 ]; ok $? '--forget alone: exit 2'
$aisp doctor --no-such 2> /dev/null; [ $? -eq 2 ]; ok $? 'a bad option: exit 2'
finish
