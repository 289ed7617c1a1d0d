/* SPDX-License-Identifier: MIT
 *
 * worker.c - the worker's side of a GPU: map the judge's memory, record events before
 * and after calls.
 */
#include <cuda.h>
#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

#include "call_gate.h"
#include "wake.h"
#include "worker/worker_device.h"

/* A process is one worker. */
static struct {
	uint32_t rank;
	CUdevice device;
	CUstream stream;
	CUevent start, stop;
	CUevent awake;      /* after a wake-up between gates */
	CUdeviceptr opened; /* the number of the gate that the judge opened last */
} gpu;

static int failed(struct aisp_report *r, const char *what, CUresult e)
{
	const char *words = NULL;

	cuGetErrorString(e, &words);
	snprintf(r->text, sizeof(r->text), "%s: %s (CUDA error %d)", what,
		 words ? words : "unknown", (int)e);
	switch (e) {
	case CUDA_ERROR_OUT_OF_MEMORY:
		return -ENOMEM;
	case CUDA_ERROR_ILLEGAL_ADDRESS:
	case CUDA_ERROR_MISALIGNED_ADDRESS:
		return -EFAULT;
	default:
		return -EIO;
	}
}

static void nothing(void *arg)
{
	(void)arg;
}

/* Make the driver start its thread for host functions, which then is not counted as the
 * variant's. */
static CUresult start_threads(void)
{
	CUresult e = cuLaunchHostFunc(gpu.stream, nothing, NULL);

	return e ? e : cuCtxSynchronize();
}

/* Map the page of the bell, which neither this process nor its GPU may write. */
static CUresult find_word(const struct aisp_plan *plan)
{
	const unsigned flags =
		CU_MEMHOSTREGISTER_DEVICEMAP | CU_MEMHOSTREGISTER_READ_ONLY;
	CUdeviceptr page;
	CUresult e = CUDA_SUCCESS;

	if (!plan->is_gated)
		return e;
	if ((e = cuMemHostRegister((void *)plan, AISP_PAGE, flags)) ||
	    (e = cuMemHostGetDevicePointer(&page, (void *)plan, 0)))
		return e;
	gpu.opened = page + offsetof(struct aisp_plan, bell.opened[gpu.rank]);
	/* Gate 0 is open: this only loads the kernel while system calls are allowed. */
	if ((e = aisp_gate_close(gpu.stream, (const uint32_t *)gpu.opened, 0)))
		return e;
	return cuCtxSynchronize();
}

static int open_gpu(const struct aisp_plan *plan, struct aisp_report *r)
{
	/* A sealed worker cannot make the system call that blocking would need. */
	unsigned wait = plan->is_spin ? CU_CTX_SCHED_SPIN : CU_CTX_SCHED_YIELD;
	CUcontext context;
	CUresult e;
	int n_gpus = 0;

	gpu.rank = r->rank;
	if ((e = cuInit(0)) || (e = cuDeviceGet(&gpu.device, 0)) ||
	    (e = cuDevicePrimaryCtxSetFlags(gpu.device, wait)) ||
	    (e = cuDevicePrimaryCtxRetain(&context, gpu.device)) ||
	    (e = cuCtxSetCurrent(context)) ||
	    (e = cuStreamCreate(&gpu.stream, CU_STREAM_DEFAULT)) ||
	    (e = cuEventCreate(&gpu.start, CU_EVENT_DEFAULT)) ||
	    (e = cuEventCreate(&gpu.stop, CU_EVENT_DEFAULT)) ||
	    (e = cuEventCreate(&gpu.awake, CU_EVENT_DISABLE_TIMING)) ||
	    (e = aisp_wake_open(gpu.device, gpu.stream)) || (e = start_threads()) ||
	    (e = find_word(plan)) || (e = cuDeviceGetCount(&n_gpus)))
		return failed(r, "use the GPU", e);
	r->n_gpus = (uint32_t)n_gpus;
	return 0;
}

/* Map block k of a region, and close its descriptor, which is needed no more. */
static int map_block(const struct aisp_region *at, uint32_t k, CUdeviceptr range,
		     int prot, CUdeviceptr *data, struct aisp_report *r)
{
	int fd = AISP_FD_BLOCKS + (int)(at->block - 1 + k);
	size_t bytes = aisp_block_bytes(at);
	CUmemAccessDesc access = { .flags = (CUmemAccess_flags)prot };
	CUmemGenericAllocationHandle handle;
	CUdeviceptr to =
		range + at->address + (CUdeviceptr)k * AISP_BLOCK_STRIDE * bytes;
	CUresult e;

	access.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
	access.location.id = gpu.device;
	if ((e = cuMemImportFromShareableHandle(
		     &handle, (void *)(uintptr_t)fd,
		     CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)) ||
	    (e = cuMemMap(to, bytes, 0, handle, 0)) ||
	    (e = cuMemSetAccess(to, bytes, &access, 1)) || (e = cuMemRelease(handle)))
		return failed(r, "map the judge's memory", e);
	close(fd);
	*data = to + at->data_offset;
	return 0;
}

