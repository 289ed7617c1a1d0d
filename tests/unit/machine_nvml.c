/* SPDX-License-Identifier: MIT
 *
 * machine_nvml.c - our declarations of NVML against NVIDIA's own.
 */
#include <stddef.h>

#include "machine/gpu_hw.h"
#include "tap.h"

#if __has_include(<nvml.h>)
#include <nvml.h>
#define HAS_NVML 1
#elif __has_include("/usr/local/cuda/include/nvml.h")
#include "/usr/local/cuda/include/nvml.h"
#define HAS_NVML 1
#else
#define HAS_NVML 0
#endif

#if HAS_NVML

#define SAME(a, b) _Static_assert((long long)(a) == (long long)(b), #a)
#define SAME_FIELD(a, x, b, y)                                                         \
	SAME(offsetof(a, x), offsetof(b, y));                                          \
	SAME(sizeof(((a *)0)->x), sizeof(((b *)0)->y))

SAME(AISP_NVML_OK, NVML_SUCCESS);
SAME(AISP_NVML_INVALID_ARGUMENT, NVML_ERROR_INVALID_ARGUMENT);
SAME(AISP_NVML_NOT_SUPPORTED, NVML_ERROR_NOT_SUPPORTED);
SAME(AISP_NVML_NO_PERMISSION, NVML_ERROR_NO_PERMISSION);
SAME(AISP_NVML_NOT_FOUND, NVML_ERROR_NOT_FOUND);
SAME(AISP_NVML_INSUFFICIENT_POWER, NVML_ERROR_INSUFFICIENT_POWER);
SAME(AISP_NVML_DRIVER_NOT_LOADED, NVML_ERROR_DRIVER_NOT_LOADED);
SAME(AISP_NVML_GPU_IS_LOST, NVML_ERROR_GPU_IS_LOST);
SAME(AISP_NVML_RESET_REQUIRED, NVML_ERROR_RESET_REQUIRED);
SAME(AISP_NVML_OPERATING_SYSTEM, NVML_ERROR_OPERATING_SYSTEM);
SAME(AISP_NVML_VERSION_MISMATCH, NVML_ERROR_LIB_RM_VERSION_MISMATCH);
SAME(AISP_NVML_GPU_NOT_FOUND, NVML_ERROR_GPU_NOT_FOUND);
SAME(AISP_NVML_MAX_LINKS, NVML_NVLINK_MAX_LINKS);
SAME(AISP_NVML_TEMPERATURE_GPU, NVML_TEMPERATURE_GPU);
SAME(AISP_NVML_CLOCK_SM, NVML_CLOCK_SM);
SAME(AISP_NVML_CLOCK_MEMORY, NVML_CLOCK_MEM);
SAME(AISP_NVML_SCOPE_NODE, NVML_AFFINITY_SCOPE_NODE);
SAME(AISP_NVML_LINK_TO_SWITCH, NVML_NVLINK_DEVICE_TYPE_SWITCH);
SAME(AISP_NVML_P2P_READ, NVML_P2P_CAPS_INDEX_READ);
SAME(AISP_NVML_P2P_NVLINK, NVML_P2P_CAPS_INDEX_NVLINK);
SAME(AISP_NVML_MEMORY2, nvmlMemory_v2);

SAME(AISP_GPU_SHARED, NVML_COMPUTEMODE_DEFAULT);
SAME(AISP_GPU_PROHIBITED, NVML_COMPUTEMODE_PROHIBITED);
SAME(AISP_GPU_EXCLUSIVE, NVML_COMPUTEMODE_EXCLUSIVE_PROCESS);
SAME(AISP_GPU_IDLE, nvmlClocksThrottleReasonGpuIdle);
SAME(AISP_GPU_USER_CLOCKS, nvmlClocksThrottleReasonApplicationsClocksSetting);
SAME(AISP_GPU_POWER_CAP, nvmlClocksThrottleReasonSwPowerCap);
SAME(AISP_GPU_HW_SLOWDOWN, nvmlClocksThrottleReasonHwSlowdown);
SAME(AISP_GPU_SYNC_BOOST, nvmlClocksThrottleReasonSyncBoost);
SAME(AISP_GPU_SW_THERMAL, nvmlClocksThrottleReasonSwThermalSlowdown);
SAME(AISP_GPU_HW_THERMAL, nvmlClocksThrottleReasonHwThermalSlowdown);
SAME(AISP_GPU_POWER_BRAKE, nvmlClocksThrottleReasonHwPowerBrakeSlowdown);
SAME(AISP_GPU_DISPLAY_CLOCKS, nvmlClocksThrottleReasonDisplayClockSetting);

SAME(sizeof(struct aisp_nvml_pci), sizeof(nvmlPciInfo_t));
SAME_FIELD(struct aisp_nvml_pci, id, nvmlPciInfo_t, busId);
SAME(sizeof(struct aisp_nvml_memory), sizeof(nvmlMemory_t));
SAME_FIELD(struct aisp_nvml_memory, used, nvmlMemory_t, used);
SAME(sizeof(struct aisp_nvml_memory2), sizeof(nvmlMemory_v2_t));
SAME_FIELD(struct aisp_nvml_memory2, version, nvmlMemory_v2_t, version);
SAME_FIELD(struct aisp_nvml_memory2, total, nvmlMemory_v2_t, total);
SAME_FIELD(struct aisp_nvml_memory2, used, nvmlMemory_v2_t, used);
SAME(sizeof(struct aisp_nvml_process), sizeof(nvmlProcessInfo_t));
SAME_FIELD(struct aisp_nvml_process, pid, nvmlProcessInfo_t, pid);
SAME_FIELD(struct aisp_nvml_process, used, nvmlProcessInfo_t, usedGpuMemory);

#endif

int main(void)
{
	if (!HAS_NVML)
		skip_all("no nvml.h here");
	ok(HAS_NVML, "numbers and layouts are NVIDIA's");
	return done();
}
