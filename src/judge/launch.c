/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <linux/filter.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memfile.h"
#include "contract.h"
#include "decide/layers.h"
#include "filter.h"
#include "kernel/bundle.h"
#include "launch.h"
#include "launch_device.h"
#include "mpi.h"
#include "nccl.h"
#include "printable.h"
#include "ranks.h"
#include "ring.h"

#define MEMORY_ALLOWANCE_BYTES (UINT64_C(2) << 30) /* for a variant's own state */
#define MAX_ERRNO              4095
#define MEETING_NS             INT64_C(60000000000)
#define N_DESCRIPTORS          64

static void place_program(struct aisp_plan *p)
{
	const struct sock_fprog program = {
		.len = (unsigned short)p->run_filter.n,
		.filter = (struct sock_filter *)(uintptr_t)(AISP_PLAN_ADDRESS +
							    offsetof(struct aisp_plan,
								     run_filter.code))
	};

	_Static_assert(sizeof(program) == sizeof(p->run_program), "a 64-bit kernel");
	memcpy(p->run_program, &program, sizeof(program));
}

static int fill_plan(struct aisp_plan *p, bool is_traced,
		     const struct aisp_placement *where, const struct aisp_buffers *b,
		     const char *object, const char *lib, struct aisp_err *err)
{
	const struct aisp_needs needs = { .n_threads = b->problem.n_threads,
					  .n_ranks = b->problem.ranks.n,
					  .uses = b->problem.uses,
					  .driver = b->device->kind->driver,
					  .meets = b->meets,
					  .is_counted = aisp_judges_memory(b->workload),
					  .has_links = b->problem.ranks.n_nodes > 1 };

	aisp_buffers_describe(b, p);
	p->is_spin = where->is_spin;
	p->is_gated = b->device->kind->driver && !is_traced &&
		      (where->is_gated || b->problem.ranks.n || aisp_is_bundle(object));
	p->is_counted = needs.is_counted;
	p->is_patient = where->is_untimed && !needs.driver && !p->is_counted;
	p->may_allocate = needs.driver || b->meets || (needs.uses & AISP_USES_ALLOC);
	p->judge_pid = (int32_t)getpid();
	memcpy(p->param, b->io[0].param, sizeof(p->param));
	p->memory_limit_bytes = b->in_bytes + b->out_bytes + MEMORY_ALLOWANCE_BYTES;
	if (!realpath(object, p->variant_path))
		return aisp_err_errno(err, "%s", object);
	for (int i = 0; i < b->problem.n_in; i++)
		if (b->in_path[i][0])
			snprintf(p->scratch_path, sizeof(p->scratch_path), "%.*s",
				 (int)(strrchr(b->in_path[i], '/') - b->in_path[i]),
				 b->in_path[i]);
	p->max_descriptors = N_DESCRIPTORS;
	if (needs.driver)
		aisp_plan_driver(p, b->device, lib);
	if (needs.meets == AISP_MEETS_MPI)
		aisp_mpi_admit(p);
	if (needs.meets == AISP_MEETS_NCCL)
		aisp_nccl_admit(p);
	if (aisp_filter_load(&p->load_filter, &needs, err) ||
	    aisp_filter_run(&p->run_filter, &needs, err))
		return -1;
	place_program(p);
	return 0;
}

/* With a driver a denied call returns an error, and may be why it gave up. */
static void add_denied(struct aisp_launch *l)
{
	size_t used = strlen(l->cause);
	char what[80];

	if (!l->report->n_denied)
		return;
	aisp_syscall_name(l->report->syscall, what, sizeof(what));
	snprintf(l->cause + used, sizeof(l->cause) - used,
		 ", after denied system call %s", what);
}

static int name_status(struct aisp_launch *l, const char *name)
{
	int status = l->report->status;
	char text[sizeof(l->report->text)];

	aisp_printable(text, l->report->text, sizeof(text));
	if (!status)
		return 0;
	l->status = aisp_launch_status_of(l);
	if (text[0] && l->status == AISP_LAUNCH_UNSUPPORTED)
		snprintf(l->cause, sizeof(l->cause), "%s", text);
	else if (text[0])
		snprintf(l->cause, sizeof(l->cause), "%s: %s", name, text);
	else if (l->status == AISP_LAUNCH_UNSUPPORTED)
		snprintf(l->cause, sizeof(l->cause),
			 "%s says that this machine lacks something (-ENOTSUP); the "
			 "variant's .needs can name it",
			 name);
	else
		snprintf(l->cause, sizeof(l->cause), "%s returned %d (%s)%s", name,
			 status,
			 status > 0 ? "want 0 or -errno"
				    : strerror(status < -MAX_ERRNO ? EINVAL : -status),
			 status == -ENOTSUP ? ": only setup() may decline"
			 : status == -EACCES
				 ? ": docs/system_calls.md says what may be opened"
				 : "");
	add_denied(l);
	return -1;
}

static int callback_failed(struct aisp_launch *l, const char *name)
{
	for (struct aisp_launch *m = l; m; m = m->next_rank) {
		if (!name_status(m, name))
			continue;
		aisp_launch_blame(l, m);
		return -1;
	}
	return 0;
}

