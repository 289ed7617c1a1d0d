/* SPDX-License-Identifier: MIT
 *
 * facts.h - everything that probes can observe about one launch.
 *
 * FACT(name, unit, meaning), the meaning a phrase that stands alone.  The list is the
 * only definition: struct aisp_evidence, its JSON form and the table in docs/ come from
 * it.  Values are doubles; NaN means that nothing observed it on this machine.
 */
FACT(n_elems, "elements", "output elements compared with the reference")
FACT(n_wrong, "elements",
     "compared elements outside the error bound that no narrower count below explains")
FACT(n_unwritten, "elements", "compared elements left as they were before")
FACT(n_poison, "lines", "checked output cache lines that still hold the poison")
FACT(n_nan, "elements", "elements that are NaN where the reference is a number")
FACT(n_inf, "elements", "elements that are infinite where the reference is finite")
FACT(n_flushed, "elements", "elements that are zero where the reference is subnormal")
FACT(n_low, "elements", "compared elements within the bound of the lower precision")
FACT(ignored, "part",
     "the part of the inputs that the wrong outputs do not depend on: enum aisp_part; "
     "100: all of them; 0: none")
FACT(parts, "mask", "parts of the inputs that the workload marks: 1 << enum aisp_part")
FACT(rms_ratio, "", "RMS of errors over that of bounds: of all outputs or the worst")
FACT(max_ratio, "", "largest |error|, divided by its bound")
FACT(n_late, "lines", "output cache lines seen to change after run() returned")
FACT(n_canary, "bytes", "guard bytes around outputs and workspace that changed")
FACT(n_invariant, "", "calls that broke the workload's invariant; -1: it states none")
FACT(is_fresh, "bool", "1 if each timed call had inputs never used before")
FACT(n_threads, "threads", "largest number of threads seen in the worker after setup()")
FACT(n_threads_allowed, "threads", "threads that the workload declares")
FACT(n_ranks, "processes", "processes that share a call; 0: a call has one process")
FACT(n_rank_cpus, "CPUs", "CPUs that the threads of all ranks may run on")
FACT(start_skew_ns, "ns",
     "between the first and the last rank's answer to an empty call, 99th percentile")
FACT(n_hosts, "hosts", "hosts on which ranks of a call lie, each with its own judge")
FACT(clock_half_ns, "ns",
     "largest difference that the clocks of these hosts may have, added to each time; "
     "0: one clock")
FACT(is_sandboxed, "bool", "1 if system calls were filtered in timed calls")
FACT(is_readonly, "bool", "1 if the worker could not map its inputs for writing")
FACT(n_minor_faults, "faults", "minor page faults of the worker during timed calls")
FACT(n_major_faults, "faults", "major page faults of the worker during timed calls")
FACT(n_preempted, "switches", "involuntary context switches during timed calls")
FACT(call_ns, "ns", "median time of one call")
FACT(mean_ns, "ns", "mean time of one call over the timed samples")
FACT(fresh_ns, "ns", "time of a call on generated data, where the user gave inputs")
FACT(sample_ns, "ns", "median time between two readings of the clock, bias subtracted")
FACT(bias_ns, "ns", "the doorbell's cost per call, by an empty variant; subtracted")
FACT(sol_fraction, "",
     "shortest time that any measured peak allows, divided by the measured time; above "
     "1 is impossible")
FACT(resolved_ns, "ns", "shortest call that the doorbell can tell from no call")
FACT(n_samples, "samples", "timed samples in this launch")
FACT(n_samples_planned, "samples", "samples that the judge's plan asked for")
FACT(n_missing_launches, "launches", "journaled launches that the record lacks")
FACT(n_journal, "lines", "lines of the run's journal, a chain of hashes, so far")
FACT(n_edited, "places",
     "places where a run differs from its journal; known when it is judged again")
FACT(is_spin, "bool", "1 if judge and worker each have a CPU of their own")
FACT(wake_ns, "ns",
     "time that the worker ran between new inputs and the bell, as far as it could "
     "move "
     "the median of the samples")
