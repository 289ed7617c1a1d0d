#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The command that a lesson gives for an exercise rejects the exercise as it lies there,
# with a word about what is wrong, and accepts the answer in tests/exercises_done;
# numbers are judged alike (tools/answer.pl).
# RUN: test-all parallel first
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh

for dir in exercises/*/; do
	gives 3 '^WRONG .* elements out of bounds$' "$dir is not done yet" ./aisp bench verify --targets "$dir"
	passes "$dir: a right answer" ./aisp bench verify --targets "tests/exercises_done/$(basename "$dir")"
done
while read -r lesson number right wrong; do
	gives 0 '^right: ' "$lesson $number: $right" tools/answer.pl "$lesson" "$number" "$right"
	gives 1 '^not yet: ' "$lesson $number: $wrong" tools/answer.pl "$lesson" "$number" "$wrong"
done < tests/exercises_done/numbers.txt
gives 2 'ch77 has no question 1' 'a question that is none' tools/answer.pl ch77 1 2
gives 2 'is no number' 'an answer that is none' tools/answer.pl ch01 1 much

# Each exercise of a lesson can be checked, and each that can be checked is one of a lesson.
asked()
{
	grep -ho '`tools/answer.pl [a-z0-9/]* [0-9] VALUE`' chapters/*/README.md labs/*/README.md |
		tr -d '\140' | cut -d' ' -f2,3
	grep -ho '`./aisp bench verify --targets exercises/[a-z0-9_]*`' chapters/*/README.md | tr -d '\140' | cut -d' ' -f5
}
checked()
{
	cut -d' ' -f1,2 tests/exercises_done/numbers.txt
	ls -d exercises/*
}
same()
{
	asked | sort > "$scratch/asked"
	checked | sort | diff "$scratch/asked" -
}
passes 'what lessons ask and what can be checked agree' same
finish
