/* SPDX-License-Identifier: MIT
 *
 * blocks_decompress.h - sequences of a block, by the copies of the step that includes
 * it: put_literals() and put_match() may write up to COPY_BYTES - 1 too much, while
 * there is as much room in the block.
 */
#ifndef BLOCKS_DECOMPRESS_H
#define BLOCKS_DECOMPRESS_H

struct place {
	uint8_t *at, *end; /* of the block that is made */
	const uint8_t *s, *s_end;
};

/* n bytes of p->s, which moves on as p->at does. */
static inline void put_literals(struct place *p, int64_t n);
/* n bytes that stand `distance` before p->at, which moves on. */
static inline void put_match(struct place *p, int64_t distance, int64_t n);

static void decompress_block(struct place p)
{
	for (;;) {
		int token = *p.s++;
		int64_t distance, n = take_length(&p.s, token >> 4);

		put_literals(&p, n);
		if (p.s >= p.s_end)
			return;
		distance = p.s[0] | p.s[1] << 8;
		p.s += 2;
		put_match(&p, distance, take_length(&p.s, token & 15) + LEAST_MATCH);
	}
}

/* Decompresses blocks [i, end). */
static inline void decompress_blocks(const struct aisp_io *io, int64_t i, int64_t end)
{
	const uint8_t *packed = io->in[PACKED].data;
	const int64_t *start = io->in[START].data;

	for (; i < end; i++) {
		uint8_t *to = (uint8_t *)io->out[0].data + i * BLOCK_BYTES;

		decompress_block((struct place){ to, to + BLOCK_BYTES,
						 packed + start[i],
						 packed + start[i + 1] });
	}
}

/* A variant's run() on one thread. */
static inline int decompress_all(const struct aisp_io *io, void *state)
{
	(void)state;
	decompress_blocks(io, 0, io->param[BLOCKS]);
	return 0;
}

#endif
