/* SPDX-License-Identifier: MIT
 *
 * facts.h - everything that probes can observe about one launch.
 *
 * FACT(name, unit, meaning).  The list is the only definition: struct
 * aisp_evidence, its JSON form and the table in docs/ come from it.  Values
 * are doubles; NaN means that nothing observed it on this machine.
 */
FACT(n_elems, "elements", "output elements compared with the reference")
FACT(n_wrong, "elements",
     "of those, outside the error bound, and none of the next three")
FACT(n_unwritten, "elements", "of those, still the judge's poison")
FACT(n_poison, "lines", "output cache lines looked at that still hold the poison")
FACT(n_nan, "elements", "of those, NaN where the reference is not")
FACT(n_inf, "elements", "of those, infinite where the reference is not")
FACT(n_flushed, "elements", "of those, zero where the reference is subnormal")
FACT(n_low, "elements", "of those, within the bounds of the next-lower precision")
FACT(ignored, "part",
     "what of the inputs the wrong outputs do not follow: enum aisp_part, 100: all; 0: "
     "none")
FACT(parts, "mask", "of the inputs that the workload marks: 1 << enum aisp_part")
FACT(rms_ratio, "", "root mean square of the errors over that of the allowed bound")
FACT(max_ratio, "", "largest |error| over its bound")
FACT(n_late, "lines", "output cache lines seen to change after run() returned")
FACT(n_canary, "bytes", "bytes around the outputs that changed")
FACT(n_invariant, "", "calls that broke the workload's invariant; -1: it states none")
FACT(is_fresh, "bool", "1 if each timed call had inputs never used before")
FACT(n_threads, "threads", "most threads seen in the worker after setup()")
FACT(n_threads_allowed, "threads", "threads that the workload declares")
FACT(is_sandboxed, "bool", "1 if system calls were filtered in timed calls")
FACT(is_readonly, "bool", "1 if the worker could not map its inputs for writing")
FACT(n_minor_faults, "faults", "minor page faults of the worker during timed calls")
FACT(n_major_faults, "faults", "major page faults of the worker during timed calls")
FACT(n_preempted, "switches", "involuntary context switches during timed calls")
FACT(call_ns, "ns", "median time of one call")
FACT(sample_ns, "ns", "median time between two readings of the clock, bias subtracted")
FACT(bias_ns, "ns",
     "the doorbell's cost per call, measured with an empty variant and subtracted")
FACT(sol_fraction, "",
     "the least time by any measured peak over the call's; above 1 breaks physics")
FACT(resolved_ns, "ns", "least time of a call that the doorbell can tell from none")
FACT(n_samples, "samples", "timed samples in this launch")
FACT(n_samples_planned, "samples", "samples that the judge's plan asked for")
FACT(n_missing_launches, "launches", "that the run's journal has and its record lacks")
FACT(n_journal, "lines", "of the run's journal, a chain of hashes, so far")
FACT(n_edited, "places",
     "where a saved run differs from its journal; known only when it is judged again")
FACT(is_spin, "bool", "1 if judge and worker each have a CPU of their own")
FACT(wake_ns, "ns",
     "median time that the worker ran between seeing new inputs and the bell")
FACT(wake_empty_ns, "ns", "the same with a variant that does nothing")
FACT(is_gpu, "bool", "1 if the variant runs on a GPU; the facts below are 0 without")
FACT(uses, "mask", "what the workload declares: enum aisp_uses of workload.h")
FACT(n_kernels, "kernels", "that one call ran, in a launch apart that counts them")
FACT(n_streams, "streams", "that got work from that call")
FACT(n_graphs, "launches", "of graphs in that call")
FACT(n_cooperative, "kernels", "of that call whose blocks may wait for each other")
FACT(n_nested, "modules", "loaded whose kernels can launch kernels")
FACT(n_host_functions, "functions", "of the host that its streams called")
FACT(n_allocs, "allocations", "of GPU or pinned memory in that call")
FACT(n_managed, "allocations", "of managed memory in that call")
FACT(n_gpus, "GPUs", "that the worker can see")
FACT(n_peer, "copies", "between GPUs in that call")
FACT(trace_ns, "ns", "from that call's first start on the GPU to its last end")
FACT(n_in_changed, "tensors", "inputs that calls changed, by their fingerprints")
FACT(event_ns, "ns",
     "median time of one call by the GPU's own events, as the worker reports it")
