/* SPDX-License-Identifier: MIT
 *
 * Stream compaction: of one long array of 16-bit values, those below a limit, side by
 * side in their order, and their number.  Where an element goes, all elements before it
 * decide.  It is read once, and what is kept written once, so memory binds.
 */
#include <aisp/clones.h>
#include <aisp/workload.h>

enum { N, KEEP, THREADS };
enum { KEPT, N_KEPT };

/* The first value that is not kept. */
static inline uint32_t limit_of(const int64_t *p)
{
	return (uint32_t)(p[KEEP] * 65536 / 100);
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){ .name = "x",
					    .dtype = AISP_U16,
					    .rank = 1,
					    .shape = { p[N] },
					    .fill = AISP_FILL_BYTES });
	aisp_add_out(pr, (struct aisp_spec){ .name = "kept",
					     .dtype = AISP_U16,
					     .rank = 1,
					     .shape = { p[N] },
					     .is_ragged = 1 });
	aisp_add_out(pr, (struct aisp_spec){ "n_kept", AISP_U64, 1, { 1 } });
	pr->bytes = 2 * (double)p[N] + 8; /* what is kept, the data say */
	pr->workspace_bytes = (size_t)p[THREADS] * sizeof(int64_t); /* a count each */
	pr->is_cold = 1;
	pr->n_threads = (int)p[THREADS];
	if (p[KEEP] < 1 || p[KEEP] > 100)
		pr->invalid = "keep is 1 to 100 %";
	if (p[N] > INT32_MAX)
		pr->invalid = "n must fit an int32";
}

AISP_CLONES __attribute__((optimize("O3"))) static int64_t
count_below(const uint16_t *x, int64_t n, uint32_t limit)
{
	int64_t total = 0;

	for (int64_t i = 0; i < n; i += 32768) {
		uint16_t some = 0;
		int64_t end = i + 32768 < n ? i + 32768 : n;

		for (int64_t k = i; k < end; k++)
			some = (uint16_t)(some + (x[k] < limit));
		total += some;
	}
	return total;
}

/* Elements [first, first + n) of what is kept. */
static inline void reference_kept(const struct aisp_io *io, int64_t first, int64_t n,
				  double *ref, double *mag)
{
	const uint16_t *x = (const uint16_t *)io->in[0].data;
	uint32_t limit = limit_of(io->param);
	int64_t at = 0, i = 0, total = io->param[N];

	while (i + 4096 <= total) {
		int64_t more = count_below(x + i, 4096, limit);

		if (at + more > first)
			break;
		at += more;
		i += 4096;
	}
	for (; i < total && at < first + n; i++)
		if (x[i] < limit && at++ >= first) {
			ref[at - 1 - first] = x[i];
			mag[at - 1 - first] = 0; /* copies: bits must match */
		}
	for (int64_t e = at > first ? at - first : 0; e < n; e++) {
		ref[e] = 0;
		mag[e] = -1; /* not there */
	}
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	if (o == KEPT) {
		reference_kept(io, first, n, ref, mag);
		return;
	}
	ref[0] = mag[0] = (double)count_below((const uint16_t *)io->in[0].data,
					      io->param[N], limit_of(io->param));
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "compaction of the values below a limit",
	.n_params = 3,
	.params = { [N] = { "n", 10007, 16 << 20, 64 << 20, "elements", 256 << 20 },
		    [KEEP] = { "keep", 50, 50, 50, "share that is kept, in %" },
		    [THREADS] = { "threads", 2, 2, 2, "threads of the CPU" } },
	.problem = problem,
	.reference = reference,
};
