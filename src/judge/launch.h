/* SPDX-License-Identifier: MIT
 *
 * launch.h - the life of one worker, and the clock that times it from outside.
 */
#ifndef AISP_LAUNCH_H
#define AISP_LAUNCH_H

#include <sched.h>
#include <signal.h>
#include <sys/types.h>

#include "awake.h"
#include "base/paths.h"
#include "decide/measured.h"
#include "device/buffers.h"
#include "machine/energy.h"
#include "meet.h"
#include "probes/libraries.h"
#include "probes/process.h"
#include "probes/ran.h"
#include "worker/protocol.h"

/* When a run must end, whatever still runs; both are optional. */
struct aisp_end {
	const volatile sig_atomic_t *is_stopped;
	int64_t deadline_ns; /* on aisp_now_ns()'s clock */
};

bool aisp_end_has_come(const struct aisp_end *end);

/* Where judge and workers run, and how they wait for each other. */
struct aisp_placement {
	bool is_spin;    /* the judge has a core of its own and spins; else futexes */
	bool is_gated;   /* calls are enqueued behind a gate, which the judge opens */
	bool is_untimed; /* only values count, not times */
	bool may_sleep;  /* the judge does not spin, and all use all CPUs */
	int n_ranks;     /* of a launch on this node; 0: one process, no ranks */
	struct aisp_meet *meet; /* judges of other nodes (across.h); NULL: none */
	cpu_set_t judge, worker;
	struct aisp_end end; /* when no long call is waited for any more */
};

/* Choose for workers with the problem's ranks and threads, from the CPUs that this
 * process may use. */
void aisp_placement_choose(struct aisp_placement *p, const struct aisp_problem *pr);

/* The CPUs of judge and workers together. */
void aisp_placement_all(const struct aisp_placement *p, cpu_set_t *all);

/* Undo the pinning of the last launch: the judge may use all CPUs of both. */
void aisp_placement_leave(const struct aisp_placement *p);

/* The ranks of a problem that run on this node. */
struct aisp_ranks_here {
	int first, n;
};

struct aisp_ranks_here aisp_ranks_here(const struct aisp_placement *where,
				       const struct aisp_problem *pr);

struct aisp_mpi;

struct aisp_launch {
	pid_t pid;
	int rank;
	struct aisp_launch *next_rank; /* ranks.h; NULL: this is the last or only one */
	struct aisp_process before;    /* of ranks 1 and on: before the timed calls */
	bool has_arrivals;        /* note when each rank answers (rank_arrivals.h) */
	int64_t seen_ns;          /* when this rank did; 0: not yet */
	struct aisp_launch *held; /* the rank held back (rank_hold.h); NULL: none */
	int64_t held_ns;          /* how long it is held from the next ring on; */
	int n_changes;            /* then again at this change; 0: at none */
	int (*let_go)(struct aisp_launch *l); /* called after the ring */
	int64_t freed_ns;                     /* when the last held rank went on */
	uint32_t number;                      /* of the last command */
	int64_t limit_ns;                     /* for one command */
	struct aisp_end end;                  /* as in the placement */
	const struct aisp_meet *meet; /* judges whose ranks share its calls; NULL */
	struct aisp_plan *plan;
	struct aisp_report *report;
	int plan_fd, report_fd;
	const struct aisp_buffers *buffers;
	/* Streams to ranks on other nodes, by rank, until the worker has them; 0: none.
	 */
	int links[AISP_MAX_RANKS];
	struct aisp_mpi *mpi; /* of all ranks (mpi.h); NULL: none */
	bool is_armed;        /* the calls of the next run wait behind the gate */
	bool is_paused;       /* stopped until the next ring */
	bool is_traced;       /* counts requests to the GPU's driver, untimed */
	struct aisp_view view;
	uint32_t cls;     /* enum aisp_class, as it said when loaded */
	uint32_t layers;  /* enum aisp_layer bits that held */
	double n_filters; /* of system calls, by the kernel's count; NaN: unknown */
	/* Of the worker before it loaded the variant; NaN: unknown. */
	double heap_bytes, n_descriptors, n_shared;
	/* likewise, if memory is judged (launch_device.h) */
	double own_bytes, own_host_bytes;
	double sealed_bytes; /* address space when it could map no more */
	struct aisp_objects objects;
	bool has_objects;
	int64_t start_ns;          /* when the spawn began */
	int64_t ready_ns;          /* from there until calls can be timed */
	struct aisp_threads tasks; /* of the worker once it is set up, */
	cpu_set_t tasks_cpus;      /* and where these may run */
	double waited_ns;          /* of its first thread, early in a command */
	double ran_ns;             /* that it had run at the last look, */
	int64_t ran_at_ns;         /* and since when it had */
	int64_t rung_ns;           /* when the last command was given */
	int64_t looked_ns;         /* when we last checked for the answer, */
	double elapsed_ns;         /* and the time until then, without standstills */
	int64_t unanswered_ns;     /* when there was still no answer */
	int64_t answered_ns;       /* when the answer was there, */
	uint64_t answered_ticks;   /* and by the CPU's counter */
	bool is_patient; /* sleep until the answer where the judge usually spins */
	struct aisp_threads judge; /* the thread that waits for answers */
	struct aisp_awake awake;   /* keeps the CPUs awake while both sleep */
	double gap_ns;             /* the judge may have been away, at its ends */
	double late_ns;      /* the judge was ready without a CPU after the answer */
	uint64_t ring_ticks; /* the CPU's, of the last command */
	/* Ticks to read clock and counter, at the bell and at the answer; the least so
	 * far; whether another thread ran between the two. */
	uint64_t reading_ticks, least_reading_ticks;
	bool is_torn;
	int64_t timed_ns; /* of undisturbed calls, in ns and in ticks */
	uint64_t timed_ticks;
	enum aisp_launch_status status;
	char cause[512]; /* why status is not OK, fit to print */
};