FACT(cold_ns, "ns", "median time of one call with the GPU's L2 cache flushed")
FACT(hot_ns, "ns", "the same with the inputs in that cache, as far as it holds them")
FACT(gpu_power_w, "W", "that the GPU drew right after the samples")
FACT(gpu_celsius, "C", "its temperature then")
FACT(gpu_reasons, "mask", "what held its clocks down then: NVML's event reasons")
FACT(n_gpu_others, "processes", "on the GPU beside the judge and the worker")
FACT(sm_mhz, "MHz", "median clock of the multiprocessors right after each sample")
FACT(heldout_declined, "bool",
     "1 if the variant does not support sizes near the public ones")
FACT(heldout_elems, "elements", "compared at such sizes, under another distribution")
FACT(heldout_wrong, "elements", "of those, wrong in any way")
FACT(heldout_failed, "bool", "1 if it crashed, hung or returned an error there")
FACT(heldout_gap, "",
     "its speedup at the public sizes over that at the others, or its own loss of time "
     "there, whichever is less")
FACT(has_namespaces, "bool",
     "1 if the worker got user, network and IPC namespaces of its own")
FACT(has_no_caps, "bool", "1 if it gave up all capabilities")
FACT(has_landlock, "bool", "1 if it may open system libraries and its own object only")
FACT(has_load_filter, "bool", "1 if system calls were filtered before it was loaded")
FACT(has_sealed_plan, "bool",
     "1 if no memory of its own could take the place of the judge's filter")
FACT(is_judge_intact, "bool", "1 if the judge still ran on the CPUs that it chose")
FACT(is_in_judge, "bool", "1 if the judge has loaded the variant's object, too")
FACT(has_limits, "bool", "1 if its memory, files and core dumps are limited")
FACT(n_filters, "filters",
     "of system calls on its least filtered thread in timed calls, by the kernel's "
     "count; 2 are the judge's")
FACT(n_descriptors, "descriptors",
     "open in the worker before it loaded the variant, beside the null device's three")
FACT(n_environment, "bytes", "of environment that the worker got")
FACT(n_shared, "mappings", "that the variant made, can write and others can see")
FACT(n_undeclared, "libraries",
     "that the variant runs code from, and neither links nor declares")
FACT(heap_bytes, "bytes",
     "of private memory of the worker before it loaded the variant")
FACT(limit_ns, "ns", "that the judge waits for an answer")
FACT(n_compared, "samples", "timed, of which outputs were compared")
FACT(n_addresses, "slots", "that the calls of one sample go round")
FACT(is_seed_secret, "bool", "1 if the seed came from the kernel's generator")
FACT(alone_ns, "ns", "least time of a call whose bell rings for it alone; 0: all do")
FACT(n_deferred, "calls", "of those, whose output was not there when it was answered")
FACT(n_changed, "files", "of variant, workload and worker that are not as at first")
FACT(n_slower_flags, "flags",
     "that keep the compiler from optimising, of the baseline alone, undeclared")
FACT(n_own_flags, "flags", "that the baseline was not compiled with")
/* What a launch happened in. */
FACT(clock_ns_per_tick, "ns",
     "of the judge's clock in a tick of the CPU's own counter, over its calls")
FACT(clock_ns_per_tick_before, "ns", "the same before the first launch of the group")
FACT(resolution_ns, "ns", "that the judge cannot tell: clock step, doorbell's residue")
FACT(margin, "", "change of a ratio within which the verdict is SAME")
FACT(n_retaken, "samples",
     "taken again because others had the CPUs or it was not ready")
FACT(n_spoilt, "samples", "timed ones in which others had the CPUs for an unknown time")
FACT(is_disturbed, "bool",
     "1 if that is true of most of them: the launch does not count")
FACT(n_warmup, "samples", "before the timed ones; they do not count")
FACT(least_ns, "ns", "time of one call in the fastest timed sample")
FACT(slow_share, "", "of the timed samples, those above 1.5 times that")
FACT(is_traced, "bool", "1 if some process traced the worker")
FACT(unmapped_bytes, "bytes", "that the worker gave back during its timed calls")
FACT(address_limit_bytes, "bytes", "of addresses that the worker may have")
FACT(priority, "", "of the worker: 20 + nice, below 0 if it is real-time")
FACT(priority_first, "", "the same in the first launch of the group")
FACT(n_cpus, "CPUs",
     "of those that the judge gave, that the worker's first thread could use at the "
     "end")
