/* SPDX-License-Identifier: MIT
 *
 * plan_model.h - how a training step of a decoder is cut over GPUs, what a GPU must
 * hold then, and how long the step takes, by the arithmetic of D. Narayanan et al.
 * (arXiv:2104.04473) and V. Korthikanti et al. (arXiv:2205.05198).  Policies know all
 * of it, except that the rates of a cluster that they know are somewhat wrong.
 */
#ifndef PLAN_MODEL_H
#define PLAN_MODEL_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#define TOKENS  4096 /* of a sequence; a microbatch of a replica is one */
#define NODE    8    /* GPUs with fast links between them */
#define OVERLAP 0.5  /* of the step, beside which gradients are summed */
#define NARROW  256  /* columns of a GPU at which half of the rate is lost */

/* A decoder; sequences of a step; GPUs for it. */
enum { LAYERS, WIDTH, SEQUENCES, GPUS, N_JOB };

/* GPUs that share a layer; stages of layers; activations are computed again. */
struct plan {
	int32_t tensor, stages, again;
};

/* Operations a second of a GPU; bytes a second within a node, and between nodes. */
struct rates {
	double flops, inside, between;
};

static inline struct rates nominal_rates(void)
{
	return (struct rates){ 7e14, 3.5e11, 4.5e10 };
}

static inline double weights_of(const int32_t *job)
{
	return 12.0 * job[LAYERS] * job[WIDTH] * job[WIDTH];
}

/* Copies of the model, which share the sequences. */
static inline int32_t replicas(const int32_t *job, struct plan p)
{
	return job[GPUS] / (p.tensor * p.stages);
}

static inline bool is_plan(const int32_t *job, struct plan p)
{
	if (p.tensor < 1 || p.stages < 1 || p.again < 0 || p.again > 1 ||
	    p.tensor > job[GPUS] || p.stages > job[GPUS] / p.tensor)
		return false;
	return job[GPUS] % (p.tensor * p.stages) == 0 && job[LAYERS] % p.stages == 0 &&
	       job[WIDTH] % (128 * p.tensor) == 0 &&
	       job[SEQUENCES] % replicas(job, p) == 0;
}

/* Microbatches of a replica. */
static inline double microbatches(const int32_t *job, struct plan p)
{
	return job[SEQUENCES] / (double)replicas(job, p);
}

/* Weights and gradients in bf16, three fp32 numbers of the optimizer on one of the
 * replicas each; activations of as many microbatches as stages, 34 bytes a number of
 * the width, or what a layer begins with and those of one layer. */
static inline double bytes_of_gpu(const int32_t *job, struct plan p)
{
	double weights = weights_of(job) / (p.tensor * p.stages);
	double layers = job[LAYERS] / (double)p.stages, at_once = p.stages;
	double row = (double)TOKENS * job[WIDTH];

	at_once = fmin(at_once, microbatches(job, p));
	if (p.again)
		return weights * (4 + 12.0 / replicas(job, p)) +
		       row * (2 * layers * at_once + 34.0 / p.tensor);
	return weights * (4 + 12.0 / replicas(job, p)) +
	       row * 34 * layers * at_once / p.tensor;
}

/* To sum n bytes over so many GPUs, apart from each other by `apart`. */
static inline double sum_s(const struct rates *r, double bytes, int32_t n,
			   int32_t apart)
{
	return 2 * (n - 1) / (double)n * bytes /
	       (n * apart <= NODE ? r->inside : r->between);
}

/* A microbatch in a stage, there and back: products, and four sums a layer. */
static inline double stage_s(const struct rates *r, const int32_t *job, struct plan p)
{
	double columns = job[WIDTH] / (double)p.tensor;
	double flops =
		(p.again ? 8 : 6) * weights_of(job) / (p.tensor * p.stages) * TOKENS;
	double layers = job[LAYERS] / (double)p.stages;

	return flops / (r->flops * columns / (columns + NARROW)) +
	       layers * (p.again ? 6 : 4) *
		       sum_s(r, 2.0 * TOKENS * job[WIDTH], p.tensor, 1);
}

static inline double step_s(const struct rates *r, const int32_t *job, struct plan p)
{
	double fill = microbatches(job, p) + p.stages - 1;
	double hand = p.stages > 1 ? 4.0 * TOKENS * job[WIDTH] / r->between : 0;
	double busy = fill * (stage_s(r, job, p) + hand);
	double sum = sum_s(r, 2 * weights_of(job) / (p.tensor * p.stages),
			   replicas(job, p), p.tensor * p.stages);

	return busy + fmax(0, sum - OVERLAP * busy);
}

#endif
