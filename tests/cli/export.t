#!/bin/sh
# SPDX-License-Identifier: MIT
#
# aisp bench export: each format is what its own reader wants, with the figures of
# results.json in it.  A reader that is not installed is a skip; the figures are
# looked at in any case.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
aisp=$PWD/aisp schema=$PWD/tests/cli/junit.xsd
command -v jq >/dev/null || skip_all 'jq is not installed'
cd "$scratch" || exit 1

# One result of each fate; a name that has to be escaped; a GPU's.
mkdir run
cat > make.jq <<'JQ'
def launch($block; $ns): { block: $block, position: 0, status: "ok", calls_per_sample: 4,
  start_ns: (5e9 + $block * 1e9), spawn_ns: 1000000, wall_ns: 900000000,
  warmup_ns: [$ns], samples_ns: [$ns, $ns / 3], median_ns: $ns,
  sm_mhz: [1965, 1980], evidence: { n_threads_allowed: 2, n_preempted: 3, sm_mhz: 1972.5, n_elems: 7 } };
def arm($name; $device; $ns): { variant: $name, device: $device, class: "naive",
  median_ns: $ns, gb_per_s: (1 / 3), gflop_per_s: 0.1, sol: { fraction: 0.7, roof: "DRAM" },
  launches: [launch(-1; 99), (range(10) | launch(.; $ns + . / 7)),
             (launch(3; 77) | .status = "failed" | .start_ns = 0 | .cause = "a \"cause\"")] };
def result($target; $i; $status; $verdict; $why): { target: $target, workload: "w",
  params: { rows: 61, scale: 0.1 }, distribution: "normal", baseline: $i, optimized: ($i + 1),
  library: null, status: $status, reason: (if $verdict then null else $why end), ledger: [],
  comparison: (if $verdict then { verdict: $verdict, why: $why, speedup: (4 / 3),
    speedup_ci: [1.3, 1.4], confidence: 0.989, n_pairs: 10 } else null end) };
"a \"b\" <&> c\\d,ü中" as $odd |
{ schema: 1, run: { started: "2026-11-21T01:02:03Z", command: ["aisp", $odd], grade: "C" },
  arms: [arm("base"; "cpu"; 4000.123456789012), arm($odd; "cpu"; 3000.1), arm("gb"; "cuda"; 20),
         arm("go"; "cuda"; 10.7)],
  results: [ result("ch07:" + $odd + "@cpu"; 0; "measured"; "FASTER"; null),
    result("ch10:gemm@cuda"; 2; "measured"; "SLOWER"; null),
    (result("ch01:slow@cpu"; 0; "measured"; "SLOWER"; null)
      | .expectation = { state: "REGRESSED", why: "expected 1.5" }),
    result("ch01:bad@cpu"; 0; "measured"; "INVALID"; "stale\u0007\uffff \"output\"\n]]>"),
    result("ch01:dim@cpu"; 0; "measured"; "INCONCLUSIVE"; "too noisy"),
    (result("ch01:none" + "e" * 300 + "@cpu"; 0; "skipped"; null; "no AVX-512") | .tier = "sandboxed"),
    result("ch01:dead@cpu"; 0; "failed"; null; "signal 11") ] }
JQ
jq -n -f make.jq > run/results.json
echo '{ "schema": 1, "host": "a \"box\"", "hardware": { "cpu_model": "CPU, 2 GHz", "cpus_online": 2,
  "caches": [ { "type": "data", "level": 1, "bytes": 49152, "cores_sharing": 1 } ] } }' > run/manifest.json

for format in csv google-benchmark junit nvbench nvbench-csv openmetrics samples trace; do
	passes "$format is written" "$aisp" bench export run -f $format -o out.$format
done

# The Python that has a module: Debian's packages are for Debian's own.
python_with()
{
	for python in python3 /usr/bin/python3; do
		! "$python" -c "import $1" 2>/dev/null || return 0
	done
	return 1
}
# FORMAT JQ: true of the export and of results.json as $r.
holds()
{
	jq -e --slurpfile r run/results.json "\$r[0] as \$r | $2" "out.$1"
}
has()
{
	grep -F -e "$2" "out.$1"
}
lacks()
{
	! grep -F -e "$2" "out.$1"
}

passes 'google-benchmark: launches are repetitions, without the pilot and what failed' \
	holds google-benchmark '[.benchmarks[] | select(.family_index == 0 and .run_type == "iteration")
	| .real_time] == [$r.arms[0].launches[1:11][].median_ns]'
passes 'google-benchmark: the median is the run'\''s' \
	holds google-benchmark '[.benchmarks[] | select(.aggregate_name == "median") | .cpu_time][0:4] ==
	[$r.arms[].median_ns]'
passes 'google-benchmark: names' holds google-benchmark '.benchmarks[11].run_name ==
	$r.results[0].target + "/rows:61/scale:0.1/normal/optimized"'
passes 'google-benchmark: calls and threads' holds google-benchmark \
	'.benchmarks[0] | .iterations == 8 and .threads == 2'
