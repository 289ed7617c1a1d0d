# SPDX-License-Identifier: MIT
# shellcheck shell=sh
#
# journal.sh - what numa.sh, irq.sh, mig.sh and power.sh share: --dry-run, --undo, and a journal of
# the values that were there before, of which --undo restores each, the latest first.  The
# first value found is kept however often a script runs; a restart of the machine restores
# them as well.  $TUNE_ROOT stands before /proc, /sys and /run: for tests.

root=${TUNE_ROOT-}
is_dry='' is_undo=''
script=$(basename "$0" .sh)
journal=$root/run/aisp-tune/$script

fail()
{
	echo "$0: $*" >&2
	exit 1
}

# The options that all have; others are the script's.
common_option()
{
	case $1 in
	-n | --dry-run) is_dry=1 ;;
	--undo) is_undo=1 ;;
	-h | --help)
		sed -n '/^# Usage/,/^[^#]/s/^# \{0,1\}//p' "./${0##*/}" # each has gone to its folder
		exit 0
		;;
	-*) fail "there is no option $1; --help shows those that are" ;;
	*) return 1 ;;
	esac
}

# Call it once all options are read: looks for the rights, and carries out --undo.
begin()
{
	[ -n "$is_dry" ] || mkdir -p "$root/run/aisp-tune" 2>/dev/null ||
		fail "needs root; --dry-run shows what it would do without"
	[ -z "$is_undo" ] || { undo; exit; }
}

# put FILE VALUE: writes it below $root, and keeps what was there; 1: the kernel refused.
put()
{
	[ -e "$root$1" ] || return 0
	was=$(cat "$root$1") || fail "cannot read $1"
	[ "$was" = "$2" ] && return
	echo "$1: $was -> $2"
	[ -n "$is_dry" ] && return
	is_known=$(grep -s "^$1	" "$journal")
	[ -n "$is_known" ] || printf '%s\t%s\n' "$1" "$was" >> "$journal"
	write_value "$1" "$2" && return
	[ -n "$is_known" ] || sed -i '$d' "$journal"
	return 1
}

write_value()
{
	{ printf '%s\n' "$2" > "$root$1"; } 2>/dev/null
}

# put_back FILE VALUE: what --undo does with a line of put().
put_back()
{
	echo "$1: -> $2"
	[ -n "$is_dry" ] || write_value "$1" "$2"
}

# Gives each line of the journal to the script's restore(), the latest first.  A line that
# it could not restore stays.
undo()
{
	[ -s "$journal" ] || { echo "$script: nothing to undo"; return; }
	left=$(tac "$journal" | while IFS='	' read -r name was; do
		restore "$name" "$was" >&3 || printf '%s\t%s\n' "$name" "$was"
	done) 3>&1
	[ -n "$is_dry" ] && return
	[ -z "$left" ] && { rm "$journal"; return; }
	echo "$left" | tac > "$journal"
	fail "not restored: $(echo "$left" | cut -f 1 | xargs); --undo tries again"
}
