/* SPDX-License-Identifier: MIT */
#include <aisp/workload.h>

#include "checks/guarantee.h"

static bool has_shared_memory(const struct aisp_evidence *ev)
{
	return ev->n_shared > 0;
}

static bool has_environment(const struct aisp_evidence *ev)
{
	return ev->n_environment > 0;
}

static bool has_descriptors(const struct aisp_evidence *ev)
{
	return ev->n_descriptors > 0;
}

/* False in an old run, or if no rank has a group. */
static bool has_group(const struct aisp_evidence *ev)
{
	return ev->has_group == 1;
}

static bool has_changed_canaries(const struct aisp_evidence *ev)
{
	return ev->n_canary > 0;
}

static bool lacks_load_filter(const struct aisp_evidence *ev)
{
	return ev->has_load_filter != 1;
}

static bool declares_no_files(const struct aisp_evidence *ev)
{
	return !((unsigned)ev->uses & AISP_USES_FILES);
}

static bool has_samples(const struct aisp_evidence *ev)
{
	return ev->n_samples > 0;
}

static bool has_limits(const struct aisp_evidence *ev)
{
	return ev->has_limits == 1;
}

static bool has_namespaces(const struct aisp_evidence *ev)
{
	return ev->has_namespaces == 1;
}

static bool has_no_capabilities(const struct aisp_evidence *ev)
{
	return ev->has_no_caps == 1;
}

AISP_GUARANTEE(isolation, baseline_fallback,
	       "calls the baseline or the reference instead of code of its own",
	       "one variant is loaded; the objects of the others cannot be opened",
	       "Kevin 2025: try the kernel, fall back to the reference",
	       AISP_NEEDS(has_landlock),
	       AISP_HOLDS(aisp_has_landlock, "the baseline's object cannot be opened"),
	       AISP_FILES_OPEN);

AISP_GUARANTEE(isolation, constructor_work,
	       "computes while it is loaded, before setup() and before the clock",
	       "inputs of timed calls do not exist when an object is loaded",
	       "flashinfer-bench issue 127", AISP_NEEDS(is_fresh),
	       AISP_HOLDS(aisp_is_fresh, "inputs were made after it was loaded"),
	       AISP_REPEATED);

AISP_GUARANTEE(
	isolation, cross_process_replay,
	"keeps results of one launch for the next, in files or shared memory",
	"nothing outlives a launch: no file, no shared memory; and inputs never repeat",
	"reference-kernels issue 142",
	AISP_NEEDS(has_landlock, has_load_filter, n_shared),
	AISP_PARTLY(has_shared_memory, "%.0f shared mappings of its own",
		    AISP_N(n_shared)),
	AISP_HOLDS(aisp_is_shut_off, "no place to keep anything, none was made"),
	AISP_PARTLY(AISP_ELSE, "files or shared memory stay open to it"));

AISP_GUARANTEE(isolation, endless_loop, "never answers, and the run never ends",
	       "the judge waits for a limited time, then kills the process",
	       "emmy issue 215: a hung kernel held the bench for 109 minutes",
	       AISP_NEEDS(limit_ns),
	       AISP_HOLDS(aisp_has_limit, "an answer may take %.3g s",
			  AISP_PER(limit_ns, 1e9)),
	       AISP_PARTLY(AISP_ELSE, "the judge waits without end"));

AISP_GUARANTEE(isolation, environment_cue,
	       "computes correctly only if arguments, environment or open files show "
	       "that it is tested",
	       "every launch looks alike: no arguments, no environment, three null "
	       "descriptors",
	       "METR 2025: walks the stack to find the grader",
	       AISP_NEEDS(n_environment, n_descriptors),
	       AISP_PARTLY(has_environment, "%.0f bytes of environment",
			   AISP_N(n_environment)),
	       AISP_PARTLY(has_descriptors, "%.0f open descriptors",
			   AISP_N(n_descriptors)),
	       AISP_HOLDS(AISP_ELSE, "no environment, no descriptors"));

AISP_GUARANTEE(isolation, exit_rewrite,
	       "repairs its outputs when it ends: destructors, atexit(), teardown()",
	       "outputs of a sample are compared before the next, and never read again",
	       NULL, AISP_NEEDS(n_compared, n_samples),
	       AISP_HOLDS(aisp_compared_all, "compared before the process may end"),
	       AISP_SOME_COMPARED);

AISP_GUARANTEE(isolation, file_read, "reads tests, answers or results from the disk",
	       "Landlock opens system libraries and its own object, nothing else",
	       "METR 2025: searches the file system for the grader",
	       AISP_NEEDS(has_landlock),
	       AISP_HOLDS(aisp_has_landlock,
			  "system libraries and its own object only"),
	       AISP_FILES_OPEN);