passes 'google-benchmark: what has no figures says why' holds google-benchmark \
	'[.context.aisp_left_out[].error_message] == ["INVALID: stale?\uffff \"output\" ]]>",
	"skipped: no AVX-512", "failed: signal 11"]'
tools=/usr/share/benchmark
compare()
{
	PYTHONPATH=$tools $python $tools/compare.py --no-color -a "$@"
}
if [ -f $tools/compare.py ] && python_with scipy; then
	gives 0 'gemm@cuda.*baseline vs. optimized\]_median  *-0.4650 ' 'compare.py compares the sides' \
		compare filters out.google-benchmark baseline optimized
	gives 0 'rows:61/scale:0.1/normal/optimized_pvalue  *1.0000 ' 'compare.py compares runs' \
		compare benchmarks out.google-benchmark out.google-benchmark
else
	skip 'compare.py' 'libbenchmark-tools or python3-scipy is not installed'
fi

summary='def value($tag): .summaries[] | select(.tag == $tag).data[0].value | tonumber;'
passes 'nvbench: a state a side, on its device' holds nvbench '[.benchmarks[] | [.name, .devices[0],
	(.states[] | .axis_values[-1].value)]][0:2] == [[$r.results[0].target, 0, "baseline", "optimized"],
	["ch10:gemm@cuda", 1, "baseline", "optimized"]]'
passes 'nvbench: the median, in s' holds nvbench "$summary"'[.benchmarks[0].states[] |
	value("nv/cpu_only/time/cpu/median")] == [$r.arms[0:2][].median_ns / 1e9]'
passes 'nvbench: a GPU under its own tags' holds nvbench "$summary"'.benchmarks[1].states[1] |
	value("nv/cold/time/gpu/median") == 10.7e-9 and value("nv/cold/sample_size") == 10'
passes 'nvbench: skipped, and why' holds nvbench '[.benchmarks[].states[0] | select(.is_skipped) |
	.skip_reason][1] == "skipped: no AVX-512"'
passes 'nvbench: every value is on its axis' holds nvbench '[.benchmarks[] | .axes as $a | .states[].axis_values[] |
	. as $v | any($a[]; .name == $v.name and .type == $v.type and any(.values[]; .value == $v.value))] | all'
reads()
{
	$python -c 'from cuda.bench.results import BenchmarkResult
state = BenchmarkResult.from_json("out.nvbench")["ch10:gemm@cuda"][1]
assert state.point["rows"] == "61" and state.point["scale"] == "0.1", state.point
assert state.summaries["nv/cold/time/gpu/median"].value == 10.7e-9'
}
if python_with cuda.bench.results; then
	passes 'nvbench: cuda.bench reads it' reads
else
	skip 'nvbench: cuda.bench reads it' 'the Python package cuda-bench is not installed'
fi
passes 'nvbench-csv: header' has nvbench-csv \
	'Benchmark,Device,Device Name,rows,scale,distribution,side,Skipped,Samples,CPU Time (sec),Noise (%),'
passes 'nvbench-csv: quotes' has nvbench-csv \
	'"ch07:a ""b"" <&> c\d,ü中@cpu",0,"CPU, 2 GHz",61,0.1,normal,baseline,No,10,'
passes 'nvbench-csv: skipped' has nvbench-csv 'ch01:bad@cpu,0,"CPU, 2 GHz",61,0.1,normal,optimized,Yes,,,'

passes 'junit: counts' has junit 'tests="7" failures="2" errors="1" skipped="2"'
passes 'junit: INVALID' has junit '<failure type="INVALID" message="stale�� &quot;output&quot;&#10;]]&gt;"/>'
passes 'junit: REGRESSION' has junit '<failure type="REGRESSION" message="expected 1.5"/>'
passes 'junit: a variant that failed' has junit '<error type="failed" message="signal 11"/>'
passes 'junit: a long name is whole' has junit "name=\"tier of ch01:none$(printf 'e%.0s' $(seq 300))@cpu\" value=\"sandboxed\""
passes 'junit: skipped' has junit '<skipped type="skipped" message="no AVX-512"/>'
passes 'junit: inconclusive' has junit '<skipped type="INCONCLUSIVE" message="too noisy"/>'
xpath()
{
	[ "$(xmllint --xpath "$1" out.junit)" = "$2" ]
}
if command -v xmllint >/dev/null; then
	passes 'junit: the schema' xmllint --noout --schema "$schema" out.junit
	passes 'junit: a name survives' xpath 'string(//testcase[1]/@name)' \
		'a "b" <&> c\d,ü中@cpu rows=61 scale=0.1 normal'
	passes 'junit: the class' xpath 'string(//testcase[2]/@classname)' ch10
	passes 'junit: what the calls of both sides took, in s' xpath 'string(//testcase[2]/@time)' 0.000003583
else
	skip 'junit: the schema' 'xmllint (libxml2-utils) is not installed'
fi

