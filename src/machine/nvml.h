/* SPDX-License-Identifier: MIT
 *
 * nvml.h - NVIDIA's management library, loaded on demand.
 *
 * NVIDIA's headers are not needed: names, numbers and layouts here are those of NVML's
 * binary interface (NVML API Reference, CUDA 13.0); tests/unit/machine_nvml.c compares
 * them with nvml.h where it exists.
 */
#ifndef AISP_NVML_H
#define AISP_NVML_H

#include <stdint.h>

#include "base/err.h"

enum {
	AISP_NVML_OK = 0,
	AISP_NVML_INVALID_ARGUMENT = 2,
	AISP_NVML_NOT_SUPPORTED = 3,
	AISP_NVML_NO_PERMISSION = 4,
	AISP_NVML_NOT_FOUND = 6,
	AISP_NVML_INSUFFICIENT_SIZE = 7,
	AISP_NVML_INSUFFICIENT_POWER = 8,
	AISP_NVML_DRIVER_NOT_LOADED = 9,
	AISP_NVML_GPU_IS_LOST = 15,
	AISP_NVML_RESET_REQUIRED = 16,
	AISP_NVML_OPERATING_SYSTEM = 17,
	AISP_NVML_VERSION_MISMATCH = 18,
	AISP_NVML_GPU_NOT_FOUND = 28,

	AISP_NVML_MAX_LINKS = 18,
	AISP_NVML_TEMPERATURE_GPU = 0,
	AISP_NVML_CLOCK_SM = 1,
	AISP_NVML_CLOCK_MEMORY = 2,
	AISP_NVML_SCOPE_NODE = 0,
	AISP_NVML_LINK_TO_SWITCH = 2,
	AISP_NVML_P2P_READ = 0,
	AISP_NVML_P2P_NVLINK = 2,
};

struct aisp_nvml_device; /* NVML's own */

struct aisp_nvml_pci {
	char legacy_id[16];
	unsigned domain, bus, device, device_id, subsystem_id;
	char id[32]; /* "00000000:0F:00.0" */
};

struct aisp_nvml_memory { /* version 1: used includes what the driver reserves */
	unsigned long long total, unused, used;
};

struct aisp_nvml_memory2 {
	unsigned version; /* AISP_NVML_MEMORY2 */
	unsigned long long total, reserved, unused, used;
};

#define AISP_NVML_MEMORY2 (sizeof(struct aisp_nvml_memory2) | 2u << 24)

struct aisp_nvml_process {
	unsigned pid;
	unsigned long long used; /* ~0: unknown */
	unsigned gpu_instance, compute_instance;
};

/* Queries of one number about a device. */
enum aisp_nvml_number {
	AISP_NVML_MINOR,
	AISP_NVML_CORES,
	AISP_NVML_PERSISTENCE,
	AISP_NVML_COMPUTE_MODE,
	AISP_NVML_POWER_MW,
	AISP_NVML_POWER_LIMIT_MW,
	AISP_NVML_PCIE_GEN,
	AISP_NVML_PCIE_WIDTH,
	AISP_NVML_PCIE_MAX_GEN,
	AISP_NVML_PCIE_MAX_WIDTH,
	AISP_NVML_N_NUMBERS
};

/* Queries of a number about one of several clocks, sensors or links. */
enum aisp_nvml_choice {
	AISP_NVML_CLOCK_MHZ,
	AISP_NVML_MAX_CLOCK_MHZ,
	AISP_NVML_TEMPERATURE_C,
	AISP_NVML_LINK_STATE,
	AISP_NVML_LINK_TYPE,
	AISP_NVML_N_CHOICES
};

/* Queries of a mode, now and after the next reset. */
enum aisp_nvml_mode { AISP_NVML_ECC, AISP_NVML_MIG, AISP_NVML_N_MODES };

/* Kinds of processes with a context on the device. */
enum aisp_nvml_process_kind {
	AISP_NVML_COMPUTE,
	AISP_NVML_GRAPHICS,
	AISP_NVML_N_PROCESS_KINDS
};

