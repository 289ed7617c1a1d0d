#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The command that a lesson gives for an exercise rejects the exercise as it lies there,
# with a word about what is wrong, accepts the answer in tests/exercises_done, and rejects
# those of tests/exercises_done/near.txt, which are nearly right; numbers are judged alike
# (tools/answer.pl).  No exercise needs a GPU.
# RUN: test-all parallel first
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh

for dir in exercises/*/; do
	gives 3 '^WRONG .*\( elements compared are out of bounds\|Invalid argument)\)$' "$dir is not done yet" ./aisp bench verify --targets "$dir"
	passes "$dir: a right answer" ./aisp bench verify --targets "tests/exercises_done/$(basename "$dir")"
done
# Answers that a reader may well give, and that are wrong or not what was asked.
near() # EXERCISE CHANGE
{
	dir=$scratch/near/$1
	rm -rf "$dir" && mkdir -p "$scratch/near" && cp -rL "tests/exercises_done/$1" "$dir" &&
		sed -i "$2" "$dir"/optimized_*.c && ! cmp -s "$dir"/optimized_*.c "tests/exercises_done/$1"/optimized_*.c &&
		./aisp bench verify --targets "$dir"
}
while read -r name change; do
	gives 3 '^WRONG ' "$name, nearly: $change" near "$name" "$change"
done < tests/exercises_done/near.txt
all_near()
{
	cut -d' ' -f1 tests/exercises_done/near.txt | uniq | diff - "$scratch/names"
}
ls exercises > "$scratch/names"
passes 'each exercise rejects one' all_near
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
no_gpu()
{
	! find exercises -name '*.cu' | grep .
}
passes 'none needs a GPU' no_gpu
passes 'what lessons ask and what can be checked agree' same
finish