FACT(n_cpus_lacking, "CPUs", "fewer than its threads, where the judge gave enough")
FACT(n_cpus_other, "CPUs", "that it could use and was not given")
FACT(device, "hash", "of the GPU's UUID; 0: none is used")
FACT(device_first, "hash", "the same in the first launch of the group")
FACT(driver, "hash", "of the versions of kernel, microcode and NVIDIA's driver")
FACT(driver_first, "hash", "the same in the first launch of the group")
FACT(governor, "hash", "of the name of what governs the CPU's frequency")
FACT(governor_first, "hash", "the same in the first launch of the group")
FACT(power_limit_w, "W", "of the GPU, else of the CPU's package")
FACT(power_limit_w_first, "W", "the same in the first launch of the group")
FACT(n_heat_events, "events",
     "of heat that slowed the CPU during the samples, or the GPU")
FACT(quota_cpus, "CPUs", "of time that the worker's control group allows; 0: no limit")
FACT(quota_cpus_first, "CPUs", "the same in the first launch of the group")
FACT(n_throttled, "periods", "that this limit cut short during the samples")
FACT(n_libraries, "libraries", "that the worker mapped")
FACT(n_libraries_differ, "libraries",
     "of those, another build than the one by that name in the group's first launches")
FACT(is_virtual, "bool", "1 on a virtual machine")
FACT(n_pairs, "launches", "of this arm that the comparison could use")
/* The standard error is B. L. Welch's, Biometrika 34 (1947). */
FACT(delay_share, "",
     "of its sample's time that the worker waited for a CPU and that was not "
     "subtracted, "
     "median")
FACT(delay_share_arm, "", "its mean over the launches of this arm")
FACT(delay_share_rest, "", "its mean over those of the other arms")
FACT(delay_share_t, "", "difference of these means over its standard error")
FACT(steal_share, "", "of the samples' time that a hypervisor took from the CPU")
FACT(steal_share_arm, "", "its mean over the launches of this arm")
FACT(steal_share_rest, "", "its mean over those of the other arms")
FACT(steal_share_t, "", "difference of these means over its standard error")
FACT(cpu_mhz, "MHz", "of the worker's CPU right after the samples; on a GPU sm_mhz")
FACT(cpu_mhz_arm, "MHz", "its mean over the launches of this arm")
FACT(cpu_mhz_rest, "MHz", "its mean over those of the other arms")
FACT(cpu_mhz_t, "", "difference of these means over its standard error")
FACT(remote_share, "", "of the buffers' pages, not in the memory of the worker's CPU")
FACT(remote_share_arm, "", "its mean over the launches of this arm")
FACT(remote_share_rest, "", "its mean over those of the other arms")
FACT(remote_share_t, "", "difference of these means over its standard error")
FACT(call_ns_arm, "ns", "call_ns' mean over the launches of this arm")
FACT(call_ns_rest, "ns", "its mean over those of the other arms")
FACT(call_ns_t, "", "difference of these means over its standard error")
FACT(has_fp_changed, "bool",
     "1 if calls ended with other rounding or other subnormals, as the worker says")
FACT(is_baseline, "bool", "1 for the arm that others are compared with")
FACT(to_host_bytes, "bytes", "that a call on a GPU copied to the host")
FACT(n_pinned, "blocks",
     "of the host's memory made reachable for the GPU, or by setup()")
FACT(has_host_data, "bool", "1 if the workload keeps tensors in the host's memory")
FACT(n_unended, "activities", "of that call that still ran when it was answered")
FACT(n_contexts, "contexts", "on the GPU made beside the judge's one, or by setup()")
FACT(n_persisting, "requests", "to keep lines in the GPU's L2, or by setup()")
FACT(n_modules, "modules", "of GPU code that the call asked for")
FACT(n_kept, "bytes", "of workspace that did not hold new poison before a call")
FACT(flush_cold_ns, "ns", "that the judge reads a mebibyte in, after its flush of L2")
FACT(flush_hot_ns, "ns", "the same at once again")
