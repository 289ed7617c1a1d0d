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
[ "${VAIN:-}" ] || { mkdir -p "$KEEP/$name/run" && : > "$KEEP/$name/run/results.json"; }
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
gives 0 'the gate held' 'both runs fine' try 0 0
gives 0 'the gate held' 'INCONCLUSIVE results are none' try 5 5
gives 1 'did not hold: status 1' 'a regression in the second run' try 0 1
gives 3 'first run ended with status 3' 'an INVALID result ends it' try 3 0
gives 0 'bench run --targets [*]@cpu --wait-quiet .*/first --accept-regressions$' \
	'all CPU targets are recorded' noted
gives 0 'targets ch01 --targets ch03:. .*/second$' 'or those named, and run again' \
	noted ch01 'ch03:*'
export VAIN=1
gives 5 'first run ended with status 5' 'a machine that is never quiet' try 5 0
finish
