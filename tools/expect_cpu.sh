#!/bin/sh
# SPDX-License-Identifier: MIT
#
# expect_cpu.sh - record what targets on the CPU reach on this class of machine, then
# run them again and see whether the gate holds.  On a quiet machine only.
#
#     tools/expect_cpu.sh [PATTERN...]        default: all CPU targets
#
# The expectations that are new, or changed, lie in ./expectations afterwards, for
# review and commit; the run folders in build/expect_cpu.  Exit status: 0 the gate
# held, 1 a target REGRESSED in the second run, 5 the machine was never quiet, else that
# of the run that failed.  Variables:
#     EXPECTATIONS  a folder in place of ./expectations
#     KEEP          a folder in place of build/expect_cpu
#     LIMIT         seconds of either run (7200); what is not measured by then is named
#     WAIT          seconds to wait for a quiet machine (300); 0: measure as it is
#     OPTIONS       further options of `aisp bench run`
set -u
cd "$(dirname "$0")/.." || exit 4
aisp=${AISP:-./aisp}
keep=${KEEP:-build/expect_cpu}
limit=${LIMIT:-7200}
rm -rf "$keep/first" "$keep/second"
[ $# -gt 0 ] || set -- '*@cpu'

# Where the run stands, by the note that it keeps, every half minute: its own line is for
# terminals.
follow() # NAME
{
	since=$(date +%s)
	while sleep "${EVERY:-30}"; do
		find "$keep/$1" -path '*/.tmp-*/progress' -exec cat {} + 2>/dev/null | awk -v run="$1" -v s="$(($(date +%s) - since))" -v limit="$limit" '
			{ of[$1] = $2 } $1 == "group" { n = $3 }
			END { if (n) printf "%s run: group %d of %d, %s, after %d of at most %d s\n", run, of["group"], n, of["target"], s, limit
			      else printf "%s run: prepares, after %d of at most %d s\n", run, s, limit }' >&2
	done
}

# count NAME CODE: the results $_ of a run of which CODE holds.
count()
{
	find "$keep/$1" -name results.json -exec cat {} + 2>/dev/null |
		perl -MJSON::PP -0777 -ne "print scalar grep { $2 } @{decode_json(\$_)->{results}}"
}

# NAME [OPTION...]: one run of all patterns.  INCONCLUSIVE results are no failure:
# nothing is recorded of them, and nothing expected.
measure()
{
	name=$1
	shift
	[ -t 2 ] || { follow "$name" & follower=$!; }
	# shellcheck disable=SC2086 # words of options
	"$aisp" bench run $options --suite-timeout "$limit" --artifacts-dir "$keep/$name" "$@"
	status=$?
	[ -z "$follower" ] || kill "$follower" 2>/dev/null
	# shellcheck disable=SC2016 # perl's words
	n=$(count "$name" '$_->{status} eq "not run"')
	[ "${n:-0}" = 0 ] || echo "expect_cpu.sh: $n results of the $name run were not measured within $limit s; LIMIT allows more" >&2
	# Without results it waited in vain.
	[ $status -eq 5 ] && find "$keep/$name" -name results.json 2>/dev/null |
		grep -q . && status=0
	return $status
}
follower=''
options=${OPTIONS:-}
[ -z "${EXPECTATIONS:-}" ] || options="$options --expectations $EXPECTATIONS"
[ "${WAIT:-300}" = 0 ] || options="$options --wait-quiet=${WAIT:-300}"
for pattern; do
	options="$options --targets $pattern"
done
set -f # the patterns are aisp's
measure first --accept-regressions || {
	echo "expect_cpu.sh: the first run ended with status $status; see above" >&2
	exit $status
}
measure second || {
	echo "expect_cpu.sh: the gate did not hold: status $status; see above" >&2
	exit $status
}
# shellcheck disable=SC2016 # perl's words
n=$(count second '($_->{expectation}{state} // "") eq "HOLDS"')
[ "${n:-0}" != 0 ] || {
	echo "expect_cpu.sh: no result was recorded and held; a quieter machine, or OPTIONS=--until-decided, decides more" >&2
	exit 5
}
echo "the gate held for $n results; review and commit: git add ${EXPECTATIONS:-expectations}"
