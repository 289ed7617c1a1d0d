/* SPDX-License-Identifier: MIT
 *
 * Decimal text to fp32: n numbers of 4 to 18 characters, a line each, as
 *     -31.4159   2.71828182845904523   602214.076e+3
 * Each becomes the fp32 that is nearest to what is written, ties to even: the bits of
 * strtof().  Some lie half way between two fp32, or just above.  A line and its newline
 * have LINE_BYTES on average.
 */
#include <aisp/workload.h>
#include <stdlib.h>
#include <string.h>

enum { N, THREADS };

#define LINE_BYTES 12
#define SPREAD     8 /* lines are up to SPREAD - 1 bytes longer or shorter */

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(
		pr,
		(struct aisp_spec){
			"text", AISP_U8, 1, { p[N] * LINE_BYTES }, AISP_FILL_BYTES });
	aisp_add_out(pr, (struct aisp_spec){ "x", AISP_F32, 1, { p[N] } });
	pr->bytes = (double)p[N] * (LINE_BYTES + sizeof(float));
	pr->is_cold = 1;
	pr->bound_by = "integer operations";
	pr->n_threads = (int)p[THREADS];
}

/* Random bits of line i (G. Steele, D. Lea and C. Flood 2014: splitmix64). */
static inline uint64_t line_bits(uint64_t bits, int64_t i)
{
	uint64_t z = bits + (uint64_t)i * 0x9e3779b97f4a7c15u;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

/* Make a number of the n random bytes at s. */
static inline void write_number(char *s, int64_t n, uint64_t r)
{
	int64_t first = r & 1, last = n;

	for (int64_t i = 0; i < n; i++)
		s[i] = (char)('0' + (uint8_t)s[i] * 10 / 256);
	if (first)
		s[0] = '-';
	if (n > 8 && (r >> 1) % 8 == 0) {
		last = n - 3;
		s[last] = 'e';
		s[last + 1] = r >> 4 & 1 ? '-' : '+';
	}
	s[first + 1 + (int64_t)(r >> 8) % (last - first - 2)] = '.';
}

/* Half way between two fp32, or a little above: odd integers beyond 2^24. */
static inline void write_middle(char *s, int64_t n, uint64_t r)
{
	int64_t x = (1 << 24) + 1 + 2 * (int64_t)(r % (1 << 22));

	memset(s, '0', (size_t)n);
	for (int i = 7; i >= 0; i--, x /= 10)
		s[i] = (char)('0' + x % 10);
	s[8] = '.';
	s[n - 1] = (char)('0' + (r >> 30 & 1));
}

/* Two lines together have twice LINE_BYTES, so that the text is full. */
static void prepare(const struct aisp_io *io, uint64_t bits)
{
	char *s = (char *)io->in[0].data;
	int64_t longer = 0;

	for (int64_t i = 0; i < io->param[N]; i++) {
		uint64_t r = line_bits(bits, i);
		int64_t n;

		if (i % 2)
			longer = -longer;
		else
			longer = i + 1 < io->param[N]
					 ? (int64_t)(r >> 32 & 0xffff) %
							   (2 * SPREAD - 1) -
						   (SPREAD - 1)
					 : 0;
		n = LINE_BYTES + longer - 1;
		if (n >= 10 && r >> 58 == 0)
			write_middle(s, n, r);
		else
			write_number(s, n, r & 0xffffffff);
		s[n] = '\n';
		s += n + 1;
	}
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const char *s = (const char *)io->in[0].data;

	(void)o;
	for (int64_t line = 0; line < first; s++)
		line += *s == '\n';
	for (int64_t i = 0; i < n; i++) {
		char *end;

		ref[i] = (double)strtof(s, &end);
		mag[i] = fabs(ref[i]);
		s = end + 1;
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "decimal text to fp32",
	.n_params = 2,
	.params = { [N] = { "n", 10007, 1 << 20, 1 << 23, "numbers, a line each" },
		    [THREADS] = { "threads", 2, 2, 2, "threads of the CPU" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
};
