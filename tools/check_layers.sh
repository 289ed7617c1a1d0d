#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_layers.sh - who may include whom, and that src/cli alone prints and exits.  A folder may include what stands
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
src/device:aisp base machine probes worker/protocol.h
src/machine:aisp base probes
src/profile:aisp base machine probes
src/worker:aisp base device kernel probes
src/mpihost:
src/compile:aisp base kernel machine store
src/kernel:aisp base
src/decide:aisp base checks device machine probes run worker/protocol.h
src/judge:aisp base compile decide device kernel probes checks machine run store worker/protocol.h
src/run:aisp base
src/size:aisp base report/embed.h
src/store:aisp base run
src/tune:aisp base kernel run
src/report:aisp base device run
src/dashboard:aisp base run store report
src/cuda/judge:aisp base device worker/protocol.h
src/cuda/worker:aisp base worker
src/cuda/kernel:aisp base kernel worker
src/cuda/peak:aisp base machine
src/cuda/trace:aisp base probes
src/collective:aisp base device judge machine report run
src/command:aisp base decide machine probes report
src/prove:aisp base decide device judge machine report run store
src/profiling:aisp base decide device judge kernel machine probes profile report store
src/show:aisp base compile decide device judge report
src/triage:aisp base decide judge machine profile report store
src/tuning:aisp base run store tune
src/cli:aisp base collective command compile decide device probes checks machine profile judge run size store report dashboard prove profiling show triage tune tuning
'
layers='aisp base kernel probes machine device profile checks worker mpihost collective command compile decide judge run size store report dashboard prove profiling show triage tune tuning cli'

# FILE:LINE: PATH of each include that names one of our folders or leaves its own.
includes()
{
	find "$1" -name '*.[ch]' -o -name '*.cu' | sort | while read -r file; do
		sed -n 's/^[ \t]*#[ \t]*include[ \t]*\([<"][^>"]*\)[>"].*/\1/; t show; b; : show; =; p' \
			"$file" | paste - - | sed "s|^|$file |"
	done
}

# What writes to the standard streams or ends the process, but for _exit() in a child.
speakers()
{
	find src -name '*.[ch]' ! -path 'src/cli/*' | sort | xargs -r awk '
	/^[ \t]*(\/\*|\*)/ { next }
	{
		gsub(/"([^"\\]|\\.)*"/, "")
		if (match(" " $0, /[^A-Za-z0-9_](stdout|stderr|printf[ \t]*\(|puts[ \t]*\(|putchar[ \t]*\(|perror[ \t]*\(|exit[ \t]*\()/))
			print FILENAME ":" FNR ": only src/cli may print or exit"
	}'
}

# Documents of a run are written in few places; src/run alone reads them.
writers()
{
	grep -nHE 'json_pack|json_object_set' src/judge/*.c 2>/dev/null |
		grep -vE '^src/judge/(document|record|record_[a-z]+|group_checkpoint|journal_launch|recheck)\.c:' |
		sed 's/^\([^:]*:[0-9]*\):.*/\1: src\/judge packs JSON in document.c and record*.c only/'
}

# Only src/run reads a run's document.  Other files that take JSON apart read another
# kind of document, compare documents as such, or pass a run's on unchanged.
readers()
{
	others=$(tr -s ' \t\n' '|' <<-'END'
	base/field (machine|profile|profiling|show|triage|tune|tuning)/[a-z_]+
	prove/prove_json prove/prove_document
	report/expect_text report/proof cli/gate cli/target_filter
	cli/claim_judge cli/cmd_claims cli/cmd_checks_list cli/cmd_show cli/cmd_triage cli/cmd_reset_gpu cli/resume
	store/journal store/journal_check store/journal_compare store/checkpoint store/history_read
	judge/group_checkpoint judge/journal_launch judge/recheck judge/suite
	cli/bench_run_save cli/cmd_bench_recheck
	report/json report/html_data report/export_nvbench
	END
	)
	grep -rnHE --include='*.[ch]' \
		'json_(unpack(_ex)?|(object|array)_(get|foreach|iter[a-z_]*)|[a-z]+_value)\(|aisp_(field|element)_[a-z]+\(' \
		src 2>/dev/null |
		grep -vE "^src/(${others}run/[a-z_]+)\.[ch]:" |
		sed 's/^\([^:]*:[0-9]*\):.*/\1: src\/run reads a run; take it from run\/model.h/'
}

{
speakers
writers
readers
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
done
} | { if grep .; then exit 1; fi; }
