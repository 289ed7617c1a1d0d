/* SPDX-License-Identifier: MIT
 *
 * All-gather by stores into the peers' windows, behind workload_gather.h.
 */
#include "blocks.cuh"

/* Writes this rank's row to a peer's window, as row `rank`. */
static __device__ inline void push(const struct aisp_ranks *r, int peer, const float *x,
				   int64_t n)
{
	float *to = (float *)r->window[peer] + r->rank * n;

	for (int64_t i = first_elem(); i < n; i += elem_step())
		to[i] = x[i];
}

/* Writes the window's rows plus the table to y. */
static __device__ inline void take(const struct aisp_ranks *r, const float *bias,
				   float *y, int64_t n)
{
	const float *from = (const float *)r->window[r->rank];

	for (int k = 0; k < r->n; k++)
		for (int64_t i = first_elem(); i < n; i += elem_step())
			y[k * n + i] = from[k * n + i] + bias[i];
}
