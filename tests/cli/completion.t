#!/bin/bash
# SPDX-License-Identifier: MIT
#
# The completion for bash: values of options and arguments, which come from the help
# and from the program.  install.t has the words.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
aisp=$PWD/aisp
export XDG_CACHE_HOME="$scratch/cache"
passes 'is made of the help' sh -c "tools/gen_completion.sh ./aisp > '$scratch/aisp.bash'"

# The words that bash would offer after LINE.
offers()
{
	# shellcheck source=/dev/null
	. "$scratch/aisp.bash"
	COMP_LINE=$1 COMP_POINT=${#1} COMP_WORDBREAKS=$' \t\n'
	COMP_WORDS=("$aisp")
	_aisp
	printf '[%s]\n' "${COMPREPLY[@]}"
}
gives 0 '^\[small\]$' 'a value' offers 'aisp bench run --preset s'
gives 0 '^\[adversarial\]$' 'behind an equals sign too' offers 'aisp bench run --dist=adv'
gives 0 '^\[google-benchmark\]$' 'of another command' offers 'aisp bench export -f goo'
gives 0 '^\[roofline\]$' 'of a set' offers 'aisp profile --metric-set r'
gives 0 '^\[steps=\]$' "a parameter's name" offers 'aisp bench run ch01:goodput --param st'
gives 0 '^\[y=\]$' "and an input's" offers 'aisp bench run --targets=ch01:goodput --input y'
gives 0 '^\[timing.early_start\]$' 'a check' offers 'aisp checks show timing.early'
gives 0 '^\[timing\]$' 'and a category' offers 'aisp checks list --category ti'
gives 0 '^\[ch07:transpose_tiled@cpu\]$' 'a target without --targets' \
	offers 'aisp bench run ch07:transpose_tiled@cp'
gives 0 '^\[ch07:transpose_tiled@cpu\]$' 'and in the history' \
	offers 'aisp bench history ch07:transpose_tiled@cp'
gives 0 '^\[ch07:transpose_tiled@cpu\]$' 'without the word bench' \
	offers 'aisp run ch07:transpose_tiled@cp'
gives 0 '^\[--ledger\]$' 'options, too' offers 'aisp run --led'
gives 0 '^\[allgather\]$' 'a collective' offers 'aisp collective allg'
gives 0 '^\[\]$' 'no word that stands for another one' offers 'aisp tune --proposer '
gives 0 '^\[kernel\]$' 'a role' offers 'aisp checklist --role k'
gives 0 '^\[not-visible\]$' 'a state' offers 'aisp checklist --only=not'
gives 0 '^\[--all-metrics\]$' 'all figures' offers 'aisp bench compare --all'
offers_run()
{
	mkdir -p "$scratch/here/artifacts/20260101T000000Z_x" && cd "$scratch/here" || return
	: > artifacts/20260101T000000Z_x/results.json
	offers "$@"
}
gives 0 '^\[20260101T000000Z_x\]$' 'a run' offers_run 'aisp bench report 2026'
gives 0 '^\[latest\]$' 'and the latest' offers_run 'aisp bench compare 20260101T000000Z_x la'
gives 0 '^\[20260101T000000Z_x\]$' 'that claims are judged by' offers_run 'aisp claims --run 2026'

# accepts_all COMMAND OPTION N: N values are offered, and the parser takes each.
accepts_all()
{
	n=0
	for word in $(offers "aisp $1 $2=" | tr -d '[]'); do
		# shellcheck disable=SC2086 # a command of two words
		"$aisp" $1 "$2=$word" no:such 2>&1 | grep -q 'no target matches\|no run folder' ||
			{ echo "$1 $2=$word" && return 1; }
		n=$((n + 1))
	done
	[ $n = "$3" ]
}
passes 'every preset is one' accepts_all show --preset 3
passes 'every distribution' accepts_all 'bench verify' --dist 4
passes 'every format of a report' accepts_all 'bench report' --format 8
passes 'every format of an export' accepts_all 'bench export' --format 8
finish
