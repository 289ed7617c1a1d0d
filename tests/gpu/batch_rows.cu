/* SPDX-License-Identifier: MIT
 *
 * batch_rows VARIANT.so... - does a row of gemm_small's C have the same bits in each
 * batch of 1 to 64, wherever it stands?  One line for each shape of weights.
 */
#include <aisp/cuda.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST_ROWS       64
#define WORKSPACE_BYTES ((size_t)64 << 20)

struct data {
	uint16_t *a, *b, *all, *some;
	void *workspace;
	unsigned *n_differ;
};

static void check(cudaError_t e)
{
	if (e == cudaSuccess)
		return;
	fprintf(stderr, "batch_rows: %s\n", cudaGetErrorString(e));
	exit(1);
}

/* Between -1 and 1, in bf16. */
static __global__ void fill(uint16_t *x, size_t n, uint32_t seed)
{
	size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
	uint32_t h = ((uint32_t)i ^ seed) * 2654435761u;

	if (i < n)
		x[i] = (uint16_t)(0x3f00 + (h >> 16) % 128 + (h >> 8 & 0x8000));
}

static __global__ void compare(const uint16_t *x, const uint16_t *y, size_t n,
			       unsigned *n_differ)
{
	size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;

	if (i < n && x[i] != y[i])
		atomicAdd(n_differ, 1);
}

static unsigned blocks(size_t n)
{
	return (unsigned)((n + 255) / 256);
}

/* m rows from `first` on. */
static void product(const struct aisp_variant *v, const struct data *d,
		    const int64_t *shape, int64_t first, int64_t m, uint16_t *to)
{
	int64_t p[] = { m, shape[0], shape[1] };
	struct aisp_tensor a = { d->a + first * p[2], NULL, AISP_BF16, 2, { m, p[2] } };
	struct aisp_tensor b = { d->b, NULL, AISP_BF16, 2, { p[1], p[2] } };
	struct aisp_tensor in[] = { a, b };
	struct aisp_tensor out = { to, NULL, AISP_BF16, 2, { m, p[1] } };
	struct aisp_io io = { in, &out, p, d->workspace, WORKSPACE_BYTES, 1, NULL };
	void *state = NULL;

	if ((v->setup && v->setup(&io, &state)) || v->run(&io, state)) {
		fprintf(stderr, "batch_rows: setup() or run() failed\n");
		exit(1);
	}
	check(cudaDeviceSynchronize());
	if (v->teardown)
		v->teardown(state);
}

static unsigned differing(const struct aisp_variant *v, const struct data *d,
			  const int64_t *shape)
{
	unsigned n_differ = 0;

	check(cudaMemset(d->n_differ, 0, sizeof(n_differ)));
	product(v, d, shape, 0, MOST_ROWS, d->all);
	for (int64_t m = 1; m < MOST_ROWS; m++)
		for (int64_t first = 0; first <= MOST_ROWS - m;
		     first += MOST_ROWS - m) {
			size_t n = (size_t)(m * shape[0]);

			product(v, d, shape, first, m, d->some);
			compare<<<blocks(n), 256>>>(d->some, d->all + first * shape[0],
						    n, d->n_differ);
		}
	check(cudaMemcpy(&n_differ, d->n_differ, sizeof(n_differ),
			 cudaMemcpyDeviceToHost));
	return n_differ;
}

static struct data allocate(size_t most_n, size_t most_k, size_t most_weights)
{
	struct data d;

	check(cudaMalloc(&d.a, MOST_ROWS * most_k * sizeof(*d.a)));
	check(cudaMalloc(&d.b, most_weights * sizeof(*d.b)));
	check(cudaMalloc(&d.all, MOST_ROWS * most_n * sizeof(*d.all)));
	check(cudaMalloc(&d.some, MOST_ROWS * most_n * sizeof(*d.some)));
	check(cudaMalloc(&d.workspace, WORKSPACE_BYTES));
	check(cudaMalloc(&d.n_differ, sizeof(*d.n_differ)));
	fill<<<blocks(MOST_ROWS * most_k), 256>>>(d.a, MOST_ROWS * most_k, 1);
	fill<<<blocks(most_weights), 256>>>(d.b, most_weights, 2);
	check(cudaGetLastError());
	return d;
}

int main(int argc, char **argv)
{
	/* Whole tiles; shares that cut tiles, once and often; ragged ones. */
	const int64_t shapes[][2] = {
		{ 8192, 1024 }, { 12288, 1024 }, { 256, 8192 }, { 1000, 4104 }
	};
	struct data d = allocate(12288, 8192, 12288 * 1024);

	for (int i = 1; i < argc; i++) {
		void *object = dlopen(argv[i], RTLD_NOW | RTLD_LOCAL);
		const struct aisp_variant *v =
			object ? (const struct aisp_variant *)dlsym(object,
								    "aisp_variant")
			       : NULL;

		if (!v) {
			fprintf(stderr, "batch_rows: %s: no variant\n", argv[i]);
			return 1;
		}
		for (const auto &shape : shapes)
			printf("%u differ: n=%d k=%d\n", differing(v, &d, shape),
			       (int)shape[0], (int)shape[1]);
	}
	return 0;
}
