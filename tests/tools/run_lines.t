#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Every test belongs to `make test` or `make test-all`, by what its RUN: line says;
# words that list_tests.sh does not know are found.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
tool=$PWD/tools/list_tests.sh

all()
{
	ls tests/*.t tests/*/*.t
}
none_is_lost()
{
	all | sort > "$scratch/all"
	{ "$tool" test; "$tool" test-all; } | sort -u | diff "$scratch/all" -
}
only_known_words()
{
	# shellcheck disable=SC2046 # a list of files
	! grep -h '^# RUN:' $(all) | sed 's/^# RUN: //' | tr ' ' '\n' | grep -vx 'parallel\|test-all\|longer\|first'
}
one_line_each()
{
	# shellcheck disable=SC2046
	! grep -c '^# RUN:' $(all) | grep -v ':[01]$'
}
passes 'every test is run' none_is_lost
passes 'the words are known' only_known_words
passes 'and stand in one line' one_line_each
can_all_be_run()
{
	all | while read -r file; do [ -x "$file" ] || { echo "$file: chmod +x"; false; } || exit 1; done
}
passes 'prove can run each' can_all_be_run

# FILE WORDS LIST: does the list hold a test that says these words?
planted()
{
	mkdir -p "$scratch/tree/tests/x" && cd "$scratch/tree" || return 125
	printf '#!/bin/sh\n# x\n%s\n' "$1" > tests/x/x.t
	"$tool" "$2" build/unit/u
}
lists()
{
	gives 0 '[^ ]*tests/x/x.t$' "'$1': $2" planted "$1" "$2"
}
lists_not()
{
	lacking() { ! planted "$1" "$2" | grep tests/x; }
	passes "'$1': not $2" lacking "$1" "$2"
}
lists '' test
lists_not '' test-all
lists_not '' rules
lists '# RUN: parallel' test
lists '# RUN: parallel' rules
lists_not '# RUN: test-all' test
lists '# RUN: test-all' test-all
lists '# RUN: longer' test
lists '# RUN: longer' test-all
begins()
{
	planted '# RUN: parallel' "$1" >/dev/null && cp tests/x/x.t tests/x/a.t
	printf '#!/bin/sh\n# RUN: parallel first\n' > tests/x/z.t
	"$tool" "$1" build/unit/u | grep -m 1 -e tests -e unit
}
gives 0 'tests/x/z.t$' 'a long test starts first' begins rules
gives 0 'tests/x/z.t$' 'and is listed first' begins test
gives 0 '      - build/unit/u$' 'unit tests run side by side' planted '' rules
finish
