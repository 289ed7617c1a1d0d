#!/bin/sh
# SPDX-License-Identifier: MIT
#
# aisp bench report: a saved run again, in every format; damaged ones are named.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
aisp=$PWD/aisp
cd "$scratch" || exit 1

run=artifacts/20261121T000000Z_h
mkdir -p $run
cat > $run/results.json <<'JSON'
{ "schema": 1, "run": { "id": "x", "grade": "C", "grade_why": ["a hypervisor"],
    "command": ["aisp bench run", "my dir:t*"] },
  "arms": [
    { "variant": "baseline_t", "device": "cpu", "class": "naive", "median_ns": 4000,
      "launches": [] },
    { "variant": "optimized_t", "device": "cpu", "class": "optimized", "median_ns": 1000,
      "sol": { "fraction": 0.5, "roof": "DRAM" }, "launches": [] } ],
  "results": [ { "target": "my \"dir\":t@cpu", "workload": "t", "params": { "n": 4 },
    "distribution": "uniform", "baseline": 0, "optimized": 1, "status": "measured",
    "comparison": { "verdict": "FASTER", "speedup": 4, "speedup_ci": [3.9, 4.1],
      "confidence": 0.989, "n_pairs": 10 }, "ledger": [] } ] }
JSON
echo '{ "schema": 2, "host": "box" }' > $run/manifest.json
gives 2 "$run/manifest.json: schema 2, but this aisp reads schema 1" 'a manifest of another schema' \
	"$aisp" bench report $run
echo '[]' > $run/manifest.json
gives 2 "$run/manifest.json: is no object" 'or one that is something else' "$aisp" bench report $run
rm $run/manifest.json
gives 2 "read $run/manifest.json: No such file" 'or none' "$aisp" bench report $run
echo '{ "schema": 1, "host": "box" }' > $run/manifest.json

gives 0 '^my "dir":t@cpu  FASTER   4.000x \[3.900, 4.100\]  naive  4.000 us  1.000 us  50.0 % of DRAM$' \
	'a table' "$aisp" bench report $run
mkdir artifacts/other
cp $run/manifest.json artifacts/other
# NS PAIRS CI: the same, of a baseline whose launches take as long in the median.
few()
{
	sed "s/\"median_ns\": 4000/\"median_ns\": $1/; s/\"n_pairs\": 10/\"n_pairs\": $2/
		s/\[3.9, 4.1\]/$3/" $run/results.json > artifacts/other/results.json
	"$aisp" bench report artifacts/other
}
unlike='^ratio of my "dir":t@cpu: of 1 pair of undisturbed launches that ran one after the other; the times'
gives 0 "$unlike are medians of each side's .* whose ratio is 0.5x: some launches took longer than others, as" 'times that contradict the ratio' few 500 1 '[null, null]'
gives 0 'of 3 pairs' 'in spite of its interval' few 500 3 '[0.6, 9]'
passes 'which need not include them' test -z "$(few 500 3 '[0.4, 9]' | grep '^ratio of')"
gives 0 'whose ratio is 3x' 'or contradict it on its own side' few 3000 10 '[3.9, 4.1]'
gives 0 'whose ratio is 4.25x' 'or from above' few 4250 10 '[3.9, 4.1]'
passes 'nor is it said of times that agree' test -z "$(few 3800 10 '[3.9, 4.1]' | grep '^ratio of')"
rm -r artifacts/other
gives 0 "^run folder: $PWD/$run\$" 'names the folder' "$aisp" bench report
gives 0 '^"my ""dir"":t@cpu",n=4,uniform,measured,FASTER,4,3.9,4.1,0.989,10,4000,1000,' 'csv' \
	"$aisp" bench report 20261121T000000Z_h --format csv
gives 0 '^| my "dir":t@cpu | FASTER |' 'markdown' "$aisp" bench report -f md latest
gives 0 "^<!DOCTYPE html>" "html" "$aisp" bench report -f html
gives 0 "^  build\$" "details" "$aisp" bench report -f details
gives 0 "^  command     aisp bench run 'my dir:t\*'$" 'with the command, as a shell reads it back' \
	"$aisp" bench report -f details
