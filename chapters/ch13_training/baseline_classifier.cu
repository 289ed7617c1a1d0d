/* SPDX-License-Identifier: MIT
 *
 * Softmax, loss and gradient as a framework's three functions: the logarithms of the
 * probabilities go through memory in between, in fp32.  A block takes a row, a thread
 * one logit at a time.
 *
 * CLASS: common
 * SUMMARY: softmax, losses, gradients: a kernel each
 * LAUNCH: softmax<<<rows, 512>>>(workspace, logits, vocab)
 * LAUNCH: losses<<<ceil_div(rows, 512), 512>>>(loss, workspace, target, rows, vocab)
 * LAUNCH: gradients<<<rows, 512>>>(logits, workspace, target, rows, vocab)
 */
#include "workload_classifier.h"

#include "classifier_gpu.h"

/* Logarithms of the probabilities. */
__global__ void softmax(float *log_p, const uint16_t *x, int64_t vocab)
{
	struct softmax_part p = NOTHING;

	x += blockIdx.x * vocab;
	log_p += blockIdx.x * vocab;
	for (int64_t j = threadIdx.x; j < vocab; j += BLOCK)
		p.max = fmaxf(p.max, low(x[j]));
	for (int64_t j = threadIdx.x; j < vocab; j += BLOCK)
		p.sum += expf(low(x[j]) - p.max);
	p = block_merge(p);
	for (int64_t j = threadIdx.x; j < vocab; j += BLOCK)
		log_p[j] = low(x[j]) - p.max - logf(p.sum);
}

__global__ void losses(float *loss, const float *log_p, const int *target, int64_t rows,
		       int64_t vocab)
{
	int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;

	if (i < rows)
		loss[i] = -log_p[i * vocab + target[i]];
}

__global__ void gradients(uint16_t *dx, const float *log_p, const int *target,
			  int64_t rows, int64_t vocab)
{
	int64_t row = blockIdx.x;

	for (int64_t j = threadIdx.x; j < vocab; j += BLOCK) {
		float p = expf(log_p[row * vocab + j]) - (float)(j == target[row]);

		dx[row * vocab + j] = (uint16_t)pack(p / (float)rows, 0);
	}
}