/*
 * The library and its functions.  A function that an older driver lacks is NULL: use
 * aisp_nvml_number() and the like, or check first.
 */
struct aisp_nvml {
	void *library;
	int code; /* of the initialisation: 0, or why it failed */
	int (*init)(void);
	int (*shutdown)(void);
	int (*driver_version)(char *text, unsigned size);
	int (*cuda_version)(int *version); /* 13000: 13.0 */
	int (*count)(unsigned *n);
	int (*by_index)(unsigned index, struct aisp_nvml_device **d);
	int (*by_uuid)(const char *uuid, struct aisp_nvml_device **d);
	int (*by_pci)(const char *bus_id, struct aisp_nvml_device **d);
	int (*name)(struct aisp_nvml_device *d, char *text, unsigned size);
	int (*uuid)(struct aisp_nvml_device *d, char *text, unsigned size);
	int (*pci)(struct aisp_nvml_device *d, struct aisp_nvml_pci *pci);
	int (*capability)(struct aisp_nvml_device *d, int *major, int *minor);
	int (*memory)(struct aisp_nvml_device *d, struct aisp_nvml_memory *m);
	int (*memory2)(struct aisp_nvml_device *d, struct aisp_nvml_memory2 *m);
	int (*reasons)(struct aisp_nvml_device *d, unsigned long long *bits);
	int (*energy)(struct aisp_nvml_device *d, unsigned long long *mj);
	int (*cpus)(struct aisp_nvml_device *d, unsigned n_words, unsigned long *set);
	int (*nodes)(struct aisp_nvml_device *d, unsigned n_words, unsigned long *set,
		     unsigned scope);
	int (*link_remote)(struct aisp_nvml_device *d, unsigned link,
			   struct aisp_nvml_pci *pci);
	int (*ancestor)(struct aisp_nvml_device *a, struct aisp_nvml_device *b,
			unsigned *level);
	int (*p2p)(struct aisp_nvml_device *a, struct aisp_nvml_device *b,
		   unsigned what, unsigned *status);
	int (*number[AISP_NVML_N_NUMBERS])(struct aisp_nvml_device *d, unsigned *value);
	int (*choice[AISP_NVML_N_CHOICES])(struct aisp_nvml_device *d, unsigned of,
					   unsigned *value);
	int (*mode[AISP_NVML_N_MODES])(struct aisp_nvml_device *d, unsigned *now,
				       unsigned *pending);
	int (*processes[AISP_NVML_N_PROCESS_KINDS])(struct aisp_nvml_device *d,
						    unsigned *n,
						    struct aisp_nvml_process *list);
};

/*
 * Loads and initialises NVML in milliseconds, or in a second if the driver does not
 * stay loaded (persistence mode). Returns 0; or -1, and *err says why there is no NVML,
 * and the remedy.  Close in either case.
 */
int aisp_nvml_open(struct aisp_nvml *n, struct aisp_err *err);
void aisp_nvml_close(struct aisp_nvml *n);

/* The meaning of NVML's error number here, and the remedy. */
const char *aisp_nvml_explain(int code);

/*
 * Finds the device with a UUID ("GPU-...", "MIG-..."), a PCI bus id ("0000:0F:00.0"),
 * or NVML's own index, whose order is not CUDA's.  Returns 0, or -1 with *err filled.
 */
int aisp_nvml_find(const struct aisp_nvml *n, const char *gpu,
		   struct aisp_nvml_device **d, struct aisp_err *err);

/* Returns -1 if the driver or the device does not report it. */
int64_t aisp_nvml_number(const struct aisp_nvml *n, struct aisp_nvml_device *d,
			 enum aisp_nvml_number what);
int64_t aisp_nvml_choice(const struct aisp_nvml *n, struct aisp_nvml_device *d,
			 enum aisp_nvml_choice what, unsigned of);
int aisp_nvml_mode(const struct aisp_nvml *n, struct aisp_nvml_device *d,
		   enum aisp_nvml_mode what);

#endif
