/* SPDX-License-Identifier: MIT
 *
 * metrics.h - every figure that a saved run tells of a result.
 *
 * METRIC(id, name, unit, better, meaning): `name` as in the documents of `aisp bench
 * compare --all-metrics --json` and in claims; `unit` "x" for a ratio, "" for a share
 * of 1, "points" where a workload names its own; `better` MORE, LESS or NEITHER: which
 * way is better; the meaning a phrase that stands alone.  Times are those of one call.
 * The list is the only definition: define METRIC, include this, as often as is needed.
 *
 *	#define METRIC(id, name, unit, better, meaning) { name, #better },
 *	static const char *const directions[][2] = {
 *	#include <aisp/metrics.h>
 *	};
 */
METRIC(SPEEDUP, "speedup", "x", MORE, "time of the baseline over the variant's")
METRIC(LIBRARY, "library", "x", MORE, "time of the library over the variant's")
METRIC(TIME, "time", "ns", LESS, "geometric mean of the launches")
METRIC(BASELINE_TIME, "baseline_time", "ns", LESS, "time of the baseline")
METRIC(LIMIT, "of_the_limit", "", MORE, "the roof's time over the variant's")
METRIC(GB, "gb_per_s", "GB/s", MORE, "compulsory bytes over the time")
METRIC(GFLOP, "gflop_per_s", "GFLOP/s", MORE, "flops over the time")
METRIC(SPREAD, "spread", "", LESS, "standard deviation of the launches' logarithms")
METRIC(END_TO_END, "end_to_end", "ns", LESS, "time of a call on a GPU, for the judge")
METRIC(EVENT, "event", "ns", LESS, "time by the GPU's events")
METRIC(OVERHEAD, "launch_overhead", "ns", LESS, "end_to_end without event")
METRIC(TRACE, "trace", "ns", LESS, "time by CUPTI's spans")
METRIC(COLD, "cold", "ns", LESS, "time with the GPU's L2 flushed")
METRIC(HOT, "hot", "ns", LESS, "time with L2 as the call before left it")
METRIC(SM_MHZ, "sm_mhz", "MHz", NEITHER, "clock of the multiprocessors")
METRIC(SCORE_RATIO, "score_ratio", "x", MORE,
       "how much better than the baseline's score")
METRIC(SCORE, "score", "points", NEITHER, "score of a call, where one is judged")
