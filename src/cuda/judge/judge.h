/* SPDX-License-Identifier: MIT
 *
 * judge.h - the parts of the judge's side of a GPU.
 */
#ifndef AISP_CUDA_JUDGE_H
#define AISP_CUDA_JUDGE_H

#include <cuda.h>

#include "device/gpu.h"

#ifdef __cplusplus
extern "C" {
#endif

struct aisp_gpu {
	CUdevice device;
	CUcontext context;
	CUstream stream;
	size_t page_bytes;
	size_t l2_bytes;
	int n_sms;
	CUdeviceptr other; /* what a flush reads: nobody's data */
	size_t other_bytes;
	CUdeviceptr word;    /* where kernels leave a result */
	uint64_t *host_word; /* and where it arrives */
	CUevent start, stop;
};

/* Always -1: "cannot <what>: <the driver's words>; <a remedy>". */
int aisp_gpu_failed(struct aisp_err *err, const char *what, CUresult r);

/* memory.c */
size_t aisp_gpu_page_bytes(const struct aisp_gpu *g);
int aisp_gpu_alloc(struct aisp_gpu *g, size_t bytes, struct aisp_gpu_block *b,
		   struct aisp_err *err);
void aisp_gpu_free(struct aisp_gpu *g, struct aisp_gpu_block *b);
int aisp_gpu_alloc_plain(struct aisp_gpu *g, size_t bytes, uint64_t *address,
			 struct aisp_err *err);
void aisp_gpu_free_plain(struct aisp_gpu *g, uint64_t address);
int aisp_gpu_upload(struct aisp_gpu *g, uint64_t address, const void *host,
		    size_t n_bytes, struct aisp_err *err);
int aisp_gpu_download(struct aisp_gpu *g, void *host, uint64_t address, size_t n_bytes,
		      struct aisp_err *err);
int aisp_gpu_sync(struct aisp_gpu *g, struct aisp_err *err);
void *aisp_gpu_stream(const struct aisp_gpu *g);

/* fill.cu */
int aisp_gpu_fill(struct aisp_gpu *g, uint64_t address, int64_t n,
		  const struct aisp_spec *spec, enum aisp_dist dist, uint64_t key,
		  struct aisp_err *err);
int aisp_gpu_poison(struct aisp_gpu *g, uint64_t address, size_t n_bytes, uint64_t key,
		    struct aisp_err *err);

/* look.cu */
int aisp_gpu_poison_left(struct aisp_gpu *g, uint64_t address, size_t first_byte,
			 size_t n_bytes, uint64_t key, int64_t *n,
			 struct aisp_err *err);
int aisp_gpu_poison_changed(struct aisp_gpu *g, uint64_t address, size_t first_byte,
			    size_t n_bytes, uint64_t key, int64_t *n,
			    struct aisp_err *err);
int aisp_gpu_digest(struct aisp_gpu *g, uint64_t address, size_t n_bytes, uint64_t key,
		    uint64_t *sum, struct aisp_err *err);

/* cache.cu */
int aisp_gpu_flush(struct aisp_gpu *g, struct aisp_err *err);
int aisp_gpu_warm(struct aisp_gpu *g, uint64_t address, size_t n_bytes,
		  struct aisp_err *err);
int aisp_gpu_test_flush(struct aisp_gpu *g, double *cold_ns, double *hot_ns,
			struct aisp_err *err);
int aisp_gpu_sm_mhz(struct aisp_gpu *g, double *mhz, struct aisp_err *err);

#ifdef __cplusplus
}
#endif

#endif
