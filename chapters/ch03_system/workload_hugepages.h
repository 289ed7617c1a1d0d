/* SPDX-License-Identifier: MIT
 *
 * How often does each key occur?  Counted in a table with an entry for every
 * possible key, as in a hash aggregation: each key touches a page of its own,
 * and translating the address costs more than the count.
 */
#include <aisp/workload.h>
#include <stdlib.h>

enum { N, KEYS };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t n = p[N], keys = p[KEYS];

	if (keys > INT32_MAX)
		pr->invalid = "keys must fit 31 bits";
	aisp_add_in(pr, (struct aisp_spec){ "key",
					    AISP_I32,
					    1,
					    { n },
					    .fill = AISP_FILL_INDEX,
					    .limit = keys });
	aisp_add_out(pr, (struct aisp_spec){ "count", AISP_I32, 1, { n } });
	pr->bytes = 2.0 * (double)n * sizeof(int32_t);
	pr->bound_by = "page walks";
}

/* Half of the keys repeat another one, so that counts differ. */
static void prepare(const struct aisp_io *io, uint64_t bits)
{
	int32_t *key = io->in[0].data;
	int64_t n = io->param[N];

	for (int64_t i = 1; i < n; i += 2) {
		bits = bits * UINT64_C(6364136223846793005) +
		       UINT64_C(1442695040888963407);
		key[i] = key[(bits >> 33) % (uint64_t)n];
	}
}

struct slot {
	int32_t key, count;
	int32_t is_used;
};

static struct slot *find(struct slot *table, uint64_t mask, int32_t key)
{
	uint64_t at = (uint32_t)key * UINT64_C(0x9e3779b97f4a7c15) >> 32;

	while (table[at & mask].is_used && table[at & mask].key != key)
		at++;
	return &table[at & mask];
}

/* Only the slice's keys are counted, in a small table that is at most half full. */
static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const int32_t *key = io->in[0].data;
	uint64_t size = 2;
	struct slot *table;

	(void)o;
	while (size < 2 * (uint64_t)n)
		size *= 2;
	table = calloc(size, sizeof(*table));
	for (int64_t e = 0; table && e < n; e++)
		*find(table, size - 1, key[first + e]) =
			(struct slot){ key[first + e], 0, 1 };
	for (int64_t i = 0; table && i < io->param[N]; i++)
		find(table, size - 1, key[i])->count++;
	for (int64_t e = 0; e < n; e++) {
		ref[e] = table ? find(table, size - 1, key[first + e])->count : NAN;
		mag[e] = 0; /* integers: bits must match */
	}
	free(table);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "occurrences of each key",
	.n_params = 2,
	.params = { [N] = { "n", 5003, 32003, 100003, "keys to count" },
		    [KEYS] = { "keys", 1 << 20, 1 << 27, 1 << 28,
			       "possible keys; the table has 4 bytes for each" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
};
