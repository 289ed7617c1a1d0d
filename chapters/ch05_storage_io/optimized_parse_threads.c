/* SPDX-License-Identifier: MIT
 *
 * Each thread parses an equal part of the bytes.  All threads first count the lines of
 * their parts, by a comparison of bytes that vectors do 64 at a time; then each knows
 * where its numbers go.  A line belongs to the part that its newline is in.
 * FLAGS: -O3 -fopenmp
 */
#include <aisp/clones.h>
#include <aisp/team.h>
#include <errno.h>

#include "workload_parse.h"

#include "decimal_eight.h"

#define MOST_THREADS 256

/* Lines that end before each part, counted by all threads. */
struct parts {
	int64_t n_lines[MOST_THREADS];
};

/* In runs that a byte can count, which is what makes vectors of bytes of the loop. */
AISP_CLONES static int64_t count_lines(const char *s, int64_t n)
{
	int64_t lines = 0;

	while (n > 0) {
		int64_t strip = n < 255 ? n : 255;
		uint8_t in_strip = 0;

		for (int64_t i = 0; i < strip; i++)
			in_strip = (uint8_t)(in_strip + (s[i] == '\n'));
		lines += in_strip;
		s += strip;
		n -= strip;
	}
	return lines;
}

/* Where the line begins in which byte `at` lies. */
static const char *line_of(const char *text, int64_t at)
{
	while (at > 0 && text[at - 1] != '\n')
		at--;
	return text + at;
}

static void parse_part(const struct aisp_io *io, struct parts *parts, int k, int n)
{
	int64_t bytes = io->in[0].shape[0], from = bytes * k / n;
	const char *text = io->in[0].data, *s = line_of(text, from);
	float *x = aisp_out_f32(io, 0);
	int64_t lines = count_lines(text + from, bytes * (k + 1) / n - from);

	parts->n_lines[k] = lines;
#pragma omp barrier
	for (int i = 0; i < k; i++)
		x += parts->n_lines[i];
	for (int64_t i = 0; i < lines; i++)
		x[i] = take_line(&s, text + bytes);
}

static int setup(const struct aisp_io *io, void **state)
{
	if (io->n_threads > MOST_THREADS)
		return -ENOTSUP;
	*state = calloc(1, sizeof(struct parts));
	return *state ? aisp_team_start(io, state) : -ENOMEM;
}

static int run(const struct aisp_io *io, void *state)
{
#pragma omp parallel num_threads(io->n_threads)
	parse_part(io, state, omp_get_thread_num(), omp_get_num_threads());
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "lines counted and parsed by all threads",
	.setup = setup,
	.run = run,
	.teardown = free,
	.needs = "at most 256 threads",
};
