#!/bin/sh
# SPDX-License-Identifier: MIT
#
# help_table.sh AISP - the commands' own --help as lines of fields, separated by
# tabs, for gen_man.sh and gen_completion.sh:
#     command NAME SUMMARY
#     usage   NAME SYNOPSIS
#     text    NAME A LINE OF PROSE (empty between paragraphs)
#     group   NAME HEADING
#     option  NAME SPELLING HELP
set -eu
aisp=$1
tab=$(printf '\t')
# One line for each option, whatever its length.
export ARGP_HELP_FMT=rmargin=9999,opt-doc-col=150,no-dup-args-note

"$aisp" --help | awk '/^Commands:/ { on = 1; next } on && !NF { exit }
	on { name = substr($0, 3, 20); sub(/ *$/, "", name); print name "\t" substr($0, 24) }' |
while IFS=$tab read -r name summary; do
	printf 'command\t%s\t%s\n' "$name" "$summary"
	# shellcheck disable=SC2086 # a command of two words
	"$aisp" $name --help </dev/null | awk -v name="$name" '
	BEGIN { OFS = "\t" }
	/^Usage: / || /^  or: / {
		sub(/^(Usage| *or): */, "")
		print "usage", name, $0
		next
	}
	/^ +-/ {
		sub(/^ +/, "")
		at = match($0, /   *[^ ]/)
		spelling = at ? substr($0, 1, at - 1) : $0
		help = at ? substr($0, at) : ""
		sub(/^ +/, "", help)
		print "option", name, spelling, help
		next
	}
	/^ [^ ].*:$/ {
		print "group", name, substr($0, 2)
		next
	}
	{ print "text", name, $0 }'
done
