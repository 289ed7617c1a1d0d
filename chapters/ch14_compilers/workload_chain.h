/* SPDX-License-Identifier: MIT
 *
 * A chain of operations on each element, known only at run time: y = x, then `length`
 * steps that `seed` picks from ADD (y + a), MULTIPLY (y b), CLIP (max(y, 0)), SQUASH
 * (y / (1 + |y|)) and HALVE (y / 2 - a).  Three numbers are read and one is written
 * for each element if nothing else is: memory binds.
 */
#include <aisp/workload.h>
#include <float.h>

enum { ELEMS, LENGTH, SEED };

enum { IN_X, IN_A, IN_B };

enum step { ADD, MULTIPLY, CLIP, SQUASH, HALVE, N_STEPS };

#define MOST_STEPS 64

/* The chain's i-th step, a function of the seed alone (SplitMix64). */
static inline enum step step_of(const int64_t *p, int64_t i)
{
	uint64_t z = (uint64_t)p[SEED] + (uint64_t)(i + 1) * 0x9e3779b97f4a7c15;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return (enum step)((z ^ z >> 31) % N_STEPS);
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t n = p[ELEMS];

	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_F32, 1, { n } });
	aisp_add_in(pr, (struct aisp_spec){ "a", AISP_F32, 1, { n } });
	aisp_add_in(pr, (struct aisp_spec){ "b", AISP_F32, 1, { n } });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_F32, 1, { n } });
	pr->flops = (double)n * (double)p[LENGTH];
	pr->bytes = 16.0 * (double)n;
	pr->is_cold = 1;
	pr->error_c = 4; /* one rounding, as in ch06:add */
	if (p[LENGTH] < 1 || p[LENGTH] > MOST_STEPS)
		pr->invalid = "length is 1 to 64";
}

/* One step in double; *error, in units of fp32's roundoff, goes along. */
static double apply(enum step step, double y, double a, double b, double *error)
{
	switch (step) {
	case ADD:
		y += a;
		break;
	case MULTIPLY:
		y *= b;
		*error *= fabs(b);
		break;
	case CLIP:
		return fmax(y, 0);
	case SQUASH:
		/* The slope is at most 1, and falls where y is large. */
		*error /= fmax(1, fabs(y));
		y /= 1 + fabs(y);
		*error += 2 * fabs(y);
		break;
	default:
		y = y / 2 - a;
		*error /= 2;
		break;
	}
	*error += fabs(y) + (double)FLT_MIN;
	if (fabs(y) <= (double)FLT_MAX)
		return y;
	/* Long chains leave fp32's range; infinities and NaN are exact. */
	*error = 0;
	return y * INFINITY;
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const float *x = aisp_in_f32(io, IN_X) + first,
		    *a = aisp_in_f32(io, IN_A) + first;
	const float *b = aisp_in_f32(io, IN_B) + first;

	(void)o;
	for (int64_t e = 0; e < n; e++) {
		ref[e] = (double)x[e];
		mag[e] = 0;
		for (int64_t i = 0; i < io->param[LENGTH]; i++)
			ref[e] = apply(step_of(io->param, i), ref[e], (double)a[e],
				       (double)b[e], &mag[e]);
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "a chain of operations known at run time",
	.n_params = 3,
	.params = { [ELEMS] = { "elems", 10007, 1 << 22, 1 << 27, "elements", 1 << 26 },
		    [LENGTH] = { "length", 7, 8, 16, "steps, at most 64", 8 },
		    [SEED] = { "seed", 5, 1, 2, "which steps" } },
	.problem = problem,
	.reference = reference,
};
