#!/bin/sh
# SPDX-License-Identifier: MIT
#
# gen_man.sh AISP - aisp(1) on stdout, from the --help of AISP and its commands.
set -eu
dir=$(dirname "$0")
version=$("$1" --version)
# The page of one version is the same whenever it is made.
date=$(date -u -d "@${SOURCE_DATE_EPOCH:-$(stat -c %Y "$dir/../VERSION")}" +%F)
printf '.TH AISP 1 "%s" "%s" "User Commands"\n' "$date" "$version"
cat <<'E2'
.SH NAME
aisp \- performance laboratory whose speedups can be trusted
.SH SYNOPSIS
.B aisp
.I COMMAND
.RI [ OPTION ...]
.SH DESCRIPTION
Runs pairs of programs that compute the same thing, proves that both computed the
right answer inside the timed run, and says with a confidence interval how much
faster one is and how far it stays from the limit of the hardware.
.PP
Every command takes
.BR \-\-help ,
.B \-\-usage
and
.BR \-\-version .
.SH COMMANDS
E2
"$dir/help_table.sh" "$1" | awk -F '\t' '
function roff(s)
{
	gsub(/\\/, "\\e", s)
	gsub(/-/, "\\-", s)
	sub(/^[.\047]/, "\\\\\\&&", s)
	return s
}
$1 == "command" {
	print ".SS \"aisp " roff($2) "\""
	print roff(toupper(substr($3, 1, 1)) substr($3, 2)) "."
	pending = 0
}
$1 == "usage" { print ".PP\n.B " roff($3); pending = 1 }
$1 == "group" { print ".PP\n" roff($3) }
$1 == "option" && $3 ~ /--(help|usage|version)$/ { next }
$1 == "option" {
	spelling = roff($3)
	gsub(/[|]/, "|\\:", spelling) # a line may break there
	print ".TP\n.B " spelling "\n" roff($4)
	pending = 1
}
$1 == "text" && $3 == "" { pending = 1 }
$1 == "text" && $3 != "" {
	if (pending)
		print ".PP"
	pending = 0
	print roff($3)
}'
cat <<'E2'
.SH EXIT STATUS
.TP
.B 0
Fine.
.TP
.B 1
A regression.
.TP
.B 2
Wrong usage.
.TP
.B 3
A result is invalid: a check failed.
.TP
.B 4
The harness itself failed.
.TP
.B 5
Inconclusive within the budget.
.TP
.B 77
Everything was skipped.
E2
