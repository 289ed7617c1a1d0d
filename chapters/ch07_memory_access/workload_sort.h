/* SPDX-License-Identifier: MIT
 *
 * 32-bit integers in ascending order.  Every step of a sort moves all of them; what
 * differs is how often, and to how many places at a time.
 */
#include <aisp/workload.h>
#include <stdlib.h>
#include <string.h>

enum { N, THREADS };

/* Room for the keys once more. */
static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){
				"key", AISP_I32, 1, { p[N] }, AISP_FILL_BYTES });
	aisp_add_out(pr, (struct aisp_spec){ "sorted", AISP_I32, 1, { p[N] } });
	pr->bytes = 8.0 * (double)p[N];
	pr->is_cold = 1;
	pr->n_threads = (int)p[THREADS];
	pr->workspace_bytes = (size_t)p[N] * sizeof(int32_t);
	/* qsort(); blocks that wait for those before them. */
	pr->uses = AISP_USES_ALLOC | AISP_USES_COOPERATIVE;
	if (p[N] >= 1 << 30)
		pr->invalid = "n must be below 2^30";
}

/* Buckets of the reference: a key's upper bits, so that buckets are in order. */
#define BUCKET_BITS 16
#define N_BUCKETS   (1 << BUCKET_BITS)

static inline int bucket_of(int32_t key)
{
	return (int)(((uint32_t)key ^ 0x80000000u) >> (32 - BUCKET_BITS));
}

static int compare_keys(const void *a, const void *b)
{
	int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;

	return (x > y) - (x < y);
}

/* How many keys lie in the buckets before each. */
struct buckets {
	int64_t before[N_BUCKETS + 1];
};

static void count_buckets(struct buckets *b, const int32_t *key, int64_t n)
{
	memset(b, 0, sizeof(*b));
	for (int64_t i = 0; i < n; i++)
		b->before[bucket_of(key[i]) + 1]++;
	for (int k = 0; k < N_BUCKETS; k++)
		b->before[k + 1] += b->before[k];
}

/* Only the buckets that meet [first, first + n) are sorted. */
static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const int32_t *key = (const int32_t *)io->in[0].data;
	struct buckets *b = (struct buckets *)malloc(sizeof(*b));
	int64_t n_some = 0;
	int from = 0, to = 0;
	int32_t *some;

	(void)o;
	count_buckets(b, key, io->param[N]);
	while (b->before[from + 1] <= first)
		from++;
	for (to = from; b->before[to] < first + n;)
		to++;
	some = (int32_t *)malloc((size_t)(b->before[to] - b->before[from]) *
				 sizeof(*some));
	for (int64_t i = 0; i < io->param[N]; i++)
		if (bucket_of(key[i]) >= from && bucket_of(key[i]) < to)
			some[n_some++] = key[i];
	qsort(some, (size_t)n_some, sizeof(*some), compare_keys);
	for (int64_t i = 0; i < n; i++) {
		ref[i] = some[first + i - b->before[from]];
		mag[i] = fabs(ref[i]);
	}
	free(some);
	free(b);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "32-bit keys in ascending order",
	.n_params = 2,
	.params = { [N] = { "n", 10007, 1 << 22, 1 << 25, "keys", 1 << 26 },
		    [THREADS] = { "threads", 2, 2, 2, "threads of the CPU" } },
	.problem = problem,
	.reference = reference,
};
