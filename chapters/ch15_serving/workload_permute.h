/* SPDX-License-Identifier: MIT
 *
 * Moves rows of tokens to where their experts read them: token t goes to k experts,
 * ids[t], and an expert's rows lie one behind the other in y, in any order. start[e] is
 * where those of expert e begin; row[j] is the token at place j; back[t][i] is the
 * place of token t at its i-th expert.
 */
#include <aisp/bf16.h>
#include <aisp/workload.h>
#include <threads.h>

enum { TOKENS, EXPERTS, K, WIDTH, THREADS };
enum { IDS, X };
enum { START, ROW, BACK, Y };

#define MOST_TOKENS  65536
#define MOST_EXPERTS 1024

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t n = p[TOKENS], k = p[K];

	aisp_add_in(
		pr,
		(struct aisp_spec){
			"ids", AISP_I32, 2, { n, k }, AISP_FILL_INDEX, p[EXPERTS] });
	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_BF16, 2, { n, p[WIDTH] } });
	aisp_add_out(pr,
		     (struct aisp_spec){ "start", AISP_I64, 1, { p[EXPERTS] + 1 } });
	aisp_add_out(pr, (struct aisp_spec){ .name = "row",
					     .dtype = AISP_I32,
					     .rank = 1,
					     .shape = { n * k },
					     .is_choice = 1 });
	aisp_add_out(pr, (struct aisp_spec){ "back", AISP_I32, 2, { n, k } });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_BF16, 2, { n * k, p[WIDTH] } });
	pr->bytes =
		2.0 * (double)(n * p[WIDTH]) * (double)(1 + k) + 12.0 * (double)(n * k);
	pr->is_cold = 1;
	pr->n_threads = (int)p[THREADS];
	if (n > MOST_TOKENS || p[EXPERTS] > MOST_EXPERTS || k > p[EXPERTS])
		pr->invalid =
			"tokens must not exceed 65536, experts 1024, nor k experts";
}

static inline const int32_t *ids_of(const struct aisp_io *io)
{
	return (const int32_t *)io->in[IDS].data;
}

/* A token goes to no expert twice. */
static void prepare(const struct aisp_io *io, uint64_t bits)
{
	int32_t *ids = (int32_t *)io->in[IDS].data;
	int64_t k = io->param[K];

	(void)bits;
	for (int64_t t = 0; t < io->param[TOKENS]; t++, ids += k)
		for (int64_t i = 1, j = 0; i < k; i++, j = 0)
			while (j < i)
				if (ids[j++] == ids[i]) {
					ids[i] = (int32_t)((ids[i] + 1) %
							   io->param[EXPERTS]);
					j = 0;
				}
}

/* Where each expert's rows begin, and behind the last where they end. */
static const int64_t *find_starts(const struct aisp_io *io)
{
	static thread_local int64_t start[MOST_EXPERTS + 1];
	int64_t experts = io->param[EXPERTS];

	for (int64_t e = 0; e <= experts; e++)
		start[e] = 0;
	for (int64_t i = 0; i < io->param[TOKENS] * io->param[K]; i++)
		start[ids_of(io)[i] + 1]++;
	for (int64_t e = 0; e < experts; e++)
		start[e + 1] += start[e];
	return start;
}

static inline int goes_to(const struct aisp_io *io, int64_t token, int64_t expert)
{
	for (int64_t i = 0; i < io->param[K]; i++)
		if (ids_of(io)[token * io->param[K] + i] == expert)
			return 1;
	return 0;
}

/* The places [from, from + n) of an expert: valid tokens stay, the rest become those
 * that are missing. */
static void choose(const struct aisp_io *io, int64_t expert, int64_t from, int64_t n,
		   int32_t *right)
{
	static thread_local char is_named[MOST_TOKENS];
	const int32_t *got = (const int32_t *)io->out[ROW].data + from;
	int64_t tokens = io->param[TOKENS], missing = 0;

	for (int64_t t = 0; t < tokens; t++)
		is_named[t] = !goes_to(io, t, expert);
	for (int64_t j = 0; j < n; j++) {
		right[j] = got[j] >= 0 && got[j] < tokens && !is_named[got[j]] ? got[j]
									       : -1;
		if (right[j] >= 0)
			is_named[got[j]] = 1;
	}
	for (int64_t j = 0; j < n; j++) {
		if (right[j] >= 0)
			continue;
		while (is_named[missing])
			missing++;
		is_named[missing] = 1;
		right[j] = (int32_t)missing;
	}
}

static void reference_row(const struct aisp_io *io, const int64_t *start, int64_t first,
			  int64_t n, double *ref)
{
	static thread_local int32_t right[MOST_TOKENS];

	for (int64_t e = 0; e < io->param[EXPERTS]; e++) {
		int64_t from = start[e], end = start[e + 1];

		if (end <= first || from >= first + n)
			continue;
		choose(io, e, from, end - from, right);
		for (int64_t j = from < first ? first : from; j < end && j < first + n;
		     j++)
			ref[j - first] = right[j - from];
	}
}

/* The place of a token among [from, end); 0 if it has none. */
static int64_t place_of(const struct aisp_io *io, int64_t token, int64_t from,
			int64_t end)
{
	const int32_t *row = (const int32_t *)io->out[ROW].data;

	for (int64_t j = from; j < end; j++)
		if (row[j] == token)
			return j;
	return 0;
}

static void reference_back(const struct aisp_io *io, const int64_t *start,
			   int64_t first, int64_t n, double *ref)
{
	for (int64_t i = 0; i < n; i++) {
		int64_t e = ids_of(io)[first + i];

		ref[i] = (double)place_of(io, (first + i) / io->param[K], start[e],
					  start[e + 1]);
	}
}

/* A row of y, which is a token's. */
static void reference_y(const struct aisp_io *io, int64_t place, double *ref)
{
	int64_t token = ((const int32_t *)io->out[ROW].data)[place],
		width = io->param[WIDTH];

	if (token < 0 || token >= io->param[TOKENS])
		token = 0; /* `row` is wrong there */
	for (int64_t c = 0; c < width; c++)
		ref[c] = aisp_bf16_at(&io->in[X], token * width + c);
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const int64_t *start = find_starts(io);
	int64_t width = io->param[WIDTH];

	for (int64_t i = 0; i < n; i++)
		mag[i] = 0;
	if (o == ROW)
		reference_row(io, start, first, n, ref);
	if (o == BACK)
		reference_back(io, start, first, n, ref);
	for (int64_t i = 0; i < n && o == START; i++)
		ref[i] = (double)start[first + i];
	for (int64_t i = 0; i < n && o == Y; i += width)
		reference_y(io, (first + i) / width, ref + i);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "rows of tokens, gathered by expert",
	.n_params = 5,
	.params = { [TOKENS] = { "tokens", 61, 1024, 8192, "tokens of a batch", 4096 },
		    [EXPERTS] = { "experts", 16, 64, 128, "experts of a layer", 128 },
		    [K] = { "k", 2, 4, 8, "experts that a token goes to", 8 },
		    [WIDTH] = { "width", 40, 1024, 2048, "elements of a row", 4096 },
		    [THREADS] = { "threads", 2, 2, 2, "threads of the CPU" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
};