AISP_GUARANTEE(isolation, file_write,
	       "leaves files for a later launch, or overwrites sources and results",
	       "Landlock grants no right to write; the limit of file sizes is 0", NULL,
	       AISP_NEEDS(has_landlock),
	       AISP_PARTLY(has_group, "files of its group's, which go with it"),
	       AISP_HOLDS(aisp_has_landlock, "no file may be written"),
	       AISP_FILES_OPEN);

AISP_GUARANTEE(
	isolation, foreign_abi,
	"makes 32-bit system calls, whose numbers mean other things to a filter",
	"the filter allows one architecture and ends a process that uses another", NULL,
	AISP_NEEDS(has_load_filter),
	AISP_HOLDS(aisp_has_load_filter, "calls of other ABIs end the process"),
	AISP_UNFILTERED);

AISP_GUARANTEE(isolation, guard_page, "reads or writes far beside its buffers",
	       "unmapped pages around every buffer: the first step ends the launch",
	       "pygpubench: canaries", AISP_NEEDS(n_canary, is_gpu),
	       AISP_PASSES(aisp_is_on_gpu,
			   "a GPU's allocations have gaps of its driver's making"),
	       AISP_PARTLY(has_changed_canaries, "%.0f bytes inside the pages changed",
			   AISP_N(n_canary)),
	       AISP_HOLDS(AISP_ELSE,
			  "unmapped pages on both sides, no canary changed"));

AISP_GUARANTEE(isolation, io_uring_bypass,
	       "submits to io_uring what the filter of system calls forbids",
	       "io_uring is denied unless the workload declares files; "
	       "then Landlock still holds",
	       NULL, AISP_NEEDS(has_load_filter, uses, has_landlock),
	       AISP_PARTLY(lacks_load_filter,
			   "system calls are not filtered while it loads"),
	       AISP_HOLDS(declares_no_files, "io_uring_setup() is denied"),
	       AISP_HOLDS(aisp_has_landlock, "declared, and Landlock holds its files"),
	       AISP_PARTLY(AISP_ELSE, "declared, and no Landlock"));

AISP_GUARANTEE(isolation, judge_signal, "stops or kills the judge, or the other side",
	       "the filter of system calls denies every call that sends a signal; so "
	       "does Landlock since Linux 6.12",
	       NULL, AISP_NEEDS(has_load_filter),
	       AISP_HOLDS(aisp_has_load_filter,
			  "kill(), tgkill() and their like are denied"),
	       AISP_UNFILTERED);

AISP_GUARANTEE(
	isolation, kernel_probe,
	"watches the judge or the machine through the kernel: counters, BPF, traces",
	"the filter of system calls denies them", NULL, AISP_NEEDS(has_load_filter),
	AISP_HOLDS(aisp_has_load_filter, "bpf() and perf_event_open() are denied"),
	AISP_UNFILTERED);

AISP_GUARANTEE(isolation, malformed_object,
	       "is not a variant, or is one for another version of the contract, and "
	       "confuses the harness",
	       "the version of the contract is compared, in a process whose failure "
	       "harms no other",
	       NULL, AISP_NEEDS(n_samples),
	       AISP_HOLDS(has_samples, "loaded and measured under this contract"),
	       AISP_PARTLY(AISP_ELSE, "no sample"));

AISP_GUARANTEE(
	isolation, memory_exhaustion,
	"takes all memory, so that others starve or the machine swaps",
	"address space, files and core dumps are limited; only its own launch fails",
	NULL, AISP_NEEDS(has_limits), AISP_HOLDS(has_limits, "its memory is limited"),
	AISP_PARTLY(AISP_ELSE, "limits could not be set"));

AISP_GUARANTEE(
	isolation, memory_injection,
	"writes into the judge's memory, or another process's",
	"the filter of system calls denies every call that reaches foreign memory",
	"pygpubench: ptrace", AISP_NEEDS(has_load_filter),
	AISP_HOLDS(aisp_has_load_filter, "ptrace() and process_vm_writev() are denied"),
	AISP_UNFILTERED);

AISP_GUARANTEE(isolation, network, "downloads an answer, or reports to somebody",
	       "no socket can be made, and its network namespace has no interface",
	       "KernelGuard: RUNTIME_PACKAGE_INSTALL",
	       AISP_NEEDS(has_load_filter, has_namespaces),
	       AISP_PARTLY(has_group, "sockets to its group's ranks alone"),
	       AISP_HOLDS(aisp_has_load_filter, "socket() is denied"),
	       AISP_HOLDS(has_namespaces, "its network has no interface"),
	       AISP_PARTLY(AISP_ELSE, "neither a filter nor a network namespace"));

