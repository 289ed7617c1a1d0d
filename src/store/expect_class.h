/* SPDX-License-Identifier: MIT
 *
 * expect_class.h - the class of machine on which a run was measured, from its manifest.
 */
#ifndef AISP_EXPECT_CLASS_H
#define AISP_EXPECT_CLASS_H

#include "run/model.h"

#include "base/err.h"

struct aisp_machine_class {
	/*
	 * Machines whose speedups can be compared: "h200" for targets on GPUs,
	 * "epyc-9755-2c" on CPUs (model, cores that the run could use).  A file
	 * name's characters only.
	 */
	char slug[64];
	/*
	 * Machines whose times can be compared too: 16 hexadecimal digits of the
	 * SHA-256 of what the hardware, the hypervisor and the major versions of the
	 * kernel and of a GPU's driver are.
	 */
	char fingerprint[17];
	char text[320]; /* for people: "AMD EPYC 9755, 2 cores, KVM" */
};

/*
 * Finds the class of the machine that measured `target`, whose name ends in its device.
 * Returns 0, or -1 with *err filled if the manifest does not name the CPU or the GPU.
 */
int aisp_machine_class(struct aisp_machine_class *c,
		       const struct aisp_run_machine *machine, const char *target,
		       struct aisp_err *err);

/* Likewise for a manifest without a run. */
int aisp_manifest_class(struct aisp_machine_class *c, const json_t *manifest,
			const char *target, struct aisp_err *err);

#endif
