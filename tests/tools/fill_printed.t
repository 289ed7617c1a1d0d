#!/bin/sh
# SPDX-License-Identifier: MIT
#
# What README.md shows of a command is what the command prints.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
tool=$PWD/tools/fill_printed.pl

page() # COMMAND
{
	printf '%s\n' before "<!-- printed by: $1 -->" '```text' old older '```' after '```text' other '```' > "$scratch/page.md"
}
filled() # COMMAND
{
	page "$1"
	"$tool" "$scratch/page.md"
	status=$?
	tr '\n' '|' < "$scratch/page.md"
	return $status
}
fence='```'
gives 0 "^before|<!-- printed by: echo new; echo newer -->|${fence}text|new|newer|$fence|after|${fence}text|other|$fence|" \
	'the block behind the command is replaced, and no other' filled 'echo new; echo newer'
twice()
{
	page 'echo one' && page=$(cat "$scratch/page.md") && page 'echo two' && echo "$page" >> "$scratch/page.md"
	"$tool" "$scratch/page.md" && grep -cx 'one\|two' "$scratch/page.md"
}
gives 0 '^2$' 'so is a second one, by its own command' twice
gives 1 '`echo x; false` exits with 1; nothing was filled' 'a command that fails' filled 'echo x; false'
gives 1 '|old|older|' 'leaves the page as it was' filled 'echo x; false'
gives 1 'ran on uncommitted changes' 'so does what nobody could build again' \
	filled 'echo commit 0 with uncommitted changes'
none()
{
	echo text > "$scratch/page.md" && "$tool" "$scratch/page.md"
}
gives 1 'has no line .<!-- printed by' 'a page without such a place' none
passes 'README.md has one' grep -q '^<!-- printed by: ./aisp bench run ' README.md
passes 'docs/quick_start.md has two' [ "$(grep -c '^<!-- printed by: ' docs/quick_start.md)" = 2 ]
finish
