/* SPDX-License-Identifier: MIT
 *
 * Seven products of halves by the library: one kernel adds up their operands before,
 * and another their results after; each reads and writes everything once.
 * NEEDS: cublasLt.h
 * LIBS: -lcublasLt
 */
#include "workload_strassen.h"

#include "seven_strassen.h"
#include "strassen_lt.h"

#define THREADS 256

static __constant__ const struct seven gpu_seven[N_PRODUCTS] = SEVEN;

/* Quarters of a matrix, in fours of a row; half as many columns as it has. */
struct quarters {
	const float4 *from;
	int64_t rows, fours; /* of a quarter */
};

static __device__ int64_t place_of(const struct quarters &x, int q, int64_t i)
{
	int64_t row = i / x.fours + q / 2 * x.rows;

	return row * 2 * x.fours + i % x.fours + q % 2 * x.fours;
}

static __device__ void add(float4 *to, float sign, float4 x)
{
	to->x += sign * x.x;
	to->y += sign * x.y;
	to->z += sign * x.z;
	to->w += sign * x.w;
}

/* Makes the left or the right factor of product `which`. */
static __global__ void add_quarters(float4 *to, const struct quarters x, int which,
				    int is_right)
{
	int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x;
	const signed char *sign = is_right ? gpu_seven[which].b : gpu_seven[which].a;
	float4 sum = {};

	if (i >= x.rows * x.fours)
		return;
	for (int q = 0; q < 4; q++)
		if (sign[q])
			add(&sum, sign[q], x.from[place_of(x, q, i)]);
	to[i] = sum;
}

/* All quarters of C from the products, which lie one behind the other. */
static __global__ void add_products(float4 *c, const struct quarters x)
{
	int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x;
	int64_t n = x.rows * x.fours;
	float4 sum[4] = {};

	if (i >= n)
		return;
#pragma unroll
	for (int p = 0; p < N_PRODUCTS; p++) {
		float4 product = x.from[p * n + i];

#pragma unroll
		for (int q = 0; q < 4; q++)
			if (gpu_seven[p].c[q])
				add(&sum[q], gpu_seven[p].c[q], product);
	}
#pragma unroll
	for (int q = 0; q < 4; q++)
		c[place_of(x, q, i)] = sum[q];
}

/* Behind the library's room: two factors, then the products. */
struct room {
	float *left, *right, *products;
	int64_t product_elems;
};

static struct room room_of(const struct aisp_io *io)
{
	int64_t m = io->param[M], n = io->param[N], k = io->param[K];
	float *left = (float *)((char *)io->workspace + LIBRARY_BYTES);
	float *right = left + half_elems(m, k);

	return { left, right, right + half_elems(k, n), half_elems(m, n) };
}

static int add_factor(const struct aisp_io *io, float *to, int which, int is_right)
{
	const struct aisp_tensor *t = &io->in[is_right];
	struct quarters x = { (const float4 *)t->data, t->shape[0] / 2,
			      t->shape[1] / 8 };

	add_quarters<<<(unsigned)aisp_ceil_div(x.rows * x.fours, THREADS), THREADS, 0,
		       aisp_stream(io)>>>((float4 *)to, x, which, is_right);
	return aisp_launched();
}

static int multiply_one(const struct aisp_io *io, const struct lt *l, int which)
{
	struct room r = room_of(io);
	struct lt_operands x = lt_all_of(io);
	int rc = add_factor(io, r.left, which, 0);

	if (!rc)
		rc = add_factor(io, r.right, which, 1);
	x.a = r.left;
	x.b = r.right;
	x.c = r.products + which * r.product_elems;
	return rc ? rc : lt_product(l, &x, &l->algo);
}

static int setup(const struct aisp_io *io, void **state)
{
	struct lt_shape s = { io->param[M] / 2, io->param[N] / 2, io->param[K] / 2,
			      false, false };
	struct lt_operands x = lt_all_of(io);
	struct room r = room_of(io);

	x.a = r.left;
	x.b = r.right;
	x.c = r.products;
	return lt_fastest_of(state, &s, &x);
}

static int run(const struct aisp_io *io, void *state)
{
	struct room r = room_of(io);
	struct quarters x = { (const float4 *)r.products, io->param[M] / 2,
			      io->param[N] / 8 };
	int rc = 0;

	for (int i = 0; i < N_PRODUCTS && !rc; i++)
		rc = multiply_one(io, (const struct lt *)state, i);
	if (rc)
		return rc;
	add_products<<<(unsigned)aisp_ceil_div(x.rows * x.fours, THREADS), THREADS, 0,
		       aisp_stream(io)>>>((float4 *)io->out[0].data, x);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "seven products of halves by cuBLASLt, and the sums around them",
	.setup = setup,
	.run = run,
	.teardown = lt_free,
};
