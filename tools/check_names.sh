#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_names.sh [ARCHIVE...] - no basename twice in src/, no exported symbol of
# an archive without our prefix, no function that this project does without.
set -eu

# Each program has its main.c; files of a check carry their category's folder.
duplicates()
{
	find src -name '*.[ch]' ! -path 'src/checks/*/*' ! -name main.c | sed 's|.*/||' | sort | uniq -d |
		sed 's|$|: a basename used twice in src/|'
}

foreign_symbols()
{
	for archive; do
		nm -g --defined-only "$archive" 2>/dev/null |
			awk -v a="$archive" 'NF == 3 && $3 !~ /^aisp_/ { print a ": " $3 " lacks the prefix aisp_" }'
	done
}

# What each invites: overflow (strcpy strcat sprintf vsprintf gets), hidden state
# (strtok gmtime localtime rand srand), silent failure (atoi atol atof), a shell
# (system popen), CPU time taken for wall time (clock).
banned='strcpy|strcat|sprintf|vsprintf|gets|strtok|gmtime|localtime|rand|srand|atoi|atol|atof|system|popen|clock'
banned_calls()
{
	find src include chapters labs exercises tests -name '*.[ch]' -o -name '*.cu' 2>/dev/null | sort |
		xargs -r grep -lE "(^|[^A-Za-z0-9_>.])($banned)[[:space:]]*\(" | while read -r file; do
		# The preprocessor drops comments and keeps lines.
		gcc -fpreprocessed -E -x c "$file" 2>/dev/null | awk -v file="$file" -v banned="$banned" '
		/^# [0-9]+ "/ { line = $2; next }
		{
			gsub(/"([^"\\]|\\.)*"/, "\"\"")
			if (match(" " $0, "[^A-Za-z0-9_>.](" banned ")[ \t]*\\("))
				print file ":" line ": banned: " substr(" " $0, RSTART + 1, RLENGTH - 2) "()"
			line++
		}'
	done
}

{
	duplicates
	foreign_symbols "$@"
	banned_calls
} | { if grep .; then exit 1; fi; }
