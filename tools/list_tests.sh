#!/bin/sh
# SPDX-License-Identifier: MIT
#
# list_tests.sh test|test-all|rules - which tests a make target runs, and for prove
# which may run side by side.  A test file says it itself, in a comment `# RUN: WORDS`:
#     parallel   no figure that it measures counts; it may run beside others
#     test-all   it takes long and is left to `make test-all`
#     longer     `make test-all` runs it again, on more, with TEST_ALL=1 set
#     first      it is among the longest, and starts before others of its kind
# One without such a line runs in `make test`, alone.  Programs named after `rules`
# are unit tests, which measure nothing.
set -eu
mode=$1
shift

words()
{
	sed -n '/^# RUN: /{s/^# RUN: //p;q;}' "$1"
}

# Does test $1 belong to the list $mode?
is_listed()
{
	case $mode:$(words "$1") in
	test:*test-all*) return 1 ;;
	test:* | test-all:*test-all* | test-all:*longer* | rules:*parallel*) return 0 ;;
	*) return 1 ;;
	esac
}

# The longest of all files, then the others, by name.
in_order()
{
	grep -l '^# RUN: .*first' "$@" || true
	grep -L '^# RUN: .*first' "$@" || true
}

[ "$mode" != rules ] || printf -- '---\nseq:\n  - par:\n'
for file in $(in_order tests/*.t tests/*/*.t) "$@"; do
	case $file in
	*.t) is_listed "$file" || continue ;;
	esac
	if [ "$mode" = rules ]; then
		printf '      - %s\n' "$file"
	else
		echo "$file"
	fi
done
[ "$mode" != rules ] || echo "  - seq: '**'"
