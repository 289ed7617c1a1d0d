/* SPDX-License-Identifier: MIT
 *
 * Logarithms of all probabilities, then losses, then gradients: three functions as a
 * framework calls them, between which a batch's logarithms go through memory, in fp32.
 * FLAGS: -O3 -fopenmp -fno-math-errno
 */
#include "workload_classifier.h"

#include "classifier_cpu.h"

static float sum_of_powers(const uint16_t *x, float max, int64_t n)
{
	float sum = expf(from_bf16(x[0]) - max);

	for (int64_t j = 1; j < n; j++)
		sum += expf(from_bf16(x[j]) - max);
	return sum;
}

/* log(p) = x - max - log(sum) */
static void log_softmax(const uint16_t *x, float *log_p, int64_t n)
{
	float max = max_of(x, n), log_sum = logf(sum_of_powers(x, max, n));

	for (int64_t j = 0; j < n; j++)
		log_p[j] = from_bf16(x[j]) - max - log_sum;
}

static void find_losses(const struct aisp_io *io, const float *log_p)
{
	const int32_t *target = io->in[TARGET].data;

	for (int64_t i = 0; i < io->param[ROWS]; i++)
		aisp_out_f32(io, LOSS)[i] = -log_p[i * io->param[VOCAB] + target[i]];
}

static void find_gradient(const float *log_p, int64_t target, float rows, uint16_t *dx,
			  int64_t n)
{
	for (int64_t j = 0; j < n; j++)
		dx[j] = to_bf16((expf(log_p[j]) - (float)(j == target)) / rows);
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[VOCAB], rows = io->param[ROWS];
	const int32_t *target = io->in[TARGET].data;
	uint16_t *x = io->out[DLOGITS].data;
	float *log_p = io->workspace;

	(void)state;
	for (int64_t i = 0; i < rows; i++)
		log_softmax(x + i * n, log_p + i * n, n);
	find_losses(io, log_p);
	for (int64_t i = 0; i < rows; i++)
		find_gradient(log_p + i * n, target[i], (float)rows, x + i * n, n);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "log-softmax, losses and gradients in three passes",
	.run = run,
};
