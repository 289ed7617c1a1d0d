#!/bin/sh
# SPDX-License-Identifier: MIT
#
# docs/system_calls.md tells the calls that the filters let through, and what is added to
# a list or left out of the text is found.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh

passes 'the lists are those of the filter' tools/fill_calls.pl --check
# SED-EXPRESSION FILE: in a copy of what the tool reads
changed()
{
	rm -rf "$scratch/tree" && mkdir -p "$scratch/tree/tools" "$scratch/tree/docs" "$scratch/tree/src/judge" &&
		cp tools/fill_calls.pl "$scratch/tree/tools" && cp docs/system_calls.md "$scratch/tree/docs" &&
		cp src/judge/filter.c "$scratch/tree/src/judge" && sed -i "$1" "$scratch/tree/$2" &&
		"$scratch/tree/tools/fill_calls.pl" --check
}
gives 255 'out of date' 'a call more' changed 's/"sched_yield"/"sched_yield", "kill"/' src/judge/filter.c
gives 255 'does not tell the list reading' 'a list that is not told' changed '/calls: reading/d' docs/system_calls.md
finish
