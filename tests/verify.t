#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Every variant of the chapters and labs that runs here is right, under every distribution,
# and every error model tells right from wrong: a quarter of the workloads, by the commit
# (tests/tools/tap.sh).
# RUN: test-all parallel first
cd "$(dirname "$0")/.." || exit 1
. tests/tools/tap.sh

rows '*' > "$scratch/rows"
passes 'there are workloads to be verified' test -s "$scratch/rows"
# shellcheck disable=SC2086 # lists
while IFS='|' read -r files targets; do
	is_turn 4 $files || continue
	passes "${files%% *}" ./aisp bench verify $targets
done < "$scratch/rows"
finish
