/* SPDX-License-Identifier: MIT
 *
 * hw_hypervisor.c - whether this machine is virtual, and under which hypervisor: from
 * CPUID's hypervisor leaf on x86, else from the firmware and the kernel.
 */
#include <stdio.h>
#include <string.h>

#include "hw.h"
#include "sysfile.h"

#if defined(__x86_64__)
#include <cpuid.h>

static const struct {
	const char *signature, *name;
} known[] = {
	{ "KVMKVMKVM", "KVM" },           { "Microsoft Hv", "Hyper-V" },
	{ "VMwareVMware", "VMware" },     { "XenVMMXenVMM", "Xen" },
	{ "TCGTCGTCGTCG", "QEMU TCG" },   { "bhyve bhyve ", "bhyve" },
	{ "VBoxVBoxVBox", "VirtualBox" },
};

void aisp_hw_read_hypervisor(struct aisp_hw *hw)
{
	unsigned a, b, c, d;
	char signature[13] = "";

	if (!__get_cpuid(1, &a, &b, &c, &d) || !(c >> 31))
		return;
	__cpuid(0x40000000, a, b, c, d);
	memcpy(signature, &b, 4);
	memcpy(signature + 4, &c, 4);
	memcpy(signature + 8, &d, 4);
	snprintf(hw->hypervisor, sizeof(hw->hypervisor), "%s",
		 signature[0] ? signature : "unnamed");
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (!strcmp(signature, known[i].signature))
			snprintf(hw->hypervisor, sizeof(hw->hypervisor), "%s",
				 known[i].name);
}

#else

void aisp_hw_read_hypervisor(struct aisp_hw *hw)
{
	static const char *const vendors[] = { "QEMU",   "KVM",      "VMware",
					       "Xen",    "Virtual",  "Amazon EC2",
					       "Google", "OpenStack" };
	char vendor[64], product[64];

	if (!aisp_sys_read("/sys/hypervisor/type", hw->hypervisor,
			   sizeof(hw->hypervisor)) ||
	    !aisp_sys_read("/proc/device-tree/hypervisor/compatible", hw->hypervisor,
			   sizeof(hw->hypervisor)))
		return;
	aisp_sys_read("/sys/class/dmi/id/sys_vendor", vendor, sizeof(vendor));
	aisp_sys_read("/sys/class/dmi/id/product_name", product, sizeof(product));
	if (strstr(product, ".metal")) /* EC2's name for a whole machine */
		return;
	for (size_t i = 0; i < sizeof(vendors) / sizeof(vendors[0]); i++)
		if (strstr(vendor, vendors[i]) || strstr(product, vendors[i]))
			snprintf(hw->hypervisor, sizeof(hw->hypervisor), "%s",
				 vendors[i]);
}
#endif
