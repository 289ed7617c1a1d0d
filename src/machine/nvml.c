/* SPDX-License-Identifier: MIT */
#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "nvml.h"
#include "sysfile.h"

#define AT(field) offsetof(struct aisp_nvml, field)

/* Functions without which NVML is of no use come first. */
#define N_REQUIRED 7

static const struct {
	const char *name;
	size_t at;
} symbols[] = {
	{ "nvmlInit_v2", AT(init) },
	{ "nvmlShutdown", AT(shutdown) },
	{ "nvmlDeviceGetCount_v2", AT(count) },
	{ "nvmlDeviceGetHandleByIndex_v2", AT(by_index) },
	{ "nvmlDeviceGetHandleByUUID", AT(by_uuid) },
	{ "nvmlDeviceGetHandleByPciBusId_v2", AT(by_pci) },
	{ "nvmlDeviceGetPciInfo_v3", AT(pci) },
	{ "nvmlSystemGetDriverVersion", AT(driver_version) },
	{ "nvmlSystemGetCudaDriverVersion_v2", AT(cuda_version) },
	{ "nvmlDeviceGetName", AT(name) },
	{ "nvmlDeviceGetUUID", AT(uuid) },
	{ "nvmlDeviceGetCudaComputeCapability", AT(capability) },
	{ "nvmlDeviceGetMemoryInfo", AT(memory) },
	{ "nvmlDeviceGetMemoryInfo_v2", AT(memory2) },
	{ "nvmlDeviceGetTotalEnergyConsumption", AT(energy) },
	/* The old name comes first: a later name, if present, replaces it. */
	{ "nvmlDeviceGetCurrentClocksThrottleReasons", AT(reasons) },
	{ "nvmlDeviceGetCurrentClocksEventReasons", AT(reasons) },
	{ "nvmlDeviceGetCpuAffinity", AT(cpus) },
	{ "nvmlDeviceGetMemoryAffinity", AT(nodes) },
	{ "nvmlDeviceGetNvLinkRemotePciInfo_v2", AT(link_remote) },
	{ "nvmlDeviceGetTopologyCommonAncestor", AT(ancestor) },
	{ "nvmlDeviceGetP2PStatus", AT(p2p) },
	{ "nvmlDeviceGetMinorNumber", AT(number[AISP_NVML_MINOR]) },
	{ "nvmlDeviceGetNumGpuCores", AT(number[AISP_NVML_CORES]) },
	{ "nvmlDeviceGetPersistenceMode", AT(number[AISP_NVML_PERSISTENCE]) },
	{ "nvmlDeviceGetComputeMode", AT(number[AISP_NVML_COMPUTE_MODE]) },
	{ "nvmlDeviceGetPowerUsage", AT(number[AISP_NVML_POWER_MW]) },
	{ "nvmlDeviceGetEnforcedPowerLimit", AT(number[AISP_NVML_POWER_LIMIT_MW]) },
	{ "nvmlDeviceGetCurrPcieLinkGeneration", AT(number[AISP_NVML_PCIE_GEN]) },
	{ "nvmlDeviceGetCurrPcieLinkWidth", AT(number[AISP_NVML_PCIE_WIDTH]) },
	{ "nvmlDeviceGetMaxPcieLinkGeneration", AT(number[AISP_NVML_PCIE_MAX_GEN]) },
	{ "nvmlDeviceGetMaxPcieLinkWidth", AT(number[AISP_NVML_PCIE_MAX_WIDTH]) },
	{ "nvmlDeviceGetClockInfo", AT(choice[AISP_NVML_CLOCK_MHZ]) },
	{ "nvmlDeviceGetMaxClockInfo", AT(choice[AISP_NVML_MAX_CLOCK_MHZ]) },
	{ "nvmlDeviceGetTemperature", AT(choice[AISP_NVML_TEMPERATURE_C]) },
	{ "nvmlDeviceGetNvLinkState", AT(choice[AISP_NVML_LINK_STATE]) },
	{ "nvmlDeviceGetNvLinkRemoteDeviceType", AT(choice[AISP_NVML_LINK_TYPE]) },
	{ "nvmlDeviceGetEccMode", AT(mode[AISP_NVML_ECC]) },
	{ "nvmlDeviceGetMigMode", AT(mode[AISP_NVML_MIG]) },
	{ "nvmlDeviceGetComputeRunningProcesses_v3", AT(processes[AISP_NVML_COMPUTE]) },
	{ "nvmlDeviceGetGraphicsRunningProcesses_v3",
	  AT(processes[AISP_NVML_GRAPHICS]) },
};

