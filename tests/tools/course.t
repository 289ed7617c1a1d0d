#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The lessons' listings, pictures and index are those of the sources, and each lesson
# has all its parts; a change of a source, or a part that is gone, is found.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh

passes 'listings: else run tools/fill_code.pl' tools/fill_code.pl --check
passes 'pictures: else run tools/draw_lessons.pl' tools/draw_lessons.pl --check
passes 'docs/course.md: else run tools/gen_course.pl' tools/gen_course.pl --check
passes 'links of exercises: else run tools/link_exercises.pl' tools/link_exercises.pl --check
passes 'costs of a server: else run tools/serving_costs.pl' tools/serving_costs.pl --check
complete()
{
	! grep '^- Not there yet' docs/course.md
}
passes 'no lesson lacks a part' complete
titles() # "# Chapter 7: words" or "# Lab: words"
{
	! head -qn 1 chapters/*/README.md labs/*/README.md | grep -Ev '^# (Chapter [0-9]+|Lab): ([a-z]|CUDA)'
}
passes 'one form of title' titles
well_formed()
{
	xmllint --noout chapters/*/*.svg labs/*/*.svg
}
passes 'pictures are XML' well_formed
begun() # FILE...: a comment that begins a line ends the paragraph, and takes the rest of its line with it
{
	! grep -nE '^<!--.*-->[[:blank:]]*[^[:blank:]]' "$@"
}
passes 'no line of prose begins with a comment' begun chapters/*/README.md labs/*/README.md docs/*.md README.md
figures() # how many pictures and listings there are at least
{
	[ "$(grep -hc '^!\[.*\](idea.svg)$' chapters/*/README.md labs/*/README.md | grep -c 1)" -ge 16 ] &&
		[ "$(grep -hc '^<!-- code: ' chapters/*/README.md labs/*/README.md | grep -vc 0)" -ge 16 ]
}
passes 'all have a picture and a listing' figures
shown() # a picture of shares is on its page, under a heading that says what it is
{
	for picture in chapters/*/measured.svg labs/*/measured.svg; do
		grep -A2 '^## Shares of the limit in one picture$' "${picture%/*}/README.md" | grep -q '](measured.svg)$' ||
			echo "$picture is not shown"
	done | { ! grep .; }
}
passes 'pictures of shares are shown' shown
links() # between lessons and to pictures
{
	for page in chapters/*/README.md labs/*/README.md docs/course.md docs/glossary.md; do
		grep -o '](\([^):#]*\))' "$page" | tr -d '()]' | while read -r path; do
			[ -e "$(dirname "$page")/$path" ] || echo "$page: $path is not there"
		done
	done | { ! grep .; }
}
passes 'links lead somewhere' links

profiles() # CHAPTERS: each walk through a profile is about targets that are there
{
	grep -Ho '^\./aisp profile .*' "$1"/ch*/README.md | tr ':@' '  ' | while read -r page _ _ chapter name device; do
		case $device in cpu) suffix=c ;; *) suffix=cu ;; esac
		ls "$1/$chapter"_*/optimized_"$name.$suffix" > "$scratch/file" && [ "$(dirname "$page")" = "$(dirname "$(cat "$scratch/file")")" ] ||
			echo "$page: no $chapter:$name@$device"
	done 2>&1 | { ! grep .; }
}
passes 'walks through profiles name targets' profiles chapters

printed_lines() # LESSON...: each line of a source that a printed profile names is there
{
	for page; do
		grep '^  lines  ' "$page" | grep -o '[a-z0-9_]*\.[ch]:[0-9]*' | tr : ' ' | while read -r file line; do
			[ -f "${page%/*}/$file" ] || { [ -f "include/aisp/$file" ] && continue; }
			[ "$(wc -l < "${page%/*}/$file")" -ge "$line" ] || echo "$page: no line $line in $file"
		done
	done 2>&1 | { ! grep .; }
}
passes 'lines of printed profiles are there' printed_lines chapters/*/README.md
gives 1 'no line 9 in short.c' 'a printed line of a shorter file' printed_lines \
	"$(mkdir -p "$scratch/l"; echo one > "$scratch/l/short.c"; echo '  lines       short.c:9 46 %' > "$scratch/l/README.md"; echo "$scratch/l/README.md")"

# A copy in which something changes.
tree=$scratch/tree
mkdir -p "$tree/src/report/web"
cp -r chapters labs exercises expectations docs "$tree"
cp src/report/web/theme.css "$tree/src/report/web"
here=$PWD
after() # TOOL COMMAND...
{
	tool=$here/tools/$1
	shift
	cd "$tree" && "$@" && "$tool" --check
}
in_course()
{
	cd "$tree" && sed -i '/Question/,/^$/d' chapters/ch07*/README.md && "$here/tools/gen_course.pl" && grep -A8 'Chapter 7' docs/course.md
}
passes 'the copy is in step' after fill_code.pl true
gives 1 'ch07_memory_access/README.md is out of date' 'a line of a source changes' \
	after fill_code.pl sed -i 's/a\[i \* cols + j\]/a[j + i * cols]/' chapters/ch07_memory_access/optimized_transpose_tiled.c
gives 2 'has no dot' 'a function is gone' \
	after fill_code.pl sed -i 's/\bdot\b/inner/' chapters/ch08_occupancy/optimized_accumulators.c
gives 1 'ch11_streams/idea.svg is out of date' 'a constant changes' \
	after draw_lessons.pl sed -i 's/define CHUNKS  16/define CHUNKS  8/' chapters/ch11_streams/optimized_pipeline.cu
gives 1 'ch12_graphs/idea.svg is out of date' 'an expectation changes' \
	after draw_lessons.pl sed -i 's/^time .*/time 500000 ns 1 1 1 1/' expectations/h200/ch12/steps_graph@cuda.txt
gives 1 'exercises/ch08_accumulators/: dots_accumulators.h' 'a link of an exercise is gone' \
	after link_exercises.pl rm exercises/ch08_accumulators/dots_accumulators.h
gives 1 'no ch08:accumulated@cpu' 'a walk through a profile of nothing' \
	profiles "$(mkdir -p "$scratch/p/ch08_x"; echo './aisp profile ch08:accumulated@cpu' > "$scratch/p/ch08_x/README.md"; echo "$scratch/p")"
gives 1 'y.md:2:<!-- claim' 'prose that begins with a comment' \
	begun /dev/null "$(printf 'x\n<!-- claim: a --> z\n' > "$scratch/y.md"; echo "$scratch/y.md")"
gives 0 'Not there yet: question' 'a lesson that lacks something says so' in_course
finish
