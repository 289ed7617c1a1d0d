#!/bin/sh
# SPDX-License-Identifier: MIT
#
# tools/expect_cpu.sh: which runs it makes, and what it makes of their statuses.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
tool=$PWD/tools/expect_cpu.sh

# An aisp that notes its words, and ends with $FIRST or $SECOND.
cat > "$scratch/aisp" <<'END'
#!/bin/sh
echo "$*" >> "$NOTES"
case $* in
*--accept-regressions*) status=$FIRST name=first ;;
*) status=$SECOND name=second ;;
esac
mkdir -p "$KEEP/$name/.tmp-1"
printf 'target ch01:x\ngroup 3 9\n' > "$KEEP/$name/.tmp-1/progress"
sleep "${SLOW:-0}"
[ "${VAIN:-}" ] || { mkdir -p "$KEEP/$name/run" && cp "$RESULTS" "$KEEP/$name/run/results.json"; }
exit $status
END
chmod +x "$scratch/aisp"

# FIRST SECOND [PATTERN...]
try()
{
	FIRST=$1 SECOND=$2
	export FIRST SECOND AISP="$scratch/aisp" KEEP="$scratch/keep" NOTES="$scratch/notes"
	rm -f "$NOTES"
	shift 2
	"$tool" "$@"
}
noted()
{
	try 0 0 "$@" > /dev/null && cat "$scratch/notes"
}
results() # NAME ELEMENTS
{
	echo "{\"results\":[$2]}" > "$scratch/$1"
}
results held '{"status":"measured","expectation":{"state":"HOLDS"}}'
results partial '{"status":"measured","expectation":{"state":"HOLDS"}},{"status":"not run"}'
results new '{"status":"measured","expectation":{"state":"NO-EXPECTATION"}}'
export RESULTS="$scratch/held"
gives 0 'the gate held for 1 results' 'both runs fine' try 0 0
gives 0 'the gate held' 'INCONCLUSIVE results are none' try 5 5
gives 1 'did not hold: status 1' 'a regression in the second run' try 0 1
gives 3 'first run ended with status 3' 'an INVALID result ends it' try 3 0
gives 0 'bench run --wait-quiet=300 --targets [*]@cpu --suite-timeout 7200 .*/first --accept-regressions$' \
	'all CPU targets are recorded' noted
gives 0 'targets ch01 --targets ch03:. .*/second$' 'or those named, and run again' \
	noted ch01 'ch03:*'
with() # VARIABLE=VALUE...
{
	AISP="$scratch/aisp" KEEP="$scratch/keep" NOTES="$scratch/notes" FIRST=0 SECOND=0 \
		env "$@" "$tool" 2>&1 && cat "$scratch/notes"
}
gives 0 'suite-timeout 60 ' 'the time of a run is a choice' with LIMIT=60
gives 0 'run --expectations /x --wait-quiet=5 ' 'so are the folder, and how long it waits' \
	with EXPECTATIONS=/x WAIT=5
gives 0 'bench run  *--targets' 'which may be not at all' with WAIT=0
gives 0 '^first run: group 3 of 9, ch01:x, after [0-9]* of at most 7200 s' 'it says where it stands' \
	with EVERY=0.6 SLOW=1.3
gives 0 'expect_cpu.sh: 1 results of the second run were not measured' 'what was left out is said' \
	with "RESULTS=$scratch/partial"
RESULTS="$scratch/new"
gives 5 'no result was recorded and held' 'a gate that held nothing is none' try 5 5
export VAIN=1
gives 5 'first run ended with status 5' 'a machine that is never quiet' try 5 0
finish