/* The worker's report of its layers is trusted before it loads the variant. */
static void note_entered(struct aisp_launch *l)
{
	struct aisp_process process;

	l->layers = l->report->layers;
	aisp_process_read(&process, l->pid);
	l->heap_bytes = process.heap_bytes;
	l->n_descriptors = aisp_view_descriptors(&l->view);
	l->n_shared = aisp_view_shared(&l->view);
	if (l->plan->is_counted)
		aisp_launch_held(l, &l->own_bytes, &l->own_host_bytes);
	l->has_objects = !aisp_objects_read(&l->objects, &l->view);
}

/* Filters of system calls cannot tell one file from another. */
static int decline_files(struct aisp_launch *l)
{
	if (!l->plan->written_dir[0] || l->layers >> AISP_LAYER_LANDLOCK & 1)
		return 0;
	l->status = AISP_LAUNCH_UNSUPPORTED;
	snprintf(l->cause, sizeof(l->cause),
		 "this kernel, or container, has no Landlock, without which a worker "
		 "that writes files could write to all of yours");
	return -1;
}

static int enter(struct aisp_launch *l)
{
	for (struct aisp_launch *m = l; m; m = m->next_rank)
		aisp_view_open(&m->view, m->pid);
	if (aisp_launch_ring(l, AISP_CMD_ENTER) < 0 || callback_failed(l, "load"))
		return -1;
	for (struct aisp_launch *m = l; m; m = m->next_rank)
		note_entered(m);
	return decline_files(l);
}

static int confine(struct aisp_launch *l)
{
	if (aisp_launch_ring(l, AISP_CMD_CONFINE) < 0)
		return -1;
	for (struct aisp_launch *m = l; m; m = m->next_rank) {
		struct aisp_process process;

		aisp_process_read(&process, m->pid);
		m->sealed_bytes = process.address_bytes;
		m->n_filters = aisp_view_filters(&m->view);
		if (aisp_calls_are_confined(m->n_filters, m->report->layers))
			m->layers |= 1u << AISP_LAYER_CONFINED;
	}
	return 0;
}

/*
 * The driver loads kernels at first calls, and may wait for running kernels.  Ranks'
 * kernels wait for others and at a gate, so that they make this call without one.
 */
static int rehearse(struct aisp_launch *l)
{
	struct aisp_bell *bell = &l->plan->bell;

	if (!l->buffers->problem.ranks.n)
		return aisp_launch_run(l, 0, 1) < 0;
	bell->first_slot = 0;
	bell->n_calls = 1;
	return aisp_launch_ring(l, AISP_CMD_RUN) < 0 || callback_failed(l, "run()");
}

static int load_and_set_up(struct aisp_launch *l)
{
	if (enter(l) || aisp_launch_ring(l, AISP_CMD_LOAD) < 0 ||
	    callback_failed(l, "load"))
		return -1;
	for (struct aisp_launch *m = l; m; m = m->next_rank)
		m->cls = m->report->cls; /* the worker cannot change its class later */
	if (aisp_launch_ring(l, AISP_CMD_SETUP) < 0 || callback_failed(l, "setup()"))
		return -1;
	if (l->buffers->device->kind->driver && rehearse(l))
		return -1;
	if (l->is_traced)
		return 0; /* counting needs system calls */
	return confine(l);
}

/* A library examines the machine and connects: calls' limits are too short. */
static int start_variant(struct aisp_launch *l)
{
	int64_t limit_ns = l->limit_ns;
	int rc;

	if (l->mpi && limit_ns < MEETING_NS)
		aisp_ranks_limit(l, MEETING_NS);
	rc = load_and_set_up(l);
	aisp_ranks_limit(l, limit_ns);
	return rc;
}

static int begin(struct aisp_launch *l, bool is_traced, const struct aisp_paths *paths,
		 const struct aisp_placement *where, const struct aisp_buffers *b,
		 const char *object, int64_t limit_ns, struct aisp_err *err)
{
	void *plan, *report;

	*l = (struct aisp_launch){ .plan_fd = -1,
				   .report_fd = -1,
				   .limit_ns = limit_ns,
				   .end = where->end,
				   .buffers = b,
				   .n_filters = NAN,
				   .heap_bytes = NAN,
				   .n_descriptors = NAN,
				   .n_shared = NAN,
				   .view = AISP_VIEW_CLOSED,
				   .is_traced = is_traced };
	if (aisp_memfile_new("aisp-plan", sizeof(*l->plan), &l->plan_fd, &plan, err))
		return -1;
	l->plan = plan;
	if (aisp_memfile_new("aisp-report", sizeof(*l->report), &l->report_fd, &report,
			     err))
		return -1;
	l->report = report;
	if (is_traced)
		snprintf(l->plan->trace_plugin_path, sizeof(l->plan->trace_plugin_path),
			 "%s/%s", paths->lib, b->device->kind->driver->trace_plugin);
	if (fill_plan(l->plan, is_traced, where, b, object, paths->lib, err) ||
	    aisp_plan_kernels(l, b, object, paths->lib))
		return -1;
	l->start_ns = aisp_now_ns();
	if ((b->meets && aisp_mpi_start(l, where, paths->lib, err)) ||
	    aisp_ranks_new(l, where, err))
		return -1;
	aisp_memfile_seal(l->plan_fd);
	if (aisp_ranks_spawn(l, where, paths->lib, err) || start_variant(l))
		return -1;
	for (struct aisp_launch *m = l; m; m = m->next_rank) {
		aisp_threads_open(&m->tasks, m->pid);
		aisp_threads_may_run(m->pid, &m->tasks_cpus);
	}
	aisp_threads_open_self(&l->judge);
	if (!l->plan->is_spin && !where->is_untimed)
		aisp_awake_begin(&l->awake, &where->worker, &l->report->done);
	l->ready_ns = aisp_now_ns() - l->start_ns;
	for (struct aisp_launch *m = l; m; m = m->next_rank)
		m->status = AISP_LAUNCH_OK;
	return 0;
}

