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
FACT(n_samples, "samples", "timed samples in this launch")
FACT(n_samples_planned, "samples", "samples that the judge's plan asked for")
FACT(n_missing_launches, "launches", "that the run's journal has and its record lacks")
FACT(n_journal, "lines", "of the run's journal, a chain of hashes, so far")
FACT(n_edited, "places",
     "where a saved run differs from its journal; known only when it is judged again")
FACT(is_spin, "bool", "1 if judge and worker each have a CPU of their own")
FACT(wake_ns, "ns", "median time from letting the worker see new inputs to the bell")
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
FACT(heldout_gap, "", "its speedup at the public sizes over that at the others")
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