FACT(wake_empty_ns, "ns", "wake_ns of a variant that does nothing")
FACT(is_gpu, "bool", "1 if the variant runs on a GPU; else the facts about it are 0")
FACT(uses, "mask", "what the workload declares: enum aisp_uses of workload.h")
FACT(n_kernels, "kernels", "kernels of the traced call, one call in a separate launch")
FACT(n_streams, "streams", "streams that got work in the traced call")
FACT(n_graphs, "launches", "graph launches in the traced call")
FACT(n_cooperative, "kernels", "traced kernels whose blocks may wait for each other")
FACT(n_nested, "modules", "loaded modules whose kernels can launch kernels")
FACT(n_host_functions, "functions", "host functions that streams of that call ran")
FACT(n_allocs, "allocations", "allocations of GPU or pinned memory in the traced call")
FACT(n_managed, "allocations", "allocations of managed memory, also by setup()")
FACT(n_gpus, "GPUs", "GPUs that the worker can see")
FACT(n_peer, "copies", "copies between GPUs in the traced call")
FACT(trace_ns, "ns", "time from the traced call's first start on the GPU to its end")
FACT(n_in_changed, "tensors", "input tensors that calls changed, by their fingerprints")
FACT(event_ns, "ns",
     "median time of one call by the GPU's events, as the worker reports")
FACT(cold_ns, "ns", "median time of one call with the GPU's L2 cache flushed")
FACT(hot_ns, "ns", "median time of one call with its inputs in the L2 cache")
FACT(gpu_power_w, "W", "power that the GPU drew right after the samples")
FACT(gpu_celsius, "C", "the GPU's temperature right after the samples")
FACT(gpu_reasons, "mask",
     "why GPU clocks were low after the samples: NVML event reasons")
FACT(sm_mhz, "MHz", "median clock of the multiprocessors right after each sample")
FACT(heldout_declined, "bool", "1 if the variant declines sizes near the public ones")
FACT(heldout_elems, "elements", "elements compared at sizes near the public ones")
FACT(heldout_wrong, "elements", "wrong elements at those sizes")
FACT(heldout_failed, "bool", "1 if the variant crashed, hung or failed at those sizes")
FACT(hostile_elems, "elements",
     "elements compared in an untimed call on another distribution")
FACT(hostile_wrong, "elements",
     "wrong elements in that call, of a variant that is right on the announced data")
FACT(delayed_elems, "elements",
     "elements compared in an untimed call in which one rank was held back")
FACT(delayed_wrong, "elements",
     "wrong elements in that call, of a variant that is right without the delay")
FACT(after_delay_ns, "ns", "time from the end of that rank's delay to the last answer")
FACT(heldout_gap, "", "the smaller loss at those sizes: of speedup, or of own time")
FACT(heldout_gap_running, "",
     "heldout_gap without the time that threads waited for a CPU at those sizes")
FACT(heldout_gap_chance, "", "probability of these launches if sizes do not matter")
FACT(has_namespaces, "bool",
     "1 if the worker got its own user, network and IPC namespaces")
FACT(has_group, "bool",
     "1 if ranks have a network and files of their group, as an MPI needs")
FACT(has_no_caps, "bool", "1 if the worker gave up all capabilities")
FACT(has_landlock, "bool",
     "1 if the worker may open only system libraries and its object")
FACT(has_load_filter, "bool", "1 if calls were filtered before the variant was loaded")
FACT(has_sealed_plan, "bool", "1 if the worker cannot replace the judge's filter")
FACT(is_judge_intact, "bool", "1 if the judge still ran on the CPUs that it had chosen")
FACT(is_in_judge, "bool", "1 if the judge, too, has loaded the variant's object")
FACT(has_limits, "bool", "1 if the worker's memory, files and core dumps are limited")
FACT(n_filters, "filters",
     "system-call filters on the worker's least filtered thread in timed calls, by the "
     "kernel's count; 2 are the judge's")
FACT(n_descriptors, "descriptors",
     "open descriptors of the worker before it loaded the variant, without the null "
     "device's three")
FACT(n_environment, "bytes", "size of the environment that the worker got")
FACT(n_shared, "mappings",
     "mappings of the variant that it can write and others can see")
FACT(n_undeclared, "libraries",
     "libraries that the variant runs and neither links nor declares")
FACT(heap_bytes, "bytes", "the worker's private memory before it loaded the variant")
FACT(limit_ns, "ns", "time that the judge waits for an answer")
FACT(n_compared, "samples", "timed samples whose outputs were compared")
FACT(n_addresses, "slots", "slots of buffers that the calls of one sample use in turn")
FACT(is_seed_secret, "bool", "1 if the seed came from the kernel's generator")
FACT(n_shown, "calls", "calls whose inputs a worker can see when their bell rings")
FACT(call_cpu_ns, "ns", "least time that each thread of the worker ran for a call")
FACT(running_ns, "ns",
     "least time of a timed call, less what threads of the worker waited for a CPU")
