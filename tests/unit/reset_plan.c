/* SPDX-License-Identifier: MIT
 *
 * What a reset would do, with the services, modules and devices of a fake machine.
 * Plans are not run here, except for one on a file below the fake /sys.
 */
#include "cli/reset_plan.h"
#include "machine_tree.h"
#include "tap.h"

static int prints(const struct reset_plan *p, const char *want)
{
	char text[4096] = "";
	FILE *f = fmemopen(text, sizeof(text), "w");

	reset_plan_print(p, f);
	fclose(f);
	return !strcmp(text, want);
}

static void put_device(const char *slot, const char *vendor, const char *class)
{
	char path[80];

	snprintf(path, sizeof(path), "/sys/bus/pci/devices/%s/vendor", slot);
	tree_put(path, vendor);
	snprintf(path, sizeof(path), "/sys/bus/pci/devices/%s/class", slot);
	tree_put(path, class);
}

static void test_system(void)
{
	struct aisp_gpu_user user = { .group = "0::/system.slice/nvidia-dcgm.service" };
	struct reset_plan p;

	tree_make();
	put_device("0000:0f:00.0", "0x10de", "0x030200");
	put_device("0000:10:00.0", "0x10de", "0x068000"); /* a switch */
	put_device("0000:11:00.0", "0x1002", "0x030000"); /* another's */
	put_device("0001:1a:00.1", "0x10de", "0x030000");
	reset_plan_system(&p);
	ok(!reset_plan_stops(&p, &user), "nor is a service stopped");
	ok(reset_plan_devices(&p) == 2, "two GPUs");
	ok(prints(&p, "echo 1 > /sys/bus/pci/devices/0000:0f:00.0/reset\n"
		      "echo 1 > /sys/bus/pci/devices/0001:1a:00.1/reset\n"),
	   "nothing holds the devices");
	tree_put("/sys/module/nvidia/refcnt", "1\n");
	tree_put("/sys/module/nvidia_uvm/refcnt", "0\n");
	tree_put("/sys/fs/cgroup/system.slice/nvidia-persistenced.service/cgroup.procs",
		 "812\n");
	tree_put("/sys/fs/cgroup/system.slice/nvidia-dcgm.service/cgroup.procs", "9\n");
	reset_plan_system(&p);
	ok(reset_plan_stops(&p, &user), "a service's process ends with it");
	user.group[strlen("0::/system.slice/nvidia")] = '\0';
	ok(!reset_plan_stops(&p, &user), "another does not");
	ok(prints(&p, "systemctl stop nvidia-dcgm\n"
		      "systemctl stop nvidia-persistenced\n"
		      "modprobe -r nvidia_uvm\n"
		      "modprobe -r nvidia\n"
		      "echo 1 > /sys/bus/pci/devices/0000:0f:00.0/reset\n"
		      "echo 1 > /sys/bus/pci/devices/0001:1a:00.1/reset\n"
		      "modprobe nvidia\n"
		      "modprobe nvidia_uvm\n"
		      "systemctl start nvidia-persistenced\n"
		      "systemctl start nvidia-dcgm\n"),
	   "users first, and back in the opposite order");
	tree_remove();
}

static void test_driver(void)
{
	struct reset_plan p;

	reset_plan_driver(&p, NULL);
	ok(prints(&p, "nvidia-smi --gpu-reset\n"), "all by the driver");
	reset_plan_driver(&p, "3");
	ok(prints(&p, "nvidia-smi --gpu-reset -i 3\n"), "one by the driver");
}

/* Files stand for devices. */
static void test_run(void)
{
	struct reset_plan p = { .n = 3,
				.steps = { { RESET_PCI, "/sys/a" },
					   { RESET_PCI, "/sys/none" },
					   { RESET_PCI, "/sys/b" } } };
	struct aisp_err err = { "" };

	tree_make();
	tree_put("/sys/a/reset", "");
	tree_put("/sys/b/reset", "");
	ok(reset_plan_run(&p, &err) == -1, "a step fails");
	ok(strstr(err.msg, "/sys/none/reset") != NULL, "which is said");
	ok(tree_is("/sys/a/reset", "1"), "the one before was done");
	ok(tree_is("/sys/b/reset", ""), "the one behind was not");
	tree_remove();
}

int main(void)
{
	test_system();
	test_driver();
	test_run();
	return done();
}
