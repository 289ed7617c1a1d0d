/* SPDX-License-Identifier: MIT
 *
 * judge.h - the judge's side of a GPU: what its files share.  Functions return 0, or -1
 * with *err filled, unless they say otherwise.
 */
#ifndef AISP_CUDA_JUDGE_H
#define AISP_CUDA_JUDGE_H

#include <cuda.h>

#include "device/device_ops.h"

#ifdef __cplusplus
extern "C" {
#endif

struct aisp_device_state {
	CUdevice device;
	CUcontext context;
	CUstream stream;
	size_t page_bytes;
	size_t l2_bytes;
	int n_sms;
	CUdeviceptr other; /* memory without data, which a flush reads */
	size_t other_bytes;
	CUdeviceptr word;    /* where kernels leave a result */
	uint64_t *host_word; /* and where the host gets it */
	CUevent start, stop;
};

/* Make g's device the current one of this thread: a judge may have several. */
int aisp_gpu_enter(struct aisp_device_state *g, struct aisp_err *err);

/* Fills *err: "cannot <what>: <the driver's words>; <a remedy>".  Returns -1. */
int aisp_gpu_failed(struct aisp_err *err, const char *what, CUresult r);

/* memory.c */
int aisp_gpu_alloc(struct aisp_device_state *g, size_t bytes, bool is_shared,
		   struct aisp_block *b, struct aisp_err *err);
void aisp_gpu_free(struct aisp_device_state *g, struct aisp_block *b);
int aisp_gpu_upload(struct aisp_device_state *g, uint64_t address, const void *host,
		    size_t n_bytes, struct aisp_err *err);
int aisp_gpu_download(struct aisp_device_state *g, void *host, uint64_t address,
		      size_t n_bytes, struct aisp_err *err);
int aisp_gpu_clear(struct aisp_device_state *g, uint64_t address, size_t n_bytes,
		   struct aisp_err *err);
int aisp_gpu_copy(struct aisp_device_state *g, uint64_t to, uint64_t from,
		  size_t n_bytes, struct aisp_err *err);
int aisp_gpu_sync(struct aisp_device_state *g, struct aisp_err *err);
int aisp_gpu_used(struct aisp_device_state *g, double *bytes, struct aisp_err *err);

/* fill.cu */
int aisp_gpu_fill(struct aisp_device_state *g, uint64_t address, struct aisp_range part,
		  const struct aisp_spec *spec, enum aisp_dist dist, uint64_t key,
		  struct aisp_err *err);

/* poison.cu */
int aisp_gpu_poison(struct aisp_device_state *g, uint64_t address, size_t n_bytes,
		    uint64_t key, struct aisp_err *err);
/* Write only bytes [first, first + n) of what aisp_gpu_poison() would write there. */
int aisp_gpu_poison_part(struct aisp_device_state *g, uint64_t address,
			 size_t first_byte, size_t n_bytes, uint64_t key,
			 struct aisp_err *err);

/* tensor_state.cu */
int aisp_gpu_poison_left(struct aisp_device_state *g, uint64_t address,
			 size_t first_byte, size_t n_bytes, uint64_t key, int64_t *n,
			 struct aisp_err *err);
int aisp_gpu_poison_changed(struct aisp_device_state *g, uint64_t address,
			    size_t first_byte, size_t n_bytes, uint64_t key, int64_t *n,
			    struct aisp_err *err);
int aisp_gpu_digest(struct aisp_device_state *g, uint64_t address, size_t n_bytes,
		    uint64_t key, uint64_t *sum, struct aisp_err *err);

/* cache.cu */
int aisp_gpu_flush(struct aisp_device_state *g, struct aisp_err *err);
int aisp_gpu_warm(struct aisp_device_state *g, uint64_t address, size_t n_bytes,
		  struct aisp_err *err);
int aisp_gpu_test_flush(struct aisp_device_state *g, double *cold_ns, double *hot_ns,
			struct aisp_err *err);
int aisp_gpu_sm_mhz(struct aisp_device_state *g, double *mhz, struct aisp_err *err);

#ifdef __cplusplus
}
#endif

#endif
