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
# of the run that failed.
set -u
cd "$(dirname "$0")/.." || exit 4
aisp=${AISP:-./aisp}
keep=${KEEP:-build/expect_cpu}
rm -rf "$keep/first" "$keep/second"
[ $# -gt 0 ] || set -- '*@cpu'

# NAME [OPTION...]: one run of all patterns.  INCONCLUSIVE results are no failure:
# nothing is recorded of them, and nothing expected.
measure()
{
	name=$1
	shift
	# shellcheck disable=SC2086 # words of options
	"$aisp" bench run $options --wait-quiet --artifacts-dir "$keep/$name" "$@"
	status=$?
	# Without results it waited in vain.
	[ $status -eq 5 ] && find "$keep/$name" -name results.json 2>/dev/null |
		grep -q . && status=0
	return $status
}
options=${OPTIONS:-}
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
echo "the gate held; review and commit: git add expectations"
