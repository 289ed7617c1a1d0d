/* SPDX-License-Identifier: MIT
 *
 * launch.h - one life of one worker, and the clock that times it from outside.
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

/* When a run is to end, whatever still runs; each is optional. */
struct aisp_end {
	const volatile sig_atomic_t *is_stopped;
	int64_t deadline_ns; /* on aisp_now_ns()'s clock */
};

bool aisp_end_has_come(const struct aisp_end *end);

/* Where judge and workers run, and how they wait for each other. */
struct aisp_placement {
	bool is_spin;    /* a core is left for the judge: spin; else futexes */
	bool is_gated;   /* calls are enqueued behind a gate, which the judge opens */
	bool is_untimed; /* only values count */
	bool may_sleep;  /* so they do on the host: nobody spins, all have all CPUs */
	int n_ranks;     /* of a launch, here; 0: one process, alone */
	struct aisp_meet *meet; /* judges of other nodes (across.h); NULL: none */
	cpu_set_t judge, worker;
	struct aisp_end end; /* then no call that takes long is waited for */
};

/* For workers of that problem's ranks and threads, on the CPUs that this process may
 * use. */
void aisp_placement_choose(struct aisp_placement *p, const struct aisp_problem *pr);

/* The CPUs of both. */
void aisp_placement_all(const struct aisp_placement *p, cpu_set_t *all);

/* Undo the pinning of the last launch: all CPUs of both. */
void aisp_placement_leave(const struct aisp_placement *p);

/* Which ranks of a problem are here. */
struct aisp_ranks_here {
	int first, n;
};

struct aisp_ranks_here aisp_ranks_here(const struct aisp_placement *where,
				       const struct aisp_problem *pr);

struct aisp_mpi;

struct aisp_launch {
	pid_t pid;
	int rank;
	struct aisp_launch *next_rank; /* ranks.h; NULL: this is the last, or alone */
	struct aisp_process before;    /* of ranks 1 and on: before the timed calls */
	bool has_arrivals;        /* note when each rank answers (rank_arrivals.h) */
	int64_t seen_ns;          /* when this one was; 0: not yet */
	struct aisp_launch *held; /* the rank that is (rank_hold.h); NULL: none */
	int64_t held_ns;          /* for how long from the next ring on, */
	int n_changes;            /* then at which change again; 0: at none */
	int (*let_go)(struct aisp_launch *l); /* called behind the ring */
	int64_t freed_ns;             /* when the last one that was held went on */
	uint32_t number;              /* of the last command */
	int64_t limit_ns;             /* for one command */
	struct aisp_end end;          /* as in the placement */
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
	bool is_paused;       /* it stands still until the next ring */
	bool is_traced; /* count what the GPU's driver is asked for; times mean nothing
			 */
	struct aisp_view view;
	uint32_t cls;     /* enum aisp_class, by its own word when it was loaded */
	uint32_t layers;  /* enum aisp_layer bits that held */
	double n_filters; /* of system calls, by the kernel's count; NaN: unknown */
	/* Of the worker before it loaded the variant; NaN: unknown. */
	double heap_bytes, n_descriptors, n_shared;
	/* likewise, where memory is judged (launch_device.h) */
	double own_bytes, own_host_bytes;
	double sealed_bytes; /* of addresses, when it could map no more */
	struct aisp_objects objects;
	bool has_objects;
	int64_t start_ns;          /* when the spawn began */
	int64_t ready_ns;          /* from there until calls can be timed */
	struct aisp_threads tasks; /* of the worker once it is set up, */
	cpu_set_t tasks_cpus;      /* and where these may run */
	double waited_ns;  /* for a CPU, by its first thread, early in the last command
			    */
	double ran_ns;     /* that it had run at the last look, */
	int64_t ran_at_ns; /* and since when it had */
	int64_t rung_ns;   /* when the last command was given */
	int64_t looked_ns; /* when we last looked after who had not answered it, */
	double elapsed_ns; /* and the time until then, less that of standstills */
	int64_t unanswered_ns;   /* when there was no answer to it yet */
	int64_t answered_ns;     /* when there was one, */
	uint64_t answered_ticks; /* and by the CPU's counter */
	bool is_patient; /* sleep until the worker answers, where it spins otherwise */
	struct aisp_threads judge; /* the thread that waits for answers */
	struct aisp_awake awake;   /* the CPUs that both sleep on */
	double gap_ns;  /* that the judge may have been away at the ends of the last one
			 */
	double late_ns; /* that it was ready and had no CPU after the answer */
	uint64_t ring_ticks; /* the CPU's, of the last command */
	/* What it took to read clock and counter, at the bell and at the answer; the
	 * least so far; whether somebody came between the two. */
	uint64_t reading_ticks, least_reading_ticks;
	bool is_torn;
	int64_t timed_ns; /* of undisturbed calls, by the clock and in these ticks */
	uint64_t timed_ticks;
	enum aisp_launch_status status;
	char cause[512]; /* why status is not OK, fit to print */
};

/*
 * Spawn a worker that loads `object` behind the sandbox and calls setup().
 * 0; or -1, with status and cause set if the variant failed, or *err filled if
 * the harness did (status NOT_RUN).  Always end with aisp_launch_end().
 */
int aisp_launch_begin(struct aisp_launch *l, const struct aisp_paths *paths,
		      const struct aisp_placement *where, const struct aisp_buffers *b,
		      const char *object, int64_t limit_ns, struct aisp_err *err);

/*
 * One launch that counts what one call asks the device's driver for, on the inputs
 * that slot 0 holds; the driver has a plugin for that.  0; 1 if there is no count, with
 * *why; -1 with *err filled.
 */
int aisp_launch_trace(const struct aisp_paths *paths,
		      const struct aisp_placement *where, const struct aisp_buffers *b,
		      const char *object, int64_t limit_ns, struct aisp_gpu_trace *t,
		      char why[512], struct aisp_err *err);

/*
 * Stop the worker, if it is not: what runs may read what is being written, and do at
 * leisure what it should have done in a call.  0, or -1 with status and cause set.
 */
int aisp_launch_pause(struct aisp_launch *l);

/*
 * Where calls are gated: enqueue n_calls calls, which begin when they are rung for.  0,
 * or -1 with status and cause set.
 */
int aisp_launch_arm(struct aisp_launch *l, int first_slot, int n_calls);

/*
 * Wake it and wait until it answers; for a moment it does not sleep again.  0, or -1
 * with status and cause set.
 */
int aisp_launch_ready(struct aisp_launch *l);

/* Read what the CPUs have used while it stands still, for a moment if it did not.  As
 * aisp_launch_pause(). */
int aisp_launch_energy(struct aisp_launch *l, struct aisp_energy *e);

/* Let it run again, and be ready.  As aisp_launch_ready(). */
int aisp_launch_resume(struct aisp_launch *l);

/*
 * Ring: n_calls calls on the slots from first_slot on.  The wall time between
 * the ring and the answer, in ns, or -1 with status and cause set.
 */
int64_t aisp_launch_run(struct aisp_launch *l, int first_slot, int n_calls);

/* Undisturbed runs, which took so many of both, say how long a tick is. */
void aisp_launch_count_ticks(struct aisp_launch *l, int64_t ns, uint64_t ticks);

/* What the device's own events said of those calls, in ns; NaN without events. */
double aisp_launch_event_ns(const struct aisp_launch *l);

/* Let the worker tear down, then end and reap it. */
void aisp_launch_end(struct aisp_launch *l);

/* Bit i of this: enum aisp_layer i was in force. */
uint32_t aisp_launch_layers(const struct aisp_launch *l);

#endif
