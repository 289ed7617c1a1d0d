#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Usage: power.sh [--dry-run] GPU WATTS [MHZ]
#        power.sh [--dry-run] --undo
# GPU, an index or UUID of nvidia-smi -L, may draw at most WATTS, and its SM clock is locked
# to MHZ: low enough that neither heat nor the limit holds it lower, or figures do not
# repeat.  WATTS may be `same`, which leaves the limit.  aisp bench run records clock,
# power and joules of each launch, so that two limits can be compared; --undo restores the
# first limit that was found, and unlocks the clock.
set -u
cd "$(dirname "$0")" || exit 1
. ./journal.sh

smi()
{
	if [ -n "$is_dry" ]; then
		echo "nvidia-smi $*"
	else
		nvidia-smi "$@" >&2 || return
	fi
}

# Undoes one step of the journal: "limit:GPU" or "clock:GPU".
restore()
{
	case $1 in
	limit:*) smi -i "${1#limit:}" -pl "$2" ;;
	clock:*) smi -i "${1#clock:}" -rgc ;;
	esac
}

remember() # NAME WAS
{
	[ -n "$is_dry" ] || grep -qs "^$1	" "$journal" || printf '%s\t%s\n' "$1" "$2" >> "$journal"
}

of_gpu()
{
	nvidia-smi -i "$gpu" --query-gpu="$1" --format=csv,noheader,nounits 2>/dev/null
}

is_number()
{
	case $1 in '' | *[!0-9.]*) return 1 ;; esac
}

# A limit that the board does not take is refused before anything is changed.
check_watts()
{
	least=$(of_gpu power.min_limit) most=$(of_gpu power.max_limit)
	is_number "$was" && is_number "$least" && is_number "$most" || fail "GPU $gpu does not tell its power limit"
	is_number "$watts" && awk "BEGIN { exit !($watts >= $least && $watts <= $most) }" ||
		fail "GPU $gpu takes $least to $most W, or \`same', not $watts"
}

gpu='' watts='' mhz=''
for word; do
	common_option "$word" && continue
	if [ -z "$gpu" ]; then
		gpu=$word
	elif [ -z "$watts" ]; then
		watts=$word
	else
		mhz=$word
	fi
done
begin
[ -n "$watts" ] || fail 'which GPU, and how many watts? --help shows how'
command -v nvidia-smi > /dev/null || fail 'nvidia-smi is not there: install the driver'
was=$(of_gpu power.limit) || fail "there is no GPU $gpu; nvidia-smi -L lists them"
[ "$watts" = same ] || check_watts
[ -z "$mhz" ] || is_number "$mhz" || fail "$mhz is no clock in MHz"
if [ "$watts" != same ]; then
	remember "limit:$gpu" "$was"
	smi -i "$gpu" -pl "$watts" || fail "nvidia-smi does not set $watts W; --undo leaves GPU $gpu as it was"
fi
if [ -n "$mhz" ]; then
	remember "clock:$gpu" ''
	smi -i "$gpu" -lgc "$mhz,$mhz" || fail "nvidia-smi does not lock $mhz MHz; --undo leaves GPU $gpu as it was"
fi
