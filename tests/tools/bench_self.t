#!/bin/sh
# SPDX-License-Identifier: MIT
#
# bench_self.pl ranks: comparisons of identical code gather in a file, of which all count,
# those of another target and of another day too; without the device it says so.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh

self=$PWD/tools/bench_self.pl
cat > "$scratch/aisp" << 'END'
#!/bin/sh
case "$*" in
*cuda*) exit 5 ;;
doctor*) echo '{"n_comparisons": 1, "n_differing": '"$(cat differing)"'}' ;;
*) echo '{"run": {"grade": "C"}, "results": [{"target": "ch04:allreduce_one_shot@cpu", "optimized": 0}],
	"arms": [{"collective": {"start_skew_ns": 420}}]}' ;;
esac
END
chmod +x "$scratch/aisp"
measured() # NAME N DIFFERING: of each of the N that are new
{
	(cd "$scratch" && echo "$3" > differing && N=$2 AA=aa.jsonl "$self" "$1")
}
gives 0 'A/A of an all-reduce of 2 ranks (4) called FASTER or SLOWER *<= 1 % *0.00 %' 'none differs' measured ranks 4 0
gives 0 'start skew p99 of two ranks, grade C *<= 1 us *0.42 us' 'and the start skew' measured ranks 0 0
gives 0 '(5) called FASTER or SLOWER *<= 1 % *20.00 %' 'one of all that there are' measured ranks 1 1
gives 0 '2 GPUs (0) called FASTER or SLOWER *<= 1 % *not measured' 'no GPU' measured ranks_gpu 3 0
passes 'a line each' test "$(wc -l < "$scratch/aa.jsonl")" = 5
finish