/*
 * Spawn a worker that loads `object` behind the sandbox and calls setup(). Returns 0;
 * or -1, with status and cause set if the variant failed, or *err filled if the harness
 * did (status NOT_RUN).  Always end with aisp_launch_end().
 */
int aisp_launch_begin(struct aisp_launch *l, const struct aisp_paths *paths,
		      const struct aisp_placement *where, const struct aisp_buffers *b,
		      const char *object, int64_t limit_ns, struct aisp_err *err);

/*
 * A launch that counts what one call on slot 0's inputs requests from the device's
 * driver, which has a plugin for that.  Returns 0; 1 without a count, with *why; -1
 * with *err filled.
 */
int aisp_launch_trace(const struct aisp_paths *paths,
		      const struct aisp_placement *where, const struct aisp_buffers *b,
		      const char *object, int64_t limit_ns, struct aisp_gpu_trace *t,
		      char why[512], struct aisp_err *err);

/*
 * Stop the worker, if it runs: it might read what is being written, or work for a call
 * off the clock.  Returns 0, or -1 with status and cause set.
 */
int aisp_launch_pause(struct aisp_launch *l);

/*
 * If calls are gated: enqueue n_calls calls, which begin when they are rung for.
 * Returns 0, or -1 with status and cause set.
 */
int aisp_launch_arm(struct aisp_launch *l, int first_slot, int n_calls);

/*
 * Wake the worker and wait until it answers; it does not sleep again for a moment.
 * Returns 0, or -1 with status and cause set.
 */
int aisp_launch_ready(struct aisp_launch *l);

/* Read the energy that the CPUs have used, with the worker stopped meanwhile.  Returns
 * what aisp_launch_pause() returns. */
int aisp_launch_energy(struct aisp_launch *l, struct aisp_energy *e);

/* Let the worker run again and get ready.  Returns what aisp_launch_ready() returns. */
int aisp_launch_resume(struct aisp_launch *l);

/*
 * Ring for n_calls calls on the slots from first_slot on.  Returns the wall time from
 * the ring to the answer in ns, or -1 with status and cause set.
 */
int64_t aisp_launch_run(struct aisp_launch *l, int first_slot, int n_calls);

/* Add an undisturbed run, in ns and ticks: together they tell how long a tick is. */
void aisp_launch_count_ticks(struct aisp_launch *l, int64_t ns, uint64_t ticks);

/* The time of those calls by the device's own events, in ns; NaN without events. */
double aisp_launch_event_ns(const struct aisp_launch *l);

/* Let the worker tear down, then end and reap it. */
void aisp_launch_end(struct aisp_launch *l);

/* The enum aisp_layer bits that were in force for all ranks. */
uint32_t aisp_launch_layers(const struct aisp_launch *l);

#endif