FACT(free_ns, "ns",
     "time for which inputs are visible before the bell, as far as it moves the median")
FACT(after_ns, "ns",
     "time of the worker after a call, until the next bell or until it is stopped")
FACT(n_changed, "files", "files of variant, workload, worker that changed in the run")
FACT(n_slower_flags, "flags", "undeclared options of the baseline alone that slow it")
FACT(n_own_flags, "flags", "options of the variant that the baseline lacks")
FACT(loose, "mask", "wrong outputs that pass the workload: 1 << enum aisp_control")
FACT(n_scored, "samples", "timed samples that have a score; -1: time is judged")
FACT(n_steps, "rings", "steps of a call that is an episode; 0: a call has none")
FACT(is_closed, "bool", "1 if what a step shows follows from the answers before it")
FACT(is_clocked, "bool", "1 if each step of an episode is stamped by the judge's clock")
FACT(stood_share, "", "change of the score had the clock run between steps, too")
#include <aisp/facts_place.h>
FACT(n_pairs, "launches", "launches of this arm that the comparison could use")
FACT(delay_share, "",
     "median share of a sample's time that the worker waited for a CPU and that was "
     "not subtracted")
/* The standard error is B. L. Welch's, Biometrika 34 (1947). */
FACT(steal_share, "", "share of the samples' time that a hypervisor took from the CPU")
FACT(steal_share_arm, "", "mean of steal_share over the launches of this arm")
FACT(steal_share_rest, "", "mean of steal_share over the launches of the other arms")
FACT(steal_share_t, "", "difference of these two means, divided by its standard error")
FACT(cpu_mhz, "MHz", "clock of the worker's CPU after the samples; on a GPU: sm_mhz")
FACT(cpu_mhz_arm, "MHz", "mean of cpu_mhz over the launches of this arm")
FACT(cpu_mhz_rest, "MHz", "mean of cpu_mhz over the launches of the other arms")
FACT(cpu_mhz_t, "", "difference of these two means, divided by its standard error")
FACT(remote_share, "", "share of the buffers' pages away from the worker's CPU")
FACT(remote_share_arm, "", "mean of remote_share over the launches of this arm")
FACT(remote_share_rest, "", "mean of remote_share over the launches of the other arms")
FACT(remote_share_t, "", "difference of these two means, divided by its standard error")
FACT(call_ns_arm, "ns", "mean of call_ns over the launches of this arm")
FACT(call_ns_rest, "ns", "mean of call_ns over the launches of the other arms")
FACT(call_ns_t, "", "difference of these two means, divided by its standard error")
FACT(has_fp_changed, "bool",
     "1 if calls ended with other rounding or other subnormals, as reported")
FACT(is_baseline, "bool", "1 for the arm that the others are compared with")
FACT(to_host_bytes, "bytes", "bytes that the traced call copied from GPU to host")
FACT(n_pinned, "blocks",
     "blocks of host memory that setup() or that call mapped for the GPU")
FACT(has_host_data, "bool", "1 if the workload keeps tensors in the host's memory")
FACT(n_unended, "activities", "activities of the traced call that outlived its answer")
FACT(n_contexts, "contexts", "GPU contexts that setup() or that call made")
FACT(n_early_pages, "pages", "pages of input files read before a bell; -1: no files")
FACT(n_unsynced, "pages",
     "most pages of a written file that were on no device when a call answered; -1: no "
     "files")
FACT(n_flushes, "flushes",
     "least number of flushes of the device's cache during a call that writes files, "
     "by any program; -1: no call does")
FACT(n_persisting, "requests",
     "requests by setup() or that call to keep lines in the GPU's L2")
FACT(n_modules, "modules", "modules of GPU code that the traced call loaded")
FACT(n_kept, "bytes", "bytes of workspace that did not hold new poison before a call")
FACT(own_bytes, "bytes",
     "memory that the worker held beside what the judge gave it, where memory is "
     "judged; -1: it is not")
FACT(own_host_bytes, "bytes",
     "host memory that the worker held beside that, where memory is judged on a GPU "
     "whose kernels can access it; 0: they cannot")
FACT(pinned_bytes, "bytes",
     "host memory that setup() or the traced call mapped for the GPU, managed memory "
     "included")
FACT(flush_cold_ns, "ns", "time in which the judge reads a mebibyte after its L2 flush")
FACT(flush_hot_ns, "ns", "time in which the judge reads that mebibyte again")
