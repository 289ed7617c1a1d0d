/* SPDX-License-Identifier: MIT
 *
 * Compiled with -include of a workload, and sanitizers: whatever the answers are, what
 * judges them reads and writes its tensors alone.
 */
#include <aisp/packed.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OF_ONES, OF_MOST, OF_LEAST, OF_FEW, OF_ANY, N_ANSWERS };

static int64_t param[AISP_MAX_PARAMS];
static struct aisp_problem pr;
static struct aisp_tensor in[AISP_MAX_IO], out[AISP_MAX_IO];

static uint64_t draw_bits(void)
{
	static uint64_t x = 88172645463325252u;

	x ^= x << 13;
	x ^= x >> 7;
	x ^= x << 17;
	return x >> 20;
}

static struct aisp_tensor tensor_of(const struct aisp_spec *s)
{
	struct aisp_tensor t = { .dtype = s->dtype, .rank = s->rank };

	memcpy(t.shape, s->shape, sizeof(s->shape));
	t.data = malloc(aisp_tensor_bytes(&t));
	if (!t.data)
		exit(2);
	return t;
}

/* A number of 0 to 1, of a real type; index, of an integer one. */
static void put_answer(const struct aisp_tensor *t, int64_t i, uint64_t index)
{
	float x = (float)(draw_bits() % 1000) / 1000;
	size_t size = aisp_type_bytes(t->dtype, 1);
	char *at = (char *)t->data + (size_t)i * size;

	if (t->dtype == AISP_F32)
		memcpy(at, &x, size);
	else if (t->dtype == AISP_BF16)
		memcpy(at, (char *)&x + 2, size);
	else
		memcpy(at, &index, size); /* the low bytes come first */
}

static void fill_inputs(void)
{
	for (int i = 0; i < pr.n_in; i++) {
		const struct aisp_spec *s = &pr.in[i];

		for (int64_t k = 0; k < aisp_elems(&in[i]); k++)
			put_answer(&in[i], k,
				   s->fill == AISP_FILL_PERMUTATION
					   ? (uint64_t)(k % s->shape[s->rank - 1])
					   : draw_bits() % (uint64_t)(s->limit
									      ? s->limit
									      : 128));
	}
}

static void fill_outputs(int kind)
{
	static const uint64_t words[] = { UINT64_MAX, INT32_MAX, INT32_MIN };

	for (int o = 0; o < pr.n_out; o++)
		for (int64_t k = 0; k < aisp_elems(&out[o]); k++) {
			uint64_t small = draw_bits() % 8, any = draw_bits();

			put_answer(&out[o], k,
				   kind < OF_FEW    ? words[kind]
				   : kind == OF_FEW ? small
						    : any);
		}
}

/* What a step is shown: of answers so far. */
static void play_steps(const struct aisp_io *io)
{
	for (int i = 0; i < pr.n_in; i++)
		if (pr.in[i].is_step)
			*(int64_t *)in[i].data = 0;
	for (int64_t step = 1; step < pr.n_steps && workload.next; step++)
		workload.next(io, step);
}

static void ask_reference(const struct aisp_io *io, int o)
{
	size_t n = (size_t)aisp_elems(&out[o]);
	double *ref = calloc(2 * n, sizeof(*ref));

	if (!ref)
		exit(2);
	workload.reference(io, o, 0, (int64_t)n, ref, ref + n);
	free(ref);
}

static void judge_answers(const struct aisp_io *io)
{
	struct aisp_tensor choices[AISP_MAX_IO];
	struct aisp_io seen = *io;
	double figures[AISP_MAX_FIGURES] = { 0 };

	memcpy(choices, out, sizeof(choices));
	seen.out = choices;
	for (int o = 0; o < pr.n_out; o++)
		choices[o].data = pr.out[o].is_choice ? out[o].data : NULL;
	for (int o = 0; o < pr.n_out; o++)
		ask_reference(&seen, o);
	if (workload.invariant)
		workload.invariant(io);
	if (workload.score && workload.score->compute)
		workload.score->compute(io, figures);
}

int main(void)
{
	struct aisp_io io = { .in = in, .out = out, .param = param, .n_threads = 1 };

	for (int i = 0; i < workload.n_params; i++)
		param[i] = workload.params[i].small;
	workload.problem(param, &pr);
	for (int i = 0; i < pr.n_in; i++)
		in[i] = tensor_of(&pr.in[i]);
	for (int o = 0; o < pr.n_out; o++)
		out[o] = tensor_of(&pr.out[o]);
	for (int kind = 0; kind < N_ANSWERS; kind++) {
		fill_inputs();
		if (workload.prepare)
			workload.prepare(&io, draw_bits());
		if (workload.prepare_part)
			workload.prepare_part(&io, draw_bits(), 0, 1);
		fill_outputs(kind);
		play_steps(&io);
		judge_answers(&io);
	}
	return 0;
}
