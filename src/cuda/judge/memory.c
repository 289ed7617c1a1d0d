/* SPDX-License-Identifier: MIT
 *
 * memory.c - GPU memory that two processes map: the judge maps it for reading and
 * writing, a worker as the judge's plan says.
 */
#include <cuda_runtime_api.h>
#include <unistd.h>

#include "judge.h"

static int map(struct aisp_device_state *g, struct aisp_block *b, CUdeviceptr range,
	       struct aisp_err *err)
{
	CUmemAccessDesc rw = { .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE };
	CUresult r;

	rw.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
	rw.location.id = g->device;
	b->address = range + g->page_bytes;
	if ((r = cuMemMap(b->address, b->bytes, 0, b->handle, 0)) ||
	    (r = cuMemSetAccess(b->address, b->bytes, &rw, 1)))
		return aisp_gpu_failed(err, "map GPU memory", r);
	return 0;
}

static int alloc_shared(struct aisp_device_state *g, size_t bytes, struct aisp_block *b,
			struct aisp_err *err)
{
	CUmemAllocationProp prop = { .type = CU_MEM_ALLOCATION_TYPE_PINNED,
				     .requestedHandleTypes =
					     CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR };
	CUmemGenericAllocationHandle handle;
	CUdeviceptr range;
	CUresult r;

	prop.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
	prop.location.id = g->device;
	b->bytes = (bytes + g->page_bytes - 1) / g->page_bytes * g->page_bytes;
	if ((r = cuMemCreate(&handle, b->bytes, &prop, 0)))
		return aisp_gpu_failed(err, "get GPU memory for a tensor", r);
	b->handle = handle;
	if ((r = cuMemExportToShareableHandle(
		     &b->fd, handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0)) ||
	    (r = cuMemAddressReserve(&range, b->bytes + 2 * g->page_bytes, 0, 0, 0)))
		return aisp_gpu_failed(err, "share GPU memory", r);
	return map(g, b, range, err);
}

static int alloc_own(size_t bytes, struct aisp_block *b, struct aisp_err *err)
{
	CUdeviceptr at = 0;
	CUresult r = bytes ? cuMemAlloc(&at, bytes) : CUDA_SUCCESS;

	if (r)
		return aisp_gpu_failed(err, "get GPU memory for a tensor", r);
	b->address = at;
	b->bytes = bytes;
	return 0;
}

int aisp_gpu_alloc(struct aisp_device_state *g, size_t bytes, bool is_shared,
		   struct aisp_block *b, struct aisp_err *err)
{
	*b = (struct aisp_block){ .fd = -1 };
	if (aisp_gpu_enter(g, err))
		return -1;
	return is_shared ? alloc_shared(g, bytes, b, err) : alloc_own(bytes, b, err);
}

/* Only a shared block has a handle. */
void aisp_gpu_free(struct aisp_device_state *g, struct aisp_block *b)
{
	cuCtxSetCurrent(g->context);
	if (b->address && b->handle) {
		cuMemUnmap(b->address, b->bytes);
		cuMemAddressFree(b->address - g->page_bytes,
				 b->bytes + 2 * g->page_bytes);
	} else if (b->address) {
		cuMemFree(b->address);
	}
	if (b->handle)
		cuMemRelease(b->handle);
	if (b->fd >= 0)
		close(b->fd);
	*b = (struct aisp_block){ .fd = -1 };
}

int aisp_gpu_upload(struct aisp_device_state *g, uint64_t address, const void *host,
		    size_t n_bytes, struct aisp_err *err)
{
	CUresult r;

	if (aisp_gpu_enter(g, err))
		return -1;
	r = cuMemcpyHtoDAsync(address, host, n_bytes, g->stream);
	return r ? aisp_gpu_failed(err, "copy to the GPU", r) : 0;
}

int aisp_gpu_download(struct aisp_device_state *g, void *host, uint64_t address,
		      size_t n_bytes, struct aisp_err *err)
{
	CUresult r;

	/* The mirror's thread calls this, too. */
	if (aisp_gpu_enter(g, err))
		return -1;
	if ((r = cuMemcpyDtoHAsync(host, address, n_bytes, g->stream)) ||
	    (r = cuStreamSynchronize(g->stream)))
		return aisp_gpu_failed(err, "copy from the GPU", r);
	return 0;
}

int aisp_gpu_copy(struct aisp_device_state *g, uint64_t to, uint64_t from,
		  size_t n_bytes, struct aisp_err *err)
{
	CUresult r;

	if (aisp_gpu_enter(g, err))
		return -1;
	r = cuMemcpyDtoDAsync(to, from, n_bytes, g->stream);
	return r ? aisp_gpu_failed(err, "copy on the GPU", r) : 0;
}

int aisp_gpu_clear(struct aisp_device_state *g, uint64_t address, size_t n_bytes,
		   struct aisp_err *err)
{
	CUresult r;

	if (aisp_gpu_enter(g, err))
		return -1;
	r = cuMemsetD8Async(address, 0, n_bytes, g->stream);
	return r ? aisp_gpu_failed(err, "clear GPU memory", r) : 0;
}

int aisp_gpu_sync(struct aisp_device_state *g, struct aisp_err *err)
{
	CUresult r;

	if (aisp_gpu_enter(g, err))
		return -1;
	r = cuCtxSynchronize();
	cudaGetLastError(); /* clear an error that a variant in this process left */
	return r ? aisp_gpu_failed(err, "work on the GPU", r) : 0;
}

/* Memory in use by all processes: the driver tells each of them the same. */
int aisp_gpu_used(struct aisp_device_state *g, double *bytes, struct aisp_err *err)
{
	size_t unused, all;
	CUresult r;

	if (aisp_gpu_enter(g, err))
		return -1;
	if ((r = cuMemGetInfo(&unused, &all)))
		return aisp_gpu_failed(err, "ask what GPU memory is in use", r);
	*bytes = (double)(all - unused);
	return 0;
}