/* Map the block of a region that belongs to this worker. */
static int map_own(const struct aisp_region *at, CUdeviceptr range, int prot,
		   void **data, struct aisp_report *r)
{
	CUdeviceptr to = 0;
	int rc = 0;

	if (at->block)
		rc = map_block(at, at->n_blocks > 1 ? gpu.rank : 0, range, prot, &to,
			       r);
	if (to)
		*data = (void *)to;
	return rc;
}

/* Map what ranks share: this one's window, the peers' windows, and signals. */
static int map_windows(const struct aisp_plan *p, uint32_t s, CUdeviceptr range,
		       struct aisp_ranks *ranks, struct aisp_report *r)
{
	const struct aisp_region *windows = &p->device_windows_at[s];
	const struct aisp_region *signals = &p->device_signals_at[s];
	const int ro = CU_MEM_ACCESS_FLAGS_PROT_READ;
	const int rw = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;

	for (uint32_t k = 0; k < signals->n_blocks; k++) {
		bool may_write = k == gpu.rank || p->ranks.peers_write;
		CUdeviceptr window = 0, signal = 0;
		int rc = 0;

		if (windows->block)
			rc = map_block(windows, k, range, may_write ? rw : ro, &window,
				       r);
		if (!rc)
			rc = map_block(signals, k, range, rw, &signal, r);
		if (rc)
			return rc;
		ranks->window[k] = (void *)window;
		ranks->signal[k] = (uint32_t *)signal;
	}
	return 0;
}

static int map_slot(const struct aisp_plan *p, uint32_t s, CUdeviceptr range,
		    struct aisp_io *io, struct aisp_report *r)
{
	const int ro = CU_MEM_ACCESS_FLAGS_PROT_READ;
	const int rw = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
	int rc = 0;

	for (uint32_t i = 0; i < p->n_in && !rc; i++)
		rc = map_own(&p->in_at[s][i], range, ro, (void **)&io->in[i].data, r);
	for (uint32_t o = 0; o < p->n_out && !rc; o++)
		rc = map_own(&p->out_at[s][o], range, rw, (void **)&io->out[o].data, r);
	if (!rc)
		rc = map_own(&p->workspace_at[s], range, rw, &io->workspace, r);
	if (!rc && io->ranks)
		rc = map_windows(p, s, range, (struct aisp_ranks *)io->ranks, r);
	io->stream = gpu.stream;
	return rc;
}

static int map(const struct aisp_plan *p, struct aisp_io *io, struct aisp_report *r)
{
	CUdeviceptr range = 0;
	CUresult e = CUDA_SUCCESS;
	int rc = 0;

	if (p->block_range_bytes)
		e = cuMemAddressReserve(&range, p->block_range_bytes, 0, 0, 0);
	if (e)
		return failed(r, "reserve addresses", e);
	for (uint32_t s = 0; s < p->n_slots && !rc; s++)
		rc = map_slot(p, s, range, &io[s], r);
	return rc;
}

static int close_gates(uint32_t number, struct aisp_report *r)
{
	const uint32_t *opened = (const uint32_t *)gpu.opened;
	CUresult e;

	if ((e = aisp_gate_close(gpu.stream, opened, number - 1)) ||
	    (e = aisp_wake(gpu.stream)) || (e = cuEventRecord(gpu.awake, gpu.stream)) ||
	    (e = aisp_gate_close(gpu.stream, opened, number)))
		return failed(r, "close the gate", e);
	return 0;
}

static int begin(struct aisp_report *r)
{
	CUresult e = cuEventRecord(gpu.start, gpu.stream);

	return e ? failed(r, "record an event", e) : 0;
}

static int end(struct aisp_report *r)
{
	CUresult e = cuEventRecord(gpu.stop, gpu.stream);

	return e ? failed(r, "record an event", e) : 0;
}

static int wait(struct aisp_report *r)
{
	float ms = NAN;
	CUresult e;

	r->event_ns = NAN;
	if ((e = cuCtxSynchronize()) ||
	    (e = cuEventElapsedTime(&ms, gpu.start, gpu.stop)))
		return failed(r, "run()", e);
	r->event_ns = ms * 1e6;
	return 0;
}

/* What is armed waits behind the second gate: only the wake-up can end. */
static int ready(bool is_armed, struct aisp_report *r)
{
	CUresult e;

	if (is_armed)
		e = cuEventSynchronize(gpu.awake);
	else if (!(e = aisp_wake(gpu.stream)))
		e = cuCtxSynchronize();
	return e ? failed(r, "use the GPU", e) : 0;
}

__attribute__((visibility("default")))
const struct aisp_worker_device aisp_worker_device = {
	.open = open_gpu,
	.map = map,
	.close_gates = close_gates,
	.begin = begin,
	.end = end,
	.wait = wait,
	.ready = ready,
};
