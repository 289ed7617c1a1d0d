#!/bin/bash
# aisp peak of the CPU: measure once, show what is saved, refuse what is damaged.  What
# measures again does so by one core, in half the time.
# RUN: test-all
. tests/tools/tap.sh
aisp=${AISP:-./aisp}
dir=$scratch
export XDG_CACHE_HOME=$dir
$aisp peak --no-such 2> /dev/null; [ $? -eq 2 ]; ok $? 'a bad option: exit 2'
# A damaged file is no figure: it is measured, not believed.
file=$dir/aisp/machines/$($aisp hw --json | jq -r .machine)/peak.json
mkdir -p "$(dirname "$file")" && echo '{"schema": 1' > "$file"
$aisp peak --cpu --json > "$dir/first" 2> "$dir/steps"; ok $? 'measure, where a file is damaged'
grep -q '^measured DRAM, 1 thread in [0-9.]* s$' "$dir/steps"; ok $? 'a line for each step'
[ "$(ls "$dir"/aisp/machines/*/)" = peak.json ]; ok $? 'saved, and no temporary file is left'
jq -e --slurpfile saved "$file" '. == {cpu: $saved[0]}' "$dir/first" > /dev/null
ok $? 'as it was printed'
jq -e '[.gflop_per_s[], .gb_per_s[], .latency_ns[]] | all(.best > 0 and .median > 0)' \
	"$file" > /dev/null; ok $? 'every figure is positive'
jq -e '[.gflop_per_s[], .gb_per_s[]] | all(.best >= .median)' "$file" > /dev/null
ok $? 'no rate is above its peak'
jq -e '[.gflop_per_s[].dtype] | index("f32") and index("f64")' "$file" > /dev/null
ok $? 'f32 and f64'
jq -e '[.gb_per_s[] | select(.level == "DRAM") | .stream] | unique |
	. == ["copy", "fill", "read", "triad"]' "$file" > /dev/null; ok $? 'DRAM, four streams'
jq -e '[.latency_ns[] | select(.level == "L1" or .level == "DRAM") | .best] | .[0] < .[1]' \
	"$file" > /dev/null; ok $? 'L1 answers before DRAM'
grep -q '^measured storage in ' "$dir/steps"; ok $? 'storage is tried'
if dd if=/dev/zero of="$dir/direct" bs=4096 count=1 oflag=direct 2> /dev/null; then
	jq -e '[.storage_gb_per_s[].what] == ["storage read", "storage write"] and
		all(.storage_gb_per_s[]; .best >= .median and .median > 0)' "$file" > /dev/null
	ok $? 'and told'
else
	skip 'and told' "no O_DIRECT in $dir"
fi
jq 'del(.storage_gb_per_s)' "$file" > "$dir/older" && cp "$file" "$dir/kept" && cp "$dir/older" "$file"
[ "$($aisp peak --cpu 2> "$dir/none" | grep -c '^storage .* not measured; --refresh tries it$')" -eq 2 ] && [ ! -s "$dir/none" ]
ok $? 'the file of an aisp that did not measure it is shown as it is'
cp "$dir/kept" "$file"
$aisp peak --cpu --json | cmp -s - "$dir/first"; ok $? 'the second time nothing is measured'
$aisp peak --cpu | grep -q '^f32 .*GFLOP/s'; ok $? 'a table'

# Without a GPU the CPU's part is all there is.
export CUDA_VISIBLE_DEVICES=
$aisp peak > "$dir/both"; ok $? 'no GPU is no failure'
grep -q '^f32 .*GFLOP/s' "$dir/both" && grep -Eq '^GPU: .{20}' "$dir/both"
ok $? 'the table says why there is none'
$aisp peak --json | jq -e --slurpfile cpu "$file" '.cpu == $cpu[0] and .gpus == [] and
	(.no_gpu | length > 20)' > /dev/null; ok $? 'and so does JSON'

# Peaks of a busy machine say so, each time.
jq -e '.load | .grade != "?" and .lost_share >= 0 and has("others")' "$file" > /dev/null
ok $? 'saved with grade and load'
jq '.load = {grade: "D", lost_share: 0.4, others: 0.38, steal: 0, busiest: "cc"} |
	(.gflop_per_s[], .gb_per_s[]) |= (.best /= 2 | .median /= 2)' "$file" > "$dir/busy" && cp "$file" "$dir/kept" && cp "$dir/busy" "$file"
$aisp peak --cpu | grep -q '^these peaks may be too low: .* 38 % of CPU time used by others, most by cc; .* 40 % .*--refresh'
ok $? 'a warning stands above them'
cp "$dir/kept" "$file"

# Peaks of a bad moment: what beats them is no cheat, and raises them.
jq '(.gflop_per_s[], .gb_per_s[]) |= (.best /= 8 | .median /= 8)' "$file" > "$dir/eighth" && cp "$dir/eighth" "$file"
taskset -c 0 $aisp bench run -t ch01:fusion_stream@cpu --pairs 3 --iterations 3 --no-history --artifacts-dir "$dir" --json > "$dir/run"
jq -e '.results[0].ledger | map(select(.check == "timing.physics_floor")) | length > 0 and
	all(.verdict != "FAIL")' "$dir/run" > /dev/null
ok $? 'faster than the saved peaks: they are measured again'
jq -e --slurpfile eighth "$dir/eighth" '[.gb_per_s[].best] | add > 2 * ([$eighth[0].gb_per_s[].best] | add)' \
	"$file" > /dev/null
ok $? 'and the better ones are saved'

# And are measured again when it is quiet.
cp "$dir/busy" "$file"
taskset -c 0 $aisp bench run -t ch01:fusion_stream@cpu --pairs 3 --iterations 3 --no-history --artifacts-dir "$dir" > /dev/null 2> "$dir/err"
# Now measured again, if the machine is quiet, on what the run may use; else said.
jq -e '.load.others < 0.1 and .load.busiest != "cc" and .threads == 1' "$file" > /dev/null ||
	grep -q 'the peaks may be too low: .*; they are measured again when it is quiet' "$dir/err"
ok $? 'a run measures them again, or says that they are low'
finish
