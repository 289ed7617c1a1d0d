/* SPDX-License-Identifier: MIT
 *
 * Compiled with -include of a workload: are its inputs the same, whoever many parts
 * prepare_part() has, and in whichever order they come?
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_PARTS 7

static int64_t param[AISP_MAX_PARAMS];
static struct aisp_problem pr;

static size_t bytes_of(const struct aisp_spec *s)
{
	size_t n = 8; /* of the widest element */

	for (int k = 0; k < s->rank; k++)
		n *= (size_t)s->shape[k];
	return (n + 63) / 64 * 64;
}

/* Whole numbers that are indices where there is a limit, else any bits. */
static void fill(const struct aisp_spec *s, char *data, size_t n_bytes)
{
	uint64_t x = 88172645463325252u;

	for (size_t i = 0; i < n_bytes; i += 4) {
		uint32_t word;

		x ^= x << 13;
		x ^= x >> 7;
		x ^= x << 17;
		word = (uint32_t)(x >> 32);
		if (s->limit)
			word %= (uint32_t)s->limit;
		memcpy(data + i, &word, sizeof(word));
	}
}

static void prepare_all(struct aisp_tensor *in, int64_t n_parts, int is_reverse)
{
	struct aisp_io io = { .in = in, .param = param };
	uint64_t bits = 0x9e3779b97f4a7c15u;

	for (int i = 0; i < pr.n_in; i++) {
		const struct aisp_spec *s = &pr.in[i];

		in[i] = (struct aisp_tensor){ .dtype = s->dtype, .rank = s->rank };
		memcpy(in[i].shape, s->shape, sizeof(s->shape));
		in[i].data = aligned_alloc(64, bytes_of(s));
		if (!in[i].data)
			exit(2);
		fill(s, in[i].data, bytes_of(s));
	}
	if (workload.prepare)
		workload.prepare(&io, bits);
	for (int64_t p = 0; p < n_parts; p++)
		workload.prepare_part(&io, bits, is_reverse ? n_parts - 1 - p : p,
				      n_parts);
}

int main(void)
{
	struct aisp_tensor one[AISP_MAX_IO], many[AISP_MAX_IO];

	for (int i = 0; i < workload.n_params; i++)
		param[i] = workload.params[i].small;
	workload.problem(param, &pr);
	prepare_all(one, 1, 0);
	for (int64_t n = 2; n <= MOST_PARTS; n++) {
		prepare_all(many, n, n % 2);
		for (int i = 0; i < pr.n_in; i++) {
			if (memcmp(one[i].data, many[i].data, bytes_of(&pr.in[i]))) {
				printf("%s: %s differs in %d parts\n", workload.title,
				       pr.in[i].name, (int)n);
				return 1;
			}
			free(many[i].data);
		}
	}
	return 0;
}