const char *aisp_nvml_explain(int code)
{
	switch (code) {
	case AISP_NVML_NO_PERMISSION:
		return "no permission: this user may not read and write /dev/nvidia*";
	case AISP_NVML_INSUFFICIENT_POWER:
		return "a power cable of the GPU is not connected";
	case AISP_NVML_DRIVER_NOT_LOADED:
		return "the NVIDIA driver is not loaded: run `sudo modprobe nvidia`";
	case AISP_NVML_GPU_IS_LOST:
		return "the GPU has fallen off the bus: see `dmesg`, then reboot";
	case AISP_NVML_RESET_REQUIRED:
		return "the GPU must be reset: run `sudo aisp reset-gpu "
		       "--device-reset`";
	case AISP_NVML_OPERATING_SYSTEM:
		return "the system blocks the GPU's device files: give the container "
		       "or control group its GPUs";
	case AISP_NVML_VERSION_MISMATCH:
		return "the loaded driver and its libraries differ in version, "
		       "as after an update: reboot";
	case AISP_NVML_NOT_FOUND:
	case AISP_NVML_GPU_NOT_FOUND:
		return "no such GPU";
	default:
		return "the driver failed: see `dmesg`";
	}
}

static int resolve(struct aisp_nvml *n, struct aisp_err *err)
{
	for (size_t i = 0; i < sizeof(symbols) / sizeof(*symbols); i++) {
		void *function = dlsym(n->library, symbols[i].name);

		if (function)
			memcpy((char *)n + symbols[i].at, &function, sizeof(function));
		else if (i < N_REQUIRED)
			return aisp_err_set(err,
					    "the NVIDIA driver's library lacks %s: "
					    "install a newer driver",
					    symbols[i].name);
	}
	return 0;
}

int aisp_nvml_open(struct aisp_nvml *n, struct aisp_err *err)
{
	*n = (struct aisp_nvml){ 0 };
	if (aisp_sys_root()[0])
		return aisp_err_set(err, "AISP_SYSROOT names another "
					 "machine's files, which hold none");
	n->library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
	if (!n->library)
		return aisp_err_set(err,
				    "no NVIDIA driver (%.200s): install it, or "
				    "give this container its GPUs",
				    dlerror());
	if (resolve(n, err))
		return -1;
	n->code = n->init();
	if (!n->code)
		return 0;
	n->shutdown = NULL;
	return aisp_err_set(err, "%s (NVML error %d)", aisp_nvml_explain(n->code),
			    n->code);
}

void aisp_nvml_close(struct aisp_nvml *n)
{
	if (n->shutdown)
		n->shutdown();
	if (n->library)
		dlclose(n->library);
	*n = (struct aisp_nvml){ 0 };
}

int aisp_nvml_find(const struct aisp_nvml *n, const char *gpu,
		   struct aisp_nvml_device **d, struct aisp_err *err)
{
	char *end;
	unsigned long index = strtoul(gpu, &end, 10);
	int code;

	if (strchr(gpu, ':'))
		code = n->by_pci(gpu, d);
	else if (*gpu >= '0' && *gpu <= '9' && !*end && index < 1024)
		code = n->by_index((unsigned)index, d);
	else
		code = n->by_uuid(gpu, d);
	if (code == AISP_NVML_INVALID_ARGUMENT)
		code = AISP_NVML_NOT_FOUND;
	return code ? aisp_err_set(err, "GPU %s: %s", gpu, aisp_nvml_explain(code)) : 0;
}

int64_t aisp_nvml_number(const struct aisp_nvml *n, struct aisp_nvml_device *d,
			 enum aisp_nvml_number what)
{
	unsigned value;

	return n->number[what] && !n->number[what](d, &value) ? (int64_t)value : -1;
}

int64_t aisp_nvml_choice(const struct aisp_nvml *n, struct aisp_nvml_device *d,
			 enum aisp_nvml_choice what, unsigned of)
{
	unsigned value;

	return n->choice[what] && !n->choice[what](d, of, &value) ? (int64_t)value : -1;
}

int aisp_nvml_mode(const struct aisp_nvml *n, struct aisp_nvml_device *d,
		   enum aisp_nvml_mode what)
{
	unsigned now, pending;

	return n->mode[what] && !n->mode[what](d, &now, &pending) ? (int)now : -1;
}
