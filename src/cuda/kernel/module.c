/* SPDX-License-Identifier: MIT
 *
 * module.c - a stranger's image in this context, and its state between calls.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/bundle.h"
#include "launcher.h"
#include "scrub.h"

#define POISON                0xa5
#define PORTABLE_CLUSTER_SIZE 8 /* blocks; a kernel must ask for more */

int aisp_driver_failed(char *words, size_t size, const char *what, CUresult e)
{
	const char *text = NULL;

	cuGetErrorString(e, &text);
	snprintf(words, size, "%s: %s (CUDA error %d)", what, text ? text : "unknown",
		 (int)e);
	return e == CUDA_ERROR_OUT_OF_MEMORY ? -ENOMEM : -ENOEXEC;
}

static int failed(char *words, size_t size, const struct aisp_err *err)
{
	snprintf(words, size, "%s", err->msg);
	return -ENOEXEC;
}

/* Reads the whole file; the caller frees it. */
static void *read_bundle(const char *path, size_t *n)
{
	FILE *f = fopen(path, "re");
	void *bytes = NULL;
	long end = -1;

	if (f && !fseek(f, 0, SEEK_END))
		end = ftell(f);
	if (end > 0 && (bytes = malloc((size_t)end))) {
		rewind(f);
		*n = fread(bytes, 1, (size_t)end, f);
	}
	if (f)
		fclose(f);
	return bytes;
}

static int add_state(struct aisp_kernel_module *m, const char *name, char *words,
		     size_t size)
{
	struct aisp_kernel_state *s = &m->state[m->n_states];
	CUresult e;

	if (m->n_states == AISP_MAX_STATES) {
		snprintf(words, size, "more than %d variables", AISP_MAX_STATES);
		return -ENOEXEC;
	}
	if ((e = cuModuleGetGlobal(&s->at, &s->n_bytes, m->module, name)) ||
	    (e = cuMemAlloc(&s->copy, s->n_bytes)) ||
	    (e = cuMemcpyDtoD(s->copy, s->at, s->n_bytes)))
		return aisp_driver_failed(words, size, name, e);
	m->n_states++;
	return 0;
}

static int add_states(struct aisp_kernel_module *m, const struct aisp_cubin *c,
		      char *words, size_t size)
{
	struct aisp_cubin_symbol s;
	int rc = 0;

	for (size_t i = 0; !rc && aisp_cubin_symbol(c, i, &s); i++)
		if (s.is_object && s.is_writable && s.size)
			rc = add_state(m, s.name, words, size);
	return rc;
}

static int find_kernel(struct aisp_kernel_module *m, const struct aisp_cubin *c,
		       const struct aisp_kernel_launch *l, CUfunction *f, char *words,
		       size_t size)
{
	struct aisp_err err = { "" };
	const char *symbol = aisp_cubin_function(c, l->name, &err);
	int local = 0;
	CUresult e;

	if (!symbol)
		return failed(words, size, &err);
	if ((e = cuModuleGetFunction(f, m->module, symbol)) ||
	    (e = cuFuncSetAttribute(*f, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
				    (int)l->shared_bytes)) ||
	    (l->cluster[0] * l->cluster[1] * l->cluster[2] > PORTABLE_CLUSTER_SIZE &&
	     (e = cuFuncSetAttribute(
		      *f, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1))) ||
	    (e = cuFuncGetAttribute(&local, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, *f)))
		return aisp_driver_failed(words, size, l->name, e);
	if (local > m->local_bytes)
		m->local_bytes = local;
	return 0;
}

/* Load the last image that this GPU accepts: that for the latest generation. */
static int load_image(struct aisp_kernel_module *m, const void *image, size_t n,
		      struct aisp_cubin *c, char *words, size_t size)
{
	struct aisp_err err = { "" };
	struct aisp_cubin next;
	CUresult e = CUDA_ERROR_INVALID_IMAGE;
	size_t at = 0;

	while (aisp_cubin_next(image, n, &at, &next)) {
		CUmodule module;

		if (aisp_cubin_check(&next, &err))
			return failed(words, size, &err);
		e = cuModuleLoadData(&module, next.elf);
		if (e)
			continue;
		if (m->module)
			cuModuleUnload(m->module);
		m->module = module;
		*c = next;
	}
	return m->module ? 0 : aisp_driver_failed(words, size, "load the kernels", e);
}

static int get_scratch(struct aisp_kernel_module *m,
		       const struct aisp_kernel_plan *plan, char *words, size_t size)
{
	CUresult e;

	m->scratch_bytes = plan->scratch_bytes;
	if (!m->scratch_bytes)
		return 0;
	e = cuMemAlloc(&m->scratch, m->scratch_bytes);
	return e ? aisp_driver_failed(words, size, "get scratch memory", e) : 0;
}

static int fill_module(struct aisp_kernel_module *m, const void *image, size_t n,
		       const struct aisp_kernel_plan *plan, char *words, size_t size)
{
	struct aisp_cubin c;
	int rc = load_image(m, image, n, &c, words, size);

	if (!rc)
		rc = add_states(m, &c, words, size);
	for (uint32_t i = 0; i < plan->n_launches && !rc; i++)
		rc = find_kernel(m, &c, &plan->launch[i], &m->function[i], words, size);
	return rc ? rc : get_scratch(m, plan, words, size);
}

int aisp_module_open(struct aisp_kernel_module *m, const char *bundle,
		     const struct aisp_kernel_plan *plan, char *words, size_t size)
{
	size_t n = 0;
	unsigned char *bytes = read_bundle(bundle, &n);
	long image = bytes ? aisp_bundle_image(bytes, n) : -1;
	int rc = -ENOEXEC;

	if (image >= 0)
		rc = fill_module(m, bytes + image, n - (size_t)image, plan, words,
				 size);
	else
		snprintf(words, size, "the object holds no kernels");
	free(bytes);
	return rc;
}

int aisp_module_restore(const struct aisp_kernel_module *m, CUstream stream)
{
	CUresult e = aisp_scrub(stream, m->local_bytes);

	for (int i = 0; i < m->n_states && !e; i++)
		e = cuMemcpyDtoDAsync(m->state[i].at, m->state[i].copy,
				      m->state[i].n_bytes, stream);
	if (!e && m->scratch)
		e = cuMemsetD8Async(m->scratch, POISON, m->scratch_bytes, stream);
	return e ? e : cuStreamSynchronize(stream);
}
