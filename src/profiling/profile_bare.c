/* SPDX-License-Identifier: MIT
 *
 * profile_bare.c - the CUDA runtime is the one that the variant is linked with:
 * its functions are looked up there, so that nothing here needs a toolkit.
 */
#include <dlfcn.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/dtype.h"
#include "base/fit.h"
#include "device/buffers.h"
#include "device/hidden.h"
#include "judge/memory_fit.h"
#include "kernel/bundle.h"
#include "probes/gpu_trace.h"
#include "profile_bare.h"

#define TABLE_BYTES ((size_t)1 << 20)

/* Of the CUDA runtime's binary interface, stable since CUDA 3. */
struct runtime {
	int (*malloc)(void **p, size_t n_bytes);
	int (*memcpy)(void *to, const void *from, size_t n_bytes, int kind);
	int (*stream_create)(void **stream);
	int (*synchronize)(void);
	int (*profiler_start)(void);
	int (*profiler_stop)(void);
	const char *(*error_string)(int code);
};

enum { HOST_TO_DEVICE = 1 };

struct bare {
	const struct profile_bare *options;
	void *object;
	const struct aisp_variant *variant;
	struct runtime cuda;
	const struct aisp_gpu_trace_ops *ops;
	char no_trace[300];
	struct aisp_buffers *buffers;
	struct aisp_tensor in[AISP_MAX_IO], out[AISP_MAX_IO];
	struct aisp_io io;
	void *state;
};

/* Call it before any CUDA function: CUPTI must come first. */
static void open_trace(struct bare *b)
{
	char path[4200];
	void *plugin;

	snprintf(path, sizeof(path), "%s/cuda_trace.so", b->options->suite->paths->lib);
	plugin = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	b->ops = plugin ? dlsym(plugin, AISP_GPU_TRACE_SYMBOL) : NULL;
	if (!b->ops)
		snprintf(b->no_trace, sizeof(b->no_trace), "%s", dlerror());
	else if (b->ops->start()) {
		snprintf(b->no_trace, sizeof(b->no_trace), "%s", b->ops->why());
		b->ops = NULL;
	}
}

static int open_variant(struct bare *b, struct aisp_err *err)
{
	char why[200];

	if (aisp_is_bundle(b->options->object))
		return aisp_err_set(err,
				    "%s: its kernels are launched by the judge "
				    "alone, so that they cannot be profiled yet",
				    b->options->object);
	b->object = dlopen(b->options->object, RTLD_NOW | RTLD_LOCAL);
	if (!b->object)
		return aisp_err_set(err, "%s", dlerror());
	b->variant = dlsym(b->object, "aisp_variant");
	if (!b->variant)
		return aisp_err_set(err, "%s exports no variant", b->options->object);
	if (!aisp_variant_fits(b->variant, why, sizeof(why)))
		return aisp_err_set(err, "%.300s: %s", b->options->object, why);
	return 0;
}

static int find(const struct bare *b, const char *name, void *function,
		struct aisp_err *err)
{
	void *symbol = dlsym(b->object, name);

	memcpy(function, &symbol, sizeof(symbol));
	if (symbol)
		return 0;
	return aisp_err_set(err, "%s is not linked with the CUDA runtime: no %s",
			    b->options->object, name);
}

static int find_runtime(struct bare *b, struct aisp_err *err)
{
	struct runtime *r = &b->cuda;

	return find(b, "cudaMalloc", &r->malloc, err) ||
			       find(b, "cudaMemcpy", &r->memcpy, err) ||
			       find(b, "cudaStreamCreate", &r->stream_create, err) ||
			       find(b, "cudaDeviceSynchronize", &r->synchronize, err) ||
			       find(b, "cudaProfilerStart", &r->profiler_start, err) ||
			       find(b, "cudaProfilerStop", &r->profiler_stop, err) ||
			       find(b, "cudaGetErrorString", &r->error_string, err)
		       ? -1
		       : 0;
}

static int cuda(const struct bare *b, int code, const char *what, struct aisp_err *err)
{
	return code ? aisp_err_set(err, "%s: %s", what, b->cuda.error_string(code)) : 0;
}

static int to_gpu(struct bare *b, struct aisp_tensor *t, const struct aisp_spec *spec,
		  struct aisp_err *err)
{
	size_t n_bytes = aisp_tensor_bytes(t);
	void *host = t->data;

	if (spec->on_host || spec->in_file || !host)
		return 0;
	return cuda(b, b->cuda.malloc(&t->data, n_bytes), "GPU memory",
		    err) || cuda(b,
				 b->cuda.memcpy(t->data, host, n_bytes, HOST_TO_DEVICE),
				 "copy to the GPU", err)
		       ? -1
		       : 0;
}

static int move_to_gpu(struct bare *b, struct aisp_err *err)
{
	const struct aisp_problem *pr = &b->options->contract->problem;

	if (find_runtime(b, err))
		return -1;
	for (int i = 0; i < pr->n_in; i++)
		if (to_gpu(b, &b->in[i], &pr->in[i], err))
			return -1;
	for (int i = 0; i < pr->n_out; i++)
		if (to_gpu(b, &b->out[i], &pr->out[i], err))
			return -1;
	if (b->io.workspace_bytes &&
	    cuda(b, b->cuda.malloc(&b->io.workspace, b->io.workspace_bytes),
		 "GPU memory", err))
		return -1;
	return cuda(b, b->cuda.stream_create(&b->io.stream), "a stream", err);
}

