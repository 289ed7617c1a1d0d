/* SPDX-License-Identifier: MIT
 *
 * A stream of messages from each rank to the next one in a ring.  A message is a change
 * to the previous result, except that each 64th holds the result itself; the receiver
 * needs the results:
 *
 *     y[m] = x[m] + (m % 64 ? y[m - 1] : 0), mod 2^32, of the x of the rank before
 *
 * A window has room for a few messages, not for all.
 */
#include <aisp/ranks.h>
#include <aisp/workload.h>

enum { RANKS, MESSAGES, WORDS, SLOTS };

#define WHOLE 64 /* from one message that stands for itself to the next */

/* Words from slot to slot, which share no cache line. */
static inline int64_t slot_words(const int64_t *p)
{
	return (p[WORDS] + 15) & -16;
}

static struct aisp_spec stream_spec(const char *name, const int64_t *p)
{
	return (struct aisp_spec){ .name = name,
				   .dtype = AISP_U32,
				   .rank = 3,
				   .shape = { p[RANKS], p[MESSAGES], p[WORDS] },
				   .fill = AISP_FILL_BYTES,
				   .part = { AISP_PART_RANKS } };
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	double bytes = 4.0 * (double)(p[MESSAGES] * p[WORDS]);

	aisp_add_in(pr, stream_spec("x", p));
	aisp_add_out(pr, stream_spec("y", p));
	pr->ranks.n = (int)p[RANKS];
	pr->ranks.peers_write = 1;
	pr->ranks.window_bytes = sizeof(uint32_t) * (size_t)(p[SLOTS] * slot_words(p));
	pr->ranks.size_bytes = pr->ranks.wire_bytes = bytes;
	pr->bytes = 2 * bytes * (double)p[RANKS];
	if (p[SLOTS] < 1 || p[SLOTS] & (p[SLOTS] - 1))
		pr->invalid = "slots must be a power of two";
	if (p[MESSAGES] >= UINT32_MAX)
		pr->invalid = "messages must be less than 2^32 - 1";
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t words = io->param[WORDS], messages = io->param[MESSAGES];
	int64_t ranks = io->param[RANKS];

	(void)o;
	for (int64_t e = 0; e < n; e++) {
		int64_t row = (first + e) / words, m = row % messages;
		int64_t from = (row / messages + ranks - 1) % ranks * messages + m;
		const uint32_t *x = (const uint32_t *)io->in[0].data + from * words +
				    (first + e) % words;
		uint32_t sum = 0;

		for (int64_t back = m % WHOLE; back >= 0; back--)
			sum += x[-back * words];
		ref[e] = (double)sum;
		mag[e] = ref[e];
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "messages between processes, in order",
	.n_params = 4,
	.params = { [RANKS] = { "ranks", 2, 2, 4, "processes" },
		    [MESSAGES] = { "messages", 257, 16384, 65536, "of each rank" },
		    [WORDS] = { "words", 5, 64, 64, "of 32 bits, of a message" },
		    [SLOTS] = { "slots", 8, 64, 64,
				"messages for which a window has room" } },
	.problem = problem,
	.reference = reference,
};
