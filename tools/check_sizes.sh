#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_sizes.sh - no function above 80 lines, no header above 200, no source of src
# above 400, no other above 500, no Makefile above 250.  clang-format puts the braces of a
# function in the first column, which is how this finds one.
set -eu
{
	find src include chapters labs exercises tests -name '*.[ch]' -o -name "*.cu" 2>/dev/null || true
	echo Makefile
} | sort | xargs awk '
	function close_file(max)
	{
		max = last == "Makefile" ? 250 : last ~ /\.h$/ ? 200 : last ~ /^src\// ? 400 : 500
		if (lines > max)
			print last ": " lines " lines, at most " max
	}
	FNR == 1 { close_file(); last = FILENAME; start = 0 }
	{ lines = FNR }
	/^[A-Za-z_].*\(/ { name = $0; sub(/\(.*/, "", name); sub(/.*[ *]/, "", name) }
	/^{/ { start = FNR }
	/^}/ && start {
		n = FNR - start + 1
		if (n > 80)
			print FILENAME ":" start ": " name "() has " n " lines, at most 80"
		start = 0
	}
	END { close_file() }' | { if grep .; then exit 1; fi; }