passes 'openmetrics: ends in # EOF' test "$(tail -n 1 out.openmetrics)" = '# EOF'
passes 'openmetrics: seconds, exact, and an escaped name' has openmetrics \
	'aisp_call_seconds{target="ch07:a \"b\" <&> c\\d,ü中@cpu",params="rows=61 scale=0.1",distribution="normal",side="baseline",variant="base"} 4.000123456789012e-06'
passes 'openmetrics: the interval' has openmetrics \
	'aisp_speedup_low_ratio{target="ch10:gemm@cuda",params="rows=61 scale=0.1",distribution="normal"} 1.3'
passes 'openmetrics: the fingerprint' has openmetrics 'aisp_run_info{host="a \"box\"",cpu="CPU, 2 GHz",'
passes 'openmetrics: INVALID has an outcome' has openmetrics \
	'aisp_outcome{target="ch01:bad@cpu",params="rows=61 scale=0.1",distribution="normal",outcome="INVALID"} 1'
passes 'openmetrics: and no figure' lacks openmetrics 'seconds{target="ch01:bad@cpu"'
check_metrics()
{
	promtool check metrics < out.openmetrics
}
parse()
{
	$python -c 'from prometheus_client.openmetrics.parser import text_string_to_metric_families as parse
values = {(s.name, s.labels["target"], s.labels.get("side")): s.value
	for m in parse(open("out.openmetrics").read()) for s in m.samples if "target" in s.labels}
assert values["aisp_call_seconds", "ch07:a \"b\" <&> c\\d,ü中@cpu", "optimized"] == 3000.1 / 1e9'
}
if command -v promtool >/dev/null; then
	passes 'promtool finds nothing' check_metrics
else
	skip 'promtool finds nothing' 'promtool (prometheus) is not installed'
fi
if python_with prometheus_client.openmetrics.parser; then
	passes 'prometheus_client reads it' parse
else
	skip 'prometheus_client reads it' 'python3-prometheus-client is not installed'
fi

passes 'samples: all of them, with the pilot' test "$(grep -c ',sample,[01],' out.samples)" = 96
passes 'samples: untimed ones apart' test "$(grep -c ',warmup,' out.samples)" = 48
passes 'samples: exact' has samples '0,base,cpu,1,0,0,ok,sample,0,4,4000.123456789012'
passes 'csv: exact' has csv ',FASTER,1.3333333333333333,1.3,1.4,0.989,10,4000.123456789012,3000.1,'

# The rules of the Trace Event Format for the phases that occur here.
passes 'trace: each event has what its phase needs' holds trace '.traceEvents | length > 0 and all(.[];
	.pid == 1 and (.name | type) == "string" and
	if .ph == "X" then .ts >= 0 and .dur >= 0 and .tid > 0
	elif .ph == "C" then .ts >= 0 and (.args | all(.[]; type == "number"))
	else .ph == "M" and (.args.name | type) == "string" end)'
passes 'trace: spans on a track nest' holds trace '[.traceEvents[] | select(.ph == "X" and .tid == 1)] |
	[.[] | select(.cat == "launch")] as $l | all(.[]; . as $e |
	any($l[]; .ts <= $e.ts + 1e-3 and .ts + .dur >= $e.ts + $e.dur - 1e-3))'
passes 'trace: times are the run'\''s, from the first launch on' holds trace '[.traceEvents[] |
	select(.cat == "launch" and .tid == 1) | [.ts, .dur]][0:2] == [[0, 900000], [1000000, 900000]]'
passes 'trace: samples last as long as they did' holds trace '[.traceEvents[] | select(.cat == "sample" and
	.tid == 1) | .dur][2:3] == [$r.arms[0].launches[1].samples_ns[0] * 4 / 1e3]'
passes 'trace: counters' holds trace '[.traceEvents[] | select(.ph == "C") | .name] | unique ==
	["n_preempted", "sm_mhz", "sm_mhz of the sample"]'
passes 'trace: tracks have names' holds trace '[.traceEvents[] | select(.name == "thread_name") |
	.args.name] == [$r.arms[].variant]'

passes 'to standard output' sh -c "$aisp bench export run -f junit | cmp - out.junit"
gives 2 'format is needed: csv|google-benchmark' 'no format' "$aisp" bench export run
gives 2 "no format 'xls': csv|google-benchmark" 'an unknown format' "$aisp" bench export run -f xls
gives 2 'no run folder nothing' 'an unknown run' "$aisp" bench export nothing -f csv
gives 4 'write nowhere/x: ' 'no such folder' "$aisp" bench export run -f csv -o nowhere/x
if [ -c /dev/full ]; then
	gives 4 'write /dev/full: ' 'a full disk' "$aisp" bench export run -f trace -o /dev/full
fi
# Root writes where it likes, but not into a directory.
mkdir taken
gives 4 'write taken: ' 'an output that is a directory' "$aisp" bench export run -f csv -o taken
head -c 500 run/results.json > half && mv half run/results.json
gives 2 'results.json is damaged (line ' 'a damaged run' "$aisp" bench export run -f csv -o out.csv
passes 'which leaves the old output alone' has csv FASTER
finish