int aisp_launch_begin(struct aisp_launch *l, const struct aisp_paths *paths,
		      const struct aisp_placement *where, const struct aisp_buffers *b,
		      const char *object, int64_t limit_ns, struct aisp_err *err)
{
	return begin(l, false, paths, where, b, object, limit_ns, err);
}

int aisp_launch_trace(const struct aisp_paths *paths,
		      const struct aisp_placement *where, const struct aisp_buffers *b,
		      const char *object, int64_t limit_ns, struct aisp_gpu_trace *t,
		      char why[512], struct aisp_err *err)
{
	struct aisp_launch l;
	int rc = begin(&l, true, paths, where, b, object, limit_ns, err);

	if (!rc && aisp_launch_run(&l, 0, 1) >= 0 && l.report->has_trace)
		*t = l.report->trace;
	else if (rc && l.status == AISP_LAUNCH_NOT_RUN)
		goto out;
	else
		rc = 1;
	snprintf(why, 512, "%s", l.cause[0] ? l.cause : "the trace was not taken");
out:
	aisp_launch_end(&l);
	return rc;
}

int aisp_launch_ready(struct aisp_launch *l)
{
	return aisp_launch_ring(l, AISP_CMD_READY) < 0 ? -1 : 0;
}

int aisp_launch_arm(struct aisp_launch *l, int first_slot, int n_calls)
{
	struct aisp_bell *bell = &l->plan->bell;

	if (!l->plan->is_gated || l->is_armed)
		return 0;
	bell->first_slot = (uint32_t)first_slot;
	bell->n_calls = (uint32_t)n_calls;
	bell->closed += 2;
	if (aisp_launch_ring(l, AISP_CMD_ARM) < 0 || callback_failed(l, "run()"))
		return -1;
	l->is_armed = true;
	return 0;
}

int64_t aisp_launch_run(struct aisp_launch *l, int first_slot, int n_calls)
{
	int64_t ns;

	if (!l->is_traced && aisp_launch_arm(l, first_slot, n_calls))
		return -1;
	l->is_armed = false;
	l->plan->bell.first_slot = (uint32_t)first_slot;
	l->plan->bell.n_calls = (uint32_t)n_calls;
	ns = aisp_launch_ring(l, AISP_CMD_RUN);
	return ns < 0 || callback_failed(l, "run()") ? -1 : ns;
}

void aisp_launch_count_ticks(struct aisp_launch *l, int64_t ns, uint64_t ticks)
{
	l->timed_ticks += ticks;
	l->timed_ns += ns;
}

double aisp_launch_event_ns(const struct aisp_launch *l)
{
	double most_ns = NAN;

	for (const struct aisp_launch *m = l; m; m = m->next_rank)
		if (m->buffers->device->kind->has_events)
			most_ns = fmax(most_ns, m->report->event_ns);
	return most_ns;
}

uint32_t aisp_launch_layers(const struct aisp_launch *l)
{
	uint32_t layers = l->layers;

	for (const struct aisp_launch *m = l->next_rank; m; m = m->next_rank)
		layers &= m->layers;
	return layers;
}

void aisp_launch_end(struct aisp_launch *l)
{
	if (l->pid && l->status == AISP_LAUNCH_OK)
		aisp_launch_ring(l, AISP_CMD_TEARDOWN);
	aisp_launch_kill(l); /* a variant may answer and never leave */
	aisp_mpi_end(l->mpi);
	l->mpi = NULL;
	aisp_ranks_free(l);
	aisp_awake_end(&l->awake);
	aisp_threads_close(&l->tasks);
	aisp_threads_close(&l->judge);
	aisp_view_close(&l->view);
	aisp_objects_release(&l->objects);
	if (l->plan)
		munmap(l->plan, sizeof(*l->plan));
	if (l->report)
		munmap(l->report, sizeof(*l->report));
	if (l->plan_fd >= 0)
		close(l->plan_fd);
	if (l->report_fd >= 0)
		close(l->report_fd);
	l->plan = NULL;
	l->report = NULL;
	l->plan_fd = l->report_fd = -1;
}