/* Makes inputs like the judge, in its own memory, then copies them to the device. */
static int make_io(struct bare *b, struct aisp_err *err)
{
	const struct aisp_suite *s = b->options->suite;
	const struct aisp_contract *c = b->options->contract;

	if (aisp_memory_fits(c, &c->problem, 1, &aisp_host_device, err))
		return -1;
	b->buffers = aisp_buffers_new(&c->problem, c->param, 1, s->scratch_dir,
				      &aisp_host_device, err);
	if (!b->buffers)
		return -1;
	aisp_contract_fill(c, &b->buffers->io[0], (int)s->dist,
			   aisp_seed_key(&s->seed, 0, 0, 0));
	if (aisp_hidden_begin(b->buffers, 0, err))
		return -1;
	b->io = b->buffers->io[0];
	memcpy(b->in, b->io.in, sizeof(b->in));
	memcpy(b->out, b->io.out, sizeof(b->out));
	b->io.in = b->in;
	b->io.out = b->out;
	for (int i = 0; i < c->problem.n_in; i++) {
		if (aisp_is_hidden(&c->problem, i))
			b->in[i].data = NULL;
		if (!c->problem.in[i].in_file)
			continue;
		if (aisp_buffers_sync_file(b->buffers, i, err))
			return -1;
		b->in[i].data = NULL;
		b->in[i].path = b->buffers->in_path[i];
	}
	return b->options->device == AISP_DEVICE_CUDA ? move_to_gpu(b, err) : 0;
}

static int call(struct bare *b, const char *name, int status, struct aisp_err *err)
{
	if (status)
		return aisp_err_set(err, "%s returned %d (%s)", name, status,
				    strerror(-status));
	if (!b->cuda.synchronize)
		return 0;
	return cuda(b, b->cuda.synchronize(), name, err);
}

static int calls(struct bare *b, struct aisp_err *err)
{
	if (b->variant->setup &&
	    call(b, "setup()", b->variant->setup(&b->io, &b->state), err))
		return -1;
	if (call(b, "run()", b->variant->run(&b->io, b->state), err))
		return -1;
	if (b->ops)
		b->ops->reset();
	if (b->cuda.profiler_start)
		b->cuda.profiler_start(); /* fails only if no tool listens */
	for (int i = 0; i < b->options->n_calls; i++) {
		int status = b->variant->run(&b->io, b->state);

		if (status)
			return call(b, "run()", status, err);
	}
	if (call(b, "run()", 0, err))
		return -1;
	if (b->cuda.profiler_stop)
		b->cuda.profiler_stop();
	return 0;
}

static void print_counts(const struct aisp_gpu_trace *t, FILE *f)
{
	fprintf(f,
		"\"n_kernels\": %u, \"n_memcpys\": %u, \"n_memsets\": %u, "
		"\"n_streams\": %u, \"n_streams_made\": %u, \"n_graph_launches\": %u, ",
		t->n_kernels, t->n_memcpys, t->n_memsets, t->n_streams,
		t->n_streams_made, t->n_graph_launches);
	fprintf(f,
		"\"n_cooperative\": %u, \"n_nested\": %u, \"n_host_functions\": %u, "
		"\"n_allocs\": %u, \"n_managed\": %u, \"n_syncs\": %u, "
		"\"n_peer\": %u, ",
		t->n_cooperative, t->n_nested, t->n_host_functions, t->n_allocs,
		t->n_managed, t->n_syncs, t->n_peer);
	fprintf(f, "\"span_ns\": %llu, \"busy_ns\": %llu, \"n_untimed\": %u, ",
		(unsigned long long)t->span_ns, (unsigned long long)t->busy_ns,
		t->n_untimed);
}

static int print_trace(struct bare *b, struct aisp_err *err)
{
	FILE *f = b->options->trace;
	char *table = malloc(TABLE_BYTES);
	struct aisp_gpu_trace t;
	int n_left = -1;

	if (!table)
		return aisp_err_errno(err, "memory for a table of kernels");
	if (b->ops && !b->ops->take(&t))
		n_left = b->ops->table(table, TABLE_BYTES);
	if (b->ops && n_left < 0)
		snprintf(b->no_trace, sizeof(b->no_trace), "%s", b->ops->why());
	if (n_left >= 0) {
		fprintf(f, "{\"calls\": %d, ", b->options->n_calls);
		print_counts(&t, f);
		fprintf(f, "\"n_left_out\": %d, \"kernels\": %s}\n", n_left, table);
	} else {
		json_t *j = json_pack("{ss}", "why", b->no_trace);

		json_dumpf(j, f, 0);
		json_decref(j);
	}
	free(table);
	return fflush(f) ? aisp_err_errno(err, "write the trace") : 0;
}

int profile_bare_run(const struct profile_bare *options, struct aisp_err *err)
{
	struct bare b = { .options = options };
	int rc = -1;

	if (options->trace && options->device == AISP_DEVICE_CUDA)
		open_trace(&b);
	if (open_variant(&b, err) || make_io(&b, err) || calls(&b, err))
		goto out;
	rc = options->trace ? print_trace(&b, err) : 0;
	if (b.variant->teardown)
		b.variant->teardown(b.state);
out:
	aisp_buffers_free(b.buffers);
	return rc;
}