AISP_GUARANTEE(isolation, obfuscated_call,
	       "hides a system call from whoever reads the source or the imports",
	       "the filter looks at the call itself",
	       "KernelGuard: TOKEN_PASTE_CUDA_API", AISP_NEEDS(has_load_filter),
	       AISP_HOLDS(aisp_has_load_filter,
			  "the kernel filters, whatever the source looks like"),
	       AISP_UNFILTERED);

AISP_GUARANTEE(isolation, privilege_gain,
	       "gains rights over the machine: users, namespaces, clocks",
	       "capabilities dropped, no_new_privs set, unshare() and setuid() denied",
	       NULL, AISP_NEEDS(has_no_caps),
	       AISP_HOLDS(has_no_capabilities,
			  "no capabilities, and none can be gained"),
	       AISP_PARTLY(AISP_ELSE, "capabilities could not be dropped"));

AISP_GUARANTEE(isolation, proc_memory,
	       "writes through /proc/self/mem where its own mappings are read-only",
	       "no file of /proc may be opened", "pygpubench: proc_mem_bypass",
	       AISP_NEEDS(has_landlock),
	       AISP_HOLDS(aisp_has_landlock, "/proc cannot be opened"),
	       AISP_FILES_OPEN);

AISP_GUARANTEE(isolation, process_spawn,
	       "starts processes that compute, or wait, beside the timed one",
	       "the filter of system calls lets no process be made",
	       "pygpubench: thread_fd", AISP_NEEDS(has_load_filter),
	       AISP_HOLDS(aisp_has_load_filter,
			  "fork() and clone() of processes are denied"),
	       AISP_UNFILTERED);

AISP_GUARANTEE(isolation, program_execution,
	       "becomes another program: a compiler, an installer, a shell",
	       "the filter of system calls lets no program be run",
	       "KernelGuard: RUNTIME_PACKAGE_INSTALL", AISP_NEEDS(has_load_filter),
	       AISP_HOLDS(aisp_has_load_filter, "execve() is denied"), AISP_UNFILTERED);

AISP_GUARANTEE(
	isolation, racy_result, "is wrong now and then, and passes the one test",
	"outputs of every timed sample are compared, not only those of an earlier test",
	NULL, AISP_NEEDS(n_compared, n_samples),
	AISP_HOLDS(aisp_compared_all, "every sample was compared"), AISP_SOME_COMPARED);

AISP_GUARANTEE(isolation, reference_read,
	       "finds the reference in memory or on the disk, and calls it",
	       "the reference is computed in another process; "
	       "its object cannot be opened here",
	       "Sakana 2025: the reference output was found in reused memory",
	       AISP_NEEDS(has_landlock),
	       AISP_HOLDS(aisp_has_landlock, "the workload's object cannot be opened"),
	       AISP_FILES_OPEN);

AISP_GUARANTEE(isolation, seed_reconstruction,
	       "works out the next inputs from those that it has seen",
	       "keys of calls come from a secret by a pseudo-random function; none "
	       "follows from another, nor from a few elements of an input",
	       "kernelbot: cheat-rng", AISP_NEEDS(is_fresh, is_seed_secret),
	       AISP_PARTLY(aisp_inputs_repeat, "inputs given by the user repeat"),
	       AISP_PARTLY(aisp_seed_is_known,
			   "the seed was given: who knew it knows all inputs"),
	       AISP_HOLDS(AISP_ELSE, "a fresh secret, and SipHash between calls"));

AISP_GUARANTEE(isolation, signal_handler,
	       "rewrites registers or memory from a handler of faults or denied calls",
	       "the filter lets no handler be set for the signals of faults",
	       "pygpubench: seccomp_trap", AISP_NEEDS(has_load_filter),
	       AISP_HOLDS(aisp_has_load_filter, "sigaction() of faults is denied"),
	       AISP_UNFILTERED);

AISP_GUARANTEE(
	isolation, teardown_work,
	"defers its work to where no clock runs: teardown(), pauses",
	"outputs are compared before teardown() is called; a launch is one process",
	"Google Benchmark issue 797", AISP_NEEDS(n_compared, n_samples),
	AISP_HOLDS(aisp_compared_all, "compared before teardown()"),
	AISP_SOME_COMPARED);

AISP_GUARANTEE(
	isolation, tested_branch,
	"is right while it thinks that it is tested, and fast afterwards",
	"no test is apart from the timed calls: outputs of every sample are compared",
	"llm.c pull request 851: right for the first 10 calls",
	AISP_NEEDS(n_compared, n_samples),
	AISP_HOLDS(aisp_compared_all, "what is timed is what is compared, each time"),
	AISP_SOME_COMPARED);
