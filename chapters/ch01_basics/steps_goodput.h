/* SPDX-License-Identifier: MIT
 *
 * steps_goodput.h - the useful work, which all variants share: they differ in
 * what else they do.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct model {
	int64_t rows, features;
	float *z;            /* rows x features */
	float *w, *g;        /* features */
	float *mean, *scale; /* features */
	float *spare;        /* rows x features: the staged copy */
	float loss;          /* of the last step, where it is logged */
};

AISP_CLONES static void standardise_rows(struct model *m, const float *restrict x)
{
	int64_t rows = m->rows, n = m->features;
	float *restrict mean = m->mean, *restrict scale = m->scale, *restrict z = m->z;

	memset(mean, 0, (size_t)n * sizeof(*mean));
	memset(scale, 0, (size_t)n * sizeof(*scale));
	for (int64_t i = 0; i < rows; i++)
		for (int64_t j = 0; j < n; j++)
			mean[j] += x[i * n + j];
	for (int64_t j = 0; j < n; j++)
		mean[j] /= (float)rows;
	for (int64_t i = 0; i < rows; i++)
		for (int64_t j = 0; j < n; j++)
			scale[j] += (x[i * n + j] - mean[j]) * (x[i * n + j] - mean[j]);
	for (int64_t j = 0; j < n; j++)
		scale[j] = 1 / sqrtf(scale[j] / (float)rows + EPSILON);
	for (int64_t i = 0; i < rows; i++)
		for (int64_t j = 0; j < n; j++)
			z[i * n + j] = (x[i * n + j] - mean[j]) * scale[j];
}

#define LANES 16

/* y - z . w */
static inline float residual_of(const float *z, const float *w, float y, int64_t n)
{
	float sum[LANES] = { 0 };
	int64_t j = 0;

	for (; j + LANES <= n; j += LANES)
		for (int l = 0; l < LANES; l++)
			sum[l] += z[j + l] * w[j + l];
	for (int l = 0; j < n; j++, l++)
		sum[l] += z[j] * w[j];
	for (int half = LANES / 2; half > 0; half /= 2)
		for (int l = 0; l < half; l++)
			sum[l] += sum[l + half];
	return y - sum[0];
}

/* r = y - Z w */
AISP_CLONES static void forward(const struct model *m, const float *restrict y,
				float *restrict r)
{
	for (int64_t i = 0; i < m->rows; i++)
		r[i] = residual_of(m->z + i * m->features, m->w, y[i], m->features);
}

/* w += Z^T r / (rows features) */
AISP_CLONES static void backward(const struct model *m, const float *restrict r)
{
	int64_t n = m->features;
	float rate = 1 / ((float)n * (float)m->rows), *restrict g = m->g;
	const float *restrict z = m->z;

	memset(g, 0, (size_t)n * sizeof(*g));
	for (int64_t i = 0; i < m->rows; i++)
		for (int64_t j = 0; j < n; j++)
			g[j] += r[i] * z[i * n + j];
	for (int64_t j = 0; j < n; j++)
		m->w[j] += rate * g[j];
}

/* The weights are trained where the judge wants them. */
static void begin(struct model *m, const struct aisp_io *io)
{
	m->w = aisp_out_f32(io, 0);
	memset(m->w, 0, (size_t)m->features * sizeof(*m->w));
}

static int setup(const struct aisp_io *io, void **state)
{
	int64_t rows = io->param[ROWS], n = io->param[FEATURES];
	struct model *m =
		malloc(sizeof(*m) + (size_t)(2 * rows * n + 3 * n) * sizeof(float));

	if (!m)
		return -ENOMEM;
	m->rows = rows;
	m->features = n;
	m->z = (float *)(m + 1);
	m->g = m->z + rows * n;
	m->mean = m->g + n;
	m->scale = m->mean + n;
	m->spare = m->scale + n;
	*state = m;
	return 0;
}
