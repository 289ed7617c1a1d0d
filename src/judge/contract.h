/* SPDX-License-Identifier: MIT
 *
 * contract.h - a workload, loaded into the judge, at one set of parameters.
 */
#ifndef AISP_CONTRACT_H
#define AISP_CONTRACT_H

#include <aisp/workload.h>
#include <sched.h>
#include <stdbool.h>

#include "base/err.h"
#include "base/meets.h"

enum aisp_preset {
	AISP_PRESET_SMALL,
	AISP_PRESET_DEFAULT,
	AISP_PRESET_LARGE,
	AISP_N_PRESETS
};

const char *aisp_preset_name(enum aisp_preset p);
int aisp_preset_parse(enum aisp_preset *p, const char *name, struct aisp_err *err);

/* How a function of the workload failed to return; `why` is empty if none did. */
struct aisp_contract_fault {
	char source[256]; /* the path of workload_x.h; of a longer one the end */
	char why[510];
};

struct aisp_contract {
	void *object; /* dlopen handle */
	struct aisp_contract_fault *fault;
	const struct aisp_workload *workload;
	int64_t param[AISP_MAX_PARAMS];
	char variant[4352];    /* source that asks for workspace; "": the workload's */
	char asks[160];        /* its WORKSPACE: words, on this line; */
	int asks_line;         /* 0: nothing */
	enum aisp_meets meets; /* it says whose walls it needs */
	struct aisp_problem problem;
};

/* Is a variant judged by the memory that it asks for?  w may be NULL. */
static inline bool aisp_judges_memory(const struct aisp_workload *w)
{
	return w && w->score && w->score->is_memory;
}

/* Load workload_<name>.so, made from that header.  0, or -1 with *err filled. */
int aisp_contract_open(struct aisp_contract *c, const char *object, const char *header,
		       struct aisp_err *err);
void aisp_contract_close(struct aisp_contract *c);

/* Returns the parameter's index, or -1. */
int aisp_contract_find(const struct aisp_contract *c, const char *param);

/* Set all parameters to the preset's values; then change some and evaluate. */
void aisp_contract_preset(struct aisp_contract *c, enum aisp_preset p,
			  enum aisp_device device);

/* Fill c->problem from c->param.  Returns 0, or -1 if the workload refuses them. */
int aisp_contract_evaluate(struct aisp_contract *c, struct aisp_err *err);

/* Why the workload runs only on the CPU; NULL: it need not. */
const char *aisp_needs_host(const struct aisp_contract *c);

/* Do rows of s fill whole bytes, and can s be filled? 0, or -1 with *err filled. */
int aisp_contract_check_elems(const struct aisp_spec *s, struct aisp_err *err);

/* Can the tensors be cut for the ranks?  Returns 0, or -1 with *err filled. */
int aisp_contract_check_ranks(const struct aisp_problem *pr, struct aisp_err *err);

/*
 * Call one of the workload's functions, guarded, with that limit of CPU time; if it
 * does not return, c->fault names `function`.  Returns 0, or -1 if it did not return.
 */
int aisp_contract_call(const struct aisp_contract *c, void (*run)(void *), void *call,
		       const char *function, int limit_s);

/* Note what is wrong with one of its functions; if several threads do, the first one.
 */
void aisp_contract_blame(const struct aisp_contract *c, const char *function,
			 const char *why);

/*
 * The workload's functions, guarded (guard.h).  After a fault they do nothing, their
 * numbers are zero, and aisp_contract_check() returns -1 with the function in *err:
 * call it before you believe a result.
 */
void aisp_contract_reference(const struct aisp_contract *c, const struct aisp_io *io,
			     int o, int64_t first, int64_t n, double *ref, double *mag);
/* The fewest elements of output o for which reference() is called. */
static inline int64_t aisp_contract_row(const struct aisp_contract *c,
					const struct aisp_io *io, int o)
{
	const struct aisp_tensor *t = &io->out[o];

	return t->rank >= 2 && !c->problem.out[o].by_element ? t->shape[t->rank - 1]
							     : 1;
}
/* Does this magnitude say that the element of output o does not exist? */
static inline int aisp_is_none(const struct aisp_contract *c, int o, double mag)
{
	return c->problem.out[o].is_ragged && mag < 0;
}

/* Returns NULL if the invariant holds, or if there is none. */
const char *aisp_contract_invariant(const struct aisp_contract *c,
				    const struct aisp_io *io);
/* Begin a step: stamp it, and from step 1 on call next(), if the workload has it. */
void aisp_contract_next(const struct aisp_contract *c, const struct aisp_io *io,
			int64_t step);
int aisp_contract_check(const struct aisp_contract *c, struct aisp_err *err);

/* The key of input i's contents, from the key of all inputs (device/fill_chain.h). */
uint64_t aisp_contract_input_key(uint64_t key, int i, int dist);

/*
 * Call the workload's own prepare() and prepare_part(), if it has them, on inputs that
 * were filled under that key; parts run on those CPUs, or on the caller's if NULL.
 */
void aisp_contract_prepare(const struct aisp_contract *c, const struct aisp_io *io,
			   uint64_t key, const cpu_set_t *cpus);

/* Fill all inputs of io by their specs; then call the workload's own prepare(). */
void aisp_contract_fill(const struct aisp_contract *c, const struct aisp_io *io,
			int dist, uint64_t key);

#endif
