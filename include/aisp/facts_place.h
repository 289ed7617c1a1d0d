/* SPDX-License-Identifier: MIT
 *
 * facts_place.h - of facts.h, what a launch happened in: clocks, CPUs, limits, device.
 */
FACT(clock_ns_per_tick, "ns", "the judge's clock per tick of the CPU's counter")
FACT(clock_ns_per_tick_before, "ns", "clock_ns_per_tick before the first launch")
FACT(resolution_ns, "ns",
     "time that the judge cannot resolve: clock step, doorbell's residue")
FACT(loose_share, "",
     "share of its terms that an output may lack and pass, rounded up; in the margin")
FACT(alike_share, "",
     "share of an input that its workload makes the same in each call; 0 below a "
     "quarter")
FACT(margin, "", "relative change within which the verdict is SAME")
FACT(n_retaken, "samples", "samples taken again: CPUs taken or worker not ready")
FACT(tried_ns, "ns",
     "time of a call without waits for a CPU in all attempts at timed samples, those "
     "that were taken again among them: geometric mean")
FACT(n_spoilt, "samples",
     "timed samples while other programs had the CPUs for an unknown time")
FACT(is_disturbed, "bool",
     "1 if most timed samples are spoilt: the launch does not count")
FACT(n_warmup, "samples", "untimed samples before the timed ones")
FACT(least_ns, "ns", "time of one call in the fastest timed sample")
FACT(slow_share, "", "share of the timed samples above 1.5 times the fastest one")
FACT(is_traced, "bool", "1 if some process traced the worker")
FACT(unmapped_bytes, "bytes", "memory that the worker unmapped during its timed calls")
FACT(address_limit_bytes, "bytes", "address space that the worker may have")
FACT(priority, "", "the worker's priority: 20 + nice; below 0 if it is real-time")
FACT(priority_first, "", "priority in the first launch of the group")
FACT(n_cpus, "CPUs", "given CPUs that the worker's threads could use at the end")
FACT(n_cpus_lacking, "CPUs",
     "number of threads minus n_cpus, if enough CPUs were given")
FACT(n_cpus_other, "CPUs",
     "CPUs that some thread of the worker could use although they were not given")
FACT(device, "hash", "hash of the GPU's UUID; 0: no GPU is used")
FACT(device_first, "hash", "device in the first launch of the group")
FACT(driver, "hash", "hash of the versions of kernel, microcode and NVIDIA's driver")
FACT(driver_first, "hash", "driver in the first launch of the group")
FACT(governor, "hash", "hash of the name of the CPU's frequency governor")
FACT(governor_first, "hash", "governor in the first launch of the group")
FACT(power_limit_w, "W", "power limit of the GPU, else of the CPU's package")
FACT(power_limit_w_first, "W", "power_limit_w in the first launch of the group")
FACT(energy_j, "J",
     "energy for a call: of the CPU's packages, for wake-up and other programs, too, "
     "mean over the timed samples; or of the GPU, over many calls after the samples")
FACT(energy_moves, "moves",
     "changes of the GPU's energy counter during these calls: one is the resolution")
FACT(n_heat_events, "events", "times that heat slowed CPU or GPU during the samples")
FACT(quota_cpus, "CPUs", "CPU time that the worker's control group allows; 0: no limit")
FACT(quota_cpus_first, "CPUs", "quota_cpus in the first launch of the group")
FACT(n_throttled, "periods", "scheduling periods that this quota cut short")
FACT(n_libraries, "libraries", "libraries that the worker mapped")
FACT(n_libraries_differ, "libraries",
     "mapped libraries of another build than the one of that name in the group's first "
     "launches")
FACT(is_virtual, "bool", "1 on a virtual machine")
FACT(n_gpu_others, "processes",
     "processes on the GPU beside the judge and the worker, where NVML lists these")
FACT(gpu_busy_share, "",
     "share of the judge's probes of the GPU, while no call ran on it, that other "
     "programs delayed")
FACT(evict_ns, "ns",
     "time in which the judge reads a mebibyte of its own after it evicted its CPU's "
     "caches, where data are cold")
FACT(drop_ns, "ns", "the same after the judge flushed each line of that mebibyte")
