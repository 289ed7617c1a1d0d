/* SPDX-License-Identifier: MIT
 *
 * Blocks of BLOCK_BYTES, each compressed for itself in the LZ4 block format (Y. Collet,
 * lz4_Block_format.md): sequences of a token, literals and a match.  The token's high
 * four bits count the literals, its low four the bytes of the match beyond LEAST_MATCH;
 * 15 says that bytes follow to be added, up to one below 255.  Behind the literals come
 * two bytes, the lower first: how far back the match begins, which may be so near that
 * it repeats itself.  A block ends behind literals, without a match.
 *
 * Block i is packed[start[i], start[i + 1]).
 */
#include <aisp/draw.h>
#include <aisp/workload.h>

enum { BLOCKS, THREADS };
enum { PACKED, START };

#define BLOCK_BYTES ((int64_t)1 << 16)
#define LEAST_MATCH 4
#define LAST_BYTES  16 /* of a block, and more: literals */
#define ROOM        (BLOCK_BYTES + BLOCK_BYTES / 255 + 16)

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t n = p[BLOCKS];

	aisp_add_in(pr, (struct aisp_spec){
				"packed", AISP_U8, 1, { n * ROOM }, AISP_FILL_BYTES });
	aisp_add_in(pr, (struct aisp_spec){ "start", AISP_I64, 1, { n + 1 } });
	aisp_add_out(pr, (struct aisp_spec){ "data", AISP_U8, 2, { n, BLOCK_BYTES } });
	/* How little a block may take, the data say. */
	pr->bytes = (double)(n * BLOCK_BYTES + 8 * (n + 1));
	pr->is_cold = 1;
	pr->bound_by = "branches that nobody foresees";
	pr->n_threads = (int)p[THREADS];
}

/* The part of a length that the token has no room for. */
static inline uint8_t *write_rest(uint8_t *s, int64_t length)
{
	if (length < 15)
		return s;
	for (length -= 15; length >= 255; length -= 255)
		*s++ = 255;
	*s++ = (uint8_t)length;
	return s;
}

static inline int64_t nibble(int64_t length)
{
	return length < 15 ? length : 15;
}

/* Of 16 lengths 15 are below 16 and one below 512. */
static inline int64_t draw_length(uint64_t r)
{
	return (int64_t)(r >> 8) % (r % 16 ? 16 : 512);
}

/* 1 to most: of every size alike, so that near ones are many. */
static inline int64_t draw_distance(uint64_t r, int64_t most)
{
	int64_t bits = 1 + (int64_t)(r % 16), d = 1 + (int64_t)(r >> 8) % (1 << bits);

	return d < most ? d : 1 + d % most;
}

/* Sequences that make a block, around bytes that stay as they are.  Its end. */
static inline uint8_t *write_block(uint8_t *s, uint64_t bits)
{
	int64_t at = 0;

	for (uint64_t i = 0;; i++) {
		uint64_t r = aisp_draw(bits, 2 * i), q = aisp_draw(bits, 2 * i + 1);
		int64_t literals = draw_length(r) + !at, match = draw_length(r >> 32);
		int64_t distance;
		uint8_t *token = s++;

		if (at + literals + match + LEAST_MATCH > BLOCK_BYTES - LAST_BYTES) {
			*token = (uint8_t)(nibble(BLOCK_BYTES - at) << 4);
			return write_rest(s, BLOCK_BYTES - at) + BLOCK_BYTES - at;
		}
		*token = (uint8_t)(nibble(literals) << 4 | nibble(match));
		s = write_rest(s, literals) + literals;
		at += literals;
		distance = draw_distance(q, at < UINT16_MAX ? at : UINT16_MAX);
		*s++ = (uint8_t)distance;
		*s++ = (uint8_t)(distance >> 8);
		s = write_rest(s, match);
		at += match + LEAST_MATCH;
	}
}

static void prepare(const struct aisp_io *io, uint64_t bits)
{
	uint8_t *s = (uint8_t *)io->in[PACKED].data;
	int64_t *start = (int64_t *)io->in[START].data;

	start[0] = 0;
	for (int64_t i = 0; i < io->param[BLOCKS]; i++)
		start[i + 1] =
			write_block(s + start[i], aisp_draw(bits, (uint64_t)i)) - s;
}

/* A length whose first part is n, and where it ends. */
static inline int64_t take_length(const uint8_t **s, int64_t n)
{
	if (n < 15)
		return n;
	do
		n += **s;
	while (*(*s)++ == 255);
	return n;
}

static void reference_block(const uint8_t *s, const uint8_t *end, double *ref)
{
	while (s < end) {
		int token = *s++;
		int64_t n = take_length(&s, token >> 4), distance;

		while (n--)
			*ref++ = (double)*s++;
		if (s >= end)
			return;
		distance = s[0] | s[1] << 8;
		s += 2;
		n = take_length(&s, token & 15) + LEAST_MATCH;
		for (; n--; ref++)
			*ref = ref[-distance];
	}
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const uint8_t *packed = io->in[PACKED].data;
	const int64_t *start = io->in[START].data;

	(void)o;
	for (int64_t e = 0; e < n; e += BLOCK_BYTES) {
		int64_t i = (first + e) / BLOCK_BYTES;

		reference_block(packed + start[i], packed + start[i + 1], ref + e);
	}
	for (int64_t e = 0; e < n; e++)
		mag[e] = 0; /* bytes: all bits must match */
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "LZ4 blocks to bytes",
	.n_params = 2,
	.params = { [BLOCKS] = { "blocks", 5, 64, 1024, "blocks of 64 KiB" },
		    [THREADS] = { "threads", 2, 2, 2, "threads of the CPU" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
};
