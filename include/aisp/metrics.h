/* SPDX-License-Identifier: MIT
 *
 * metrics.h - which way every figure of a saved result is better.
 *
 * METRIC(id, name, unit, better, meaning): a figure; `name` as in the documents of
 * `aisp bench compare --all-metrics --json` and in claims; `unit` "x" for a ratio,
 * "" for a share of 1, "points" where a workload names its own; `better` MORE, LESS
 * or NEITHER; the meaning a phrase that stands alone.  Times are those of one call.
 *
 * METRIC_FACT(name, better): a fact of facts.h that is better one way, all else
 * being equal: memory, faults, errors, what others took.  Those left out are neither.
 *
 * The lists are the only definition: define one of the two, include this, as often
 * as is needed; it undefines both.
 *
 *	#define METRIC(id, name, unit, better, meaning) { name, #better },
 *	static const char *const directions[][2] = {
 *	#include <aisp/metrics.h>
 *	};
 */
#ifndef METRIC
#define METRIC(id, name, unit, better, meaning)
#endif
#ifndef METRIC_FACT
#define METRIC_FACT(name, better)
#endif

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

METRIC_FACT(n_minor_faults, LESS)
METRIC_FACT(n_major_faults, LESS)
METRIC_FACT(n_preempted, LESS)
METRIC_FACT(start_skew_ns, LESS)
METRIC_FACT(n_kernels, LESS)
METRIC_FACT(n_allocs, LESS)
METRIC_FACT(to_host_bytes, LESS)
METRIC_FACT(own_bytes, LESS)
METRIC_FACT(heap_bytes, LESS)
METRIC_FACT(rms_ratio, LESS)
METRIC_FACT(max_ratio, LESS)
METRIC_FACT(slow_share, LESS)
METRIC_FACT(steal_share, LESS)
METRIC_FACT(remote_share, LESS)
METRIC_FACT(n_retaken, LESS)
METRIC_FACT(n_spoilt, LESS)
METRIC_FACT(call_cpu_ns, LESS)
METRIC_FACT(gpu_power_w, LESS)
METRIC_FACT(gpu_celsius, LESS)

#undef METRIC
#undef METRIC_FACT
