/* SPDX-License-Identifier: MIT
 *
 * setup() writes a kernel for this chain, has NVRTC compile it for this GPU and loads
 * it: no jumps, vectors of 16 bytes, and only the inputs that the chain uses are read.
 * NEEDS: nvrtc.h
 * LIBS: -lnvrtc
 */
#include "nvrtc_code.h"
#include "workload_chain.h"
#include <stdio.h>
#include <stdlib.h>

#define THREADS      256
#define SOURCE_BYTES 8192

struct state {
	struct nvrtc_code code;
};

static const char *const text_of[N_STEPS] = {
	[ADD] = "v += p;\n",           [MULTIPLY] = "v *= q;\n",
	[CLIP] = "v = fmaxf(v, 0);\n", [SQUASH] = "v /= 1 + fabsf(v);\n",
	[HALVE] = "v = v / 2 - p;\n",
};

/* An input that no step uses is not read: the compiler sees to it. */
static const char kernel_text[] =
	"return v;\n}\n"
	"extern \"C\" __global__ void chain(float *__restrict__ y,\n"
	"const float *__restrict__ x, const float *__restrict__ a,\n"
	"const float *__restrict__ b, long long n)\n{\n"
	"long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;\n"
	"if (i < n / 4) {\n"
	"float4 v = ((const float4 *)x)[i], p = ((const float4 *)a)[i];\n"
	"float4 q = ((const float4 *)b)[i];\n"
	"((float4 *)y)[i] = make_float4(f(v.x, p.x, q.x), f(v.y, p.y, q.y),\n"
	"f(v.z, p.z, q.z), f(v.w, p.w, q.w));\n}\n"
	"if (i < n % 4) {\n"
	"i += n / 4 * 4;\n"
	"y[i] = f(x[i], a[i], b[i]);\n}\n}\n";

static int write_source(char *s, size_t size, const int64_t *param)
{
	size_t at = (size_t)snprintf(
		s, size, "static __device__ float f(float v, float p, float q)\n{\n");

	for (int64_t i = 0; i <= param[LENGTH] && at < size; i++)
		at += (size_t)snprintf(s + at, size - at, "%s",
				       i < param[LENGTH] ? text_of[step_of(param, i)]
							 : kernel_text);
	return at < size ? 0 : -ENOMEM;
}

static int setup(const struct aisp_io *io, void **state)
{
	struct state *s = (struct state *)calloc(1, sizeof(*s));
	char *source = (char *)malloc(SOURCE_BYTES);
	int rc = -ENOMEM;

	*state = s;
	if (s && source)
		rc = write_source(source, SOURCE_BYTES, io->param);
	if (!rc)
		rc = nvrtc_load(&s->code, source, "chain");
	free(source);
	return rc;
}

static int run(const struct aisp_io *io, void *state)
{
	const struct state *s = (const struct state *)state;
	long long n = io->param[ELEMS];
	void *args[] = { (void *)&io->out[0].data, (void *)&io->in[IN_X].data,
			 (void *)&io->in[IN_A].data, (void *)&io->in[IN_B].data, &n };

	return aisp_cuda_status(
		cudaLaunchKernel((const void *)s->code.kernel,
				 dim3((unsigned)aisp_ceil_div(n, 4 * THREADS)),
				 dim3(THREADS), args, 0, aisp_stream(io)));
}

static void teardown(void *state)
{
	struct state *s = (struct state *)state;

	if (s)
		nvrtc_unload(&s->code);
	free(s);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "a kernel compiled for the chain at run time",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