gives 0 "^<svg xmlns=" "roofline as SVG" "$aisp" roofline --format svg
gives 0 "^no valid result to draw" "roofline of a run without rates" "$aisp" roofline
gives 0 "^\[\]" "roofline as JSON" "$aisp" roofline $run --json
gives 2 "no format .png.: text, svg or json" "roofline as nothing known" "$aisp" roofline -f png
gives 2 "one run at a time" "two runs" "$aisp" roofline a b
gives 2 "no run folder nothing" "roofline of an unknown run" "$aisp" roofline nothing
gives 4 "nowhere/x" "a roofline that cannot be written" "$aisp" roofline -o nowhere/x
# A terminal of 40 columns.
narrow()
{
	script -qec "stty cols 40; TERM=xterm $aisp bench report" "$scratch/tty" > /dev/null &&
		sed 's/\x1b\[[0-9;]*m//g; s/\r//' "$scratch/tty" | grep -v '^Script\|^run folder\|/' |
		awk 'length > 40 { print; bad = 1 } END { exit bad }' &&
		grep -q "$(printf '\033')\[32mFASTER" "$scratch/tty"
}
if command -v script >/dev/null; then
	passes 'fits a narrow terminal, in colours' narrow
	plain() { NO_COLOR=$1 script -qec "TERM=xterm $aisp bench report" /dev/null | grep "$(printf '\033')\[32m"; }
	gives 1 '(exit status 1)' 'NO_COLOR: none' plain 1
	gives 0 FASTER 'not if it is empty' plain ''
fi
to_file()
{
	"$aisp" bench report --format json --output "$scratch/out" &&
		[ "$(jq -S . "$scratch/out")" = "$(jq -S . $run/results.json)" ]
}
if command -v jq >/dev/null; then
	passes '--output, and JSON is the document' to_file
fi
gives 4 'nowhere/x' 'an output that cannot be written' "$aisp" bench report -o nowhere/x
if [ -c /dev/full ]; then
	for format in html details md; do
		gives 4 "/dev/full" "$format on a full disk" "$aisp" bench report -f $format -o /dev/full
	done
	gives 4 "/dev/full" "a roofline on a full disk" "$aisp" roofline -o /dev/full
	gives 4 '/dev/full' 'a full disk' "$aisp" bench report -o /dev/full
fi
gives 2 "no format 'xls'" 'an unknown format' "$aisp" bench report -f xls
gives 2 'no run folder nothing' 'an unknown run' "$aisp" bench report nothing
gives 2 '^aisp: no run folder /nothing$' 'is sought in one place, if it is a path' "$aisp" bench report /nothing
gives 2 '/dev/null is a file; a run is a folder' 'a file' "$aisp" bench report /dev/null
as_nobody="setpriv --reuid 65534 --regid 65534 --clear-groups"
if $as_nobody test -x "$aisp" 2> /dev/null; then
	chmod 755 "$scratch"
	mkdir -m 700 "$scratch/closed"
	gives 2 'read /.*/closed/results.json: Permission denied' 'a folder that is closed' \
		$as_nobody "$aisp" bench report "$scratch/closed"
fi
gives 2 'name of the run folder is empty' 'no name' "$aisp" bench report ''
head -c 300 $run/results.json > half && mv half $run/results.json
gives 2 'results.json is damaged (line ' 'a damaged run' "$aisp" bench report $run
gives 2 "results.json is damaged" "roofline of a damaged run" "$aisp" roofline $run
# A reader of a FIFO would wait for ever.
rm $run/results.json && mkfifo $run/results.json
gives 2 'results.json is not a regular file' 'a FIFO' timeout 20 "$aisp" bench report $run
gives 2 'results.json is not a regular file' 'recheck of one' timeout 20 "$aisp" bench recheck $run
finish
