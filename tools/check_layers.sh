#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_layers.sh - who may include whom.  A folder may include what stands
# behind its colon and its own files; "aisp" is include/aisp.  protocol.h is what
# the judge and the worker both believe, and all that the judge knows of it.  Labs
# build on the headers of chapters; * is one chapter.
set -eu
rules='
include/aisp:aisp
chapters:aisp
labs:aisp ../../chapters/*/
tests/exploits:aisp ../fixtures/
src/base:aisp base
src/checks:aisp base
src/probes:aisp base
src/device:aisp base worker/protocol.h
src/machine:aisp base device probes
src/profile:aisp base machine probes
src/worker:aisp base device probes
src/compile:aisp base machine store
src/judge:aisp base compile device probes checks machine store worker/protocol.h
src/store:aisp base
src/report:aisp base
src/dashboard:aisp base store report
src/cuda/judge:aisp base device worker/protocol.h
src/cuda/worker:aisp base worker
src/cuda/peak:aisp base machine
src/cuda/trace:aisp base probes
src/cli:aisp base compile device probes checks machine profile judge store report dashboard
'
layers='aisp base device probes machine profile checks worker compile judge store report dashboard cli'

# FILE:LINE: PATH of each include that names one of our folders or leaves its own.
includes()
{
	find "$1" -name '*.[ch]' -o -name '*.cu' | sort | while read -r file; do
		sed -n 's/^[ \t]*#[ \t]*include[ \t]*\([<"][^>"]*\)[>"].*/\1/; t show; b; : show; =; p' \
			"$file" | paste - - | sed "s|^|$file |"
	done
}

echo "$rules" | grep : | while IFS=: read -r dir may; do
	[ -d "$dir" ] || continue
	includes "$dir" | awk -v dir="$dir" -v may="$may" -v layers="$layers" '
	BEGIN {
		split(layers, l, " ")
		for (i in l)
			ours[l[i]] = 1
		split(may, m, " ")
		for (i in m)
			allowed[m[i]] = 1
		own = dir
		sub(/.*\//, "", own)
		allowed[own] = 1
	}
	{
		path = substr($3, 2)
		n = split(path, part, "/")
		folder = path
		sub(/[^\/]*$/, "", folder)
		sub(/\/chapters\/[^\/.]+\//, "/chapters/*/", folder)
		if (path in allowed || (folder in allowed && path ~ /\.(h|cuh)$/))
			next
		if (path ~ /(^|\/)\.\.\// || path ~ /^\// ||
		    (n > 1 && part[1] in ours && !(part[1] in allowed)))
			print $1 ":" $2 ": " dir " may not include " path
	}'
done | { if grep .; then exit 1; fi; }
