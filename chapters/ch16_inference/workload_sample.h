/* SPDX-License-Identifier: MIT
 *
 * The next token of each row, drawn from the k largest logits: with l_1 the largest,
 * p_i is proportional to exp((l_i - l_1) / temperature) over those that are at least
 * the k-th largest, and the token is the first whose sum of p up to it, in the order of
 * the vocabulary, is more than u.  Sums are rounded, so that near a border two tokens
 * are right.
 * FLAGS: -O3
 */
#include <aisp/bf16.h>
#include <aisp/workload.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

enum { ROWS, VOCAB, K, TEMPERATURE };
enum { LOGITS, U };
enum { TOKENS };

#define MOST_K 1024
#define N_KEYS 65536

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){ .name = "logits",
					    .dtype = AISP_BF16,
					    .rank = 2,
					    .shape = { p[ROWS], p[VOCAB] },
					    .part = { AISP_PART_BATCH } });
	aisp_add_in(pr, (struct aisp_spec){ .name = "u",
					    .dtype = AISP_F32,
					    .rank = 1,
					    .shape = { p[ROWS] },
					    .fill = AISP_FILL_UNIT,
					    .part = { AISP_PART_BATCH } });
	aisp_add_out(pr, (struct aisp_spec){ .name = "tokens",
					     .dtype = AISP_I32,
					     .rank = 1,
					     .shape = { p[ROWS] },
					     .is_choice = 1 });
	pr->bytes = (double)p[ROWS] * (2.0 * (double)p[VOCAB] + 8);
	pr->workspace_bytes = (size_t)p[VOCAB] * 8;
	pr->uses = AISP_USES_ALLOC; /* sorting may need memory */
	if (p[K] > MOST_K || p[K] > p[VOCAB] || p[TEMPERATURE] < 1)
		pr->invalid = "k must not exceed 1024 or vocab, temperature not be 0";
}

/* Larger for larger numbers of 16 bits. */
static inline uint32_t sample_order(uint16_t bf16)
{
	return bf16 ^ (bf16 & 0x8000 ? 0xffffu : 0x8000u);
}

/* The k-th largest by its order, and the largest. */
static void find_border(const uint16_t *l, int64_t vocab, int64_t k, uint32_t *kth,
			uint32_t *largest)
{
	static thread_local int32_t count[N_KEYS];
	int64_t above = 0;
	uint32_t key = N_KEYS;

	memset(count, 0, sizeof(count));
	for (int64_t i = 0; i < vocab; i++)
		count[sample_order(l[i])]++;
	*largest = 0;
	while (above < k) {
		above += count[--key];
		if (count[key] && !*largest)
			*largest = key;
	}
	*kth = key;
}

/* A row, and where sums of p begin and end. */
struct drawn {
	const struct aisp_tensor *logits;
	int64_t at, vocab;
	uint32_t kth;
	double first, temperature; /* the largest logit */
};

static double p_of(const struct drawn *d, int64_t i)
{
	const uint16_t *l = (const uint16_t *)d->logits->data + d->at;

	if (sample_order(l[i]) < d->kth)
		return 0;
	return exp((aisp_bf16_at(d->logits, d->at + i) - d->first) / d->temperature);
}

/* `got` if it is right but for rounding, else the token that is.  Of equal logits all
 * rounding errors are of one sign. */
static double draw(const struct drawn *d, double u, int32_t got, int64_t k)
{
	double total = 0, sum = 0, slack;
	int64_t token = -1, n_kept = 0;

	for (int64_t i = 0; i < d->vocab; i++) {
		double p = p_of(d, i);

		total += p;
		n_kept += p > 0;
	}
	slack = total * (double)(8 + (n_kept > k ? n_kept : k)) * 0x1p-24;
	for (int64_t i = 0; i < d->vocab; i++) {
		double p = p_of(d, i), next = sum + p;

		if (p > 0 && token < 0 && next > u * total)
			token = i;
		if (p > 0 && i == got && sum - slack <= u * total &&
		    u * total < next + slack)
			return (double)i;
		sum = next;
	}
	return (double)token;
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const uint16_t *logits = (const uint16_t *)io->in[LOGITS].data;
	const int32_t *tokens = (const int32_t *)io->out[TOKENS].data;
	int64_t vocab = io->param[VOCAB], k = io->param[K];

	(void)o;
	for (int64_t i = 0; i < n; i++) {
		struct drawn d = { &io->in[LOGITS],
				   (first + i) * vocab,
				   vocab,
				   0,
				   0,
				   (double)io->param[TEMPERATURE] / 1000 };
		uint32_t largest, at = 0;

		find_border(logits + d.at, vocab, k, &d.kth, &largest);
		while (sample_order(logits[d.at + at]) != largest)
			at++;
		d.first = aisp_bf16_at(d.logits, d.at + at);
		ref[i] = draw(&d, (double)aisp_in_f32(io, U)[first + i],
			      tokens[first + i], k);
		mag[i] = 0;
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "a token drawn from the k largest logits of each row",
	.n_params = 4,
	.params = { [ROWS] = { "rows", 37, 8, 64, "sequences of a batch", 256 },
		    [VOCAB] = { "vocab", 997, 32000, 128256, "tokens that there are",
				128256 },
		    [K] = { "k", 13, 50, 50, "tokens that may be drawn", 50 },
		    [TEMPERATURE] = { "temperature", 800, 800, 800,
				      "thousandths; above 1000 evens out", 800 } },
	.problem = problem,
	.reference = reference,
};
