/* SPDX-License-Identifier: MIT */
#include <gnu/libc-version.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/klog.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/err.h"
#include "machine/sysfile.h"
#include "secrets.h"
#include "system_facts.h"

#define COUNT(a)          (sizeof(a) / sizeof((a)[0]))
#define N_MESSAGES_MAX    300
#define SYSLOG_READ_ALL   3
#define SYSLOG_SIZE       10
#define MESSAGE_BYTES_MAX (1 << 24)

static const struct {
	const char *name;
	__rlimit_resource_t resource;
} rlimits[] = {
	{ "as", RLIMIT_AS },
	{ "core", RLIMIT_CORE },
	{ "cpu", RLIMIT_CPU },
	{ "data", RLIMIT_DATA },
	{ "fsize", RLIMIT_FSIZE },
	{ "memlock", RLIMIT_MEMLOCK },
	{ "nice", RLIMIT_NICE },
	{ "nofile", RLIMIT_NOFILE },
	{ "nproc", RLIMIT_NPROC },
	{ "rtprio", RLIMIT_RTPRIO },
	{ "sigpending", RLIMIT_SIGPENDING },
	{ "stack", RLIMIT_STACK },
};

static const char *const sysctls[] = {
	"fs/aio-max-nr",
	"fs/file-max",
	"fs/nr_open",
	"kernel/dmesg_restrict",
	"kernel/kptr_restrict",
	"kernel/nmi_watchdog",
	"kernel/numa_balancing",
	"kernel/perf_event_mlock_kb",
	"kernel/perf_event_paranoid",
	"kernel/pid_max",
	"kernel/randomize_va_space",
	"kernel/sched_autogroup_enabled",
	"kernel/sched_rt_runtime_us",
	"kernel/shmmax",
	"kernel/threads-max",
	"kernel/unprivileged_bpf_disabled",
	"kernel/unprivileged_userns_clone",
	"kernel/watchdog",
	"kernel/yama/ptrace_scope",
	"net/core/rmem_max",
	"net/core/wmem_max",
	"user/max_user_namespaces",
	"vm/compaction_proactiveness",
	"vm/dirty_background_ratio",
	"vm/dirty_ratio",
	"vm/max_map_count",
	"vm/nr_hugepages",
	"vm/overcommit_memory",
	"vm/stat_interval",
	"vm/swappiness",
	"vm/zone_reclaim_mode",
};

/* Only words of the boot line that begin so are shown; others may be private. */
static const char *const boot_words[] = {
	"amd_pstate",
	"cgroup",
	"clocksource",
	"cpufreq",
	"cpuidle",
	"default_hugepagesz",
	"hugepages",
	"hugepagesz",
	"idle",
	"intel_idle",
	"intel_iommu",
	"intel_pstate",
	"iommu",
	"irqaffinity",
	"isolcpus",
	"maxcpus",
	"mce",
	"mem",
	"mitigations",
	"nohz",
	"nohz_full",
	"nosmt",
	"nr_cpus",
	"numa",
	"numa_balancing",
	"nvidia",
	"nvme",
	"pci",
	"pcie_aspm",
	"preempt",
	"processor",
	"pti",
	"rcu_nocbs",
	"skew_tick",
	"spectre_v2",
	"systemd.unified_cgroup_hierarchy",
	"transparent_hugepage",
	"tsc",
};

/* Words of messages about trouble; case does not matter. */
static const char *const troubles[] = {
	"NVRM",
	"Xid",
	"nvidia",
	"out of memory",
	"oom-kill",
	"oom_reaper",
	"killed process",
	"mce:",
	"machine check",
	"hardware error",
	"edac",
	"thermal",
	"throttl",
	"temperature",
	"segfault",
	"general protection",
	"trap ",
	"hung task",
	"blocked for more than",
	"soft lockup",
	"hard lockup",
	"rcu_sched",
	"rcu: info",
	"i/o error",
	"ext4-fs error",
	"xfs",
	"nvme",
	"pcieport",
	"aer:",
	"link is down",
	"link is up",
	"clocksource",
	"tsc",
	"split lock",
	"page allocation failure",
	"mlx5",
	"infiniband",
	"BUG:",
	"Oops",
	"call trace",
};

static json_t *limit(rlim_t x)
{
	return x == RLIM_INFINITY ? json_null() : json_integer((json_int_t)x);
}

static json_t *rlimits_json(void)
{
	json_t *j = json_object();
	struct rlimit r;

	for (size_t i = 0; i < COUNT(rlimits); i++)
		if (!getrlimit(rlimits[i].resource, &r))
			json_object_set_new(j, rlimits[i].name,
					    json_pack("[oo]", limit(r.rlim_cur),
						      limit(r.rlim_max)));
	return j;
}

static json_t *sysctls_json(void)
{
	json_t *j = json_object();
	char path[128], text[256], name[64];

	for (size_t i = 0; i < COUNT(sysctls); i++) {
		snprintf(path, sizeof(path), "/proc/sys/%s", sysctls[i]);
		snprintf(name, sizeof(name), "%s", sysctls[i]);
		for (char *c = name; *c; c++)
			*c = *c == '/' ? '.' : *c;
		json_object_set_new(j, name,
				    aisp_sys_read(path, text, sizeof(text))
					    ? json_null()
					    : json_string(text));
	}
	return j;
}

static json_t *boot_json(void)
{
	char *text = aisp_sys_slurp("/proc/cmdline"), *rest = text, *word;
	json_t *j = json_array();

	while ((word = strsep(&rest, " \n"))) {
		size_t n = strcspn(word, "=.");

		for (size_t i = 0; i < COUNT(boot_words); i++)
			if (strlen(boot_words[i]) == n &&
			    !strncmp(word, boot_words[i], n)) {
				json_array_append_new(j, json_string(word));
				break;
			}
	}
	free(text);
	return j;
}

static json_t *free_json(void)
{
	static const char *const directories[] = { ".", "/tmp", "/dev/shm" };
	json_t *j = json_object();
	struct statvfs s;

	for (size_t i = 0; i < COUNT(directories); i++)
		if (!statvfs(directories[i], &s))
			json_object_set_new(j, directories[i],
					    json_integer((json_int_t)s.f_bavail *
							 (json_int_t)s.f_frsize));
	return j;
}

json_t *aisp_facts_limits(void)
{
	return json_pack("{so so so so}", "rlimits", rlimits_json(), "sysctl",
			 sysctls_json(), "boot", boot_json(), "free_bytes",
			 free_json());
}

static json_t *first_line(const char *path)
{
	char *text = aisp_sys_slurp(path);
	json_t *j = text ? json_stringn(text, strcspn(text, "\n")) : NULL;

	free(text);
	return j ? j : json_null();
}

/* PRETTY_NAME="Debian GNU/Linux 12 (bookworm)" */
static json_t *os_json(void)
{
	char *text = aisp_sys_slurp("/etc/os-release");
	const char *at = text ? strstr(text, "PRETTY_NAME=\"") : NULL;
	json_t *j = NULL;

	if (at) {
		at += strlen("PRETTY_NAME=\"");
		j = json_stringn(at, strcspn(at, "\"\n"));
	}
	free(text);
	return j ? j : json_null();
}

json_t *aisp_facts_versions(void)
{
	struct utsname u;
	char kernel[512] = "";

	if (!uname(&u))
		snprintf(kernel, sizeof(kernel), "%s %s %s", u.sysname, u.release,
			 u.version);
	return json_pack("{ss so ss so}", "kernel", kernel, "os", os_json(), "libc",
			 gnu_get_libc_version(), "gpu_driver",
			 first_line("/proc/driver/nvidia/version"));
}

json_t *aisp_facts_environment(void)
{
	json_t *j = json_object();

	for (char **v = environ; v && *v; v++) {
		size_t n = strcspn(*v, "=");
		char *name = strndup(*v, n);
		json_t *value = name && (*v)[n] && aisp_env_is_shown(name)
					? json_string(*v + n + 1)
					: NULL;

		if (value)
			json_object_set_new(j, name, value);
		free(name);
	}
	return j;
}

static int is_trouble(const char *line)
{
	for (size_t i = 0; i < COUNT(troubles); i++)
		if (strcasestr(line, troubles[i]))
			return 1;
	return 0;
}

/* The last lines about trouble, to be freed; text is cut up. */
static char *trouble_of(char *text)
{
	const char *last[N_MESSAGES_MAX];
	size_t n = 0, n_bytes;
	char *out = NULL, *line;
	FILE *f = open_memstream(&out, &n_bytes);

	if (!f)
		return NULL;
	while ((line = strsep(&text, "\n")))
		if (is_trouble(line))
			last[n++ % N_MESSAGES_MAX] = line;
	for (size_t i = n > N_MESSAGES_MAX ? n - N_MESSAGES_MAX : 0; i < n; i++)
		fprintf(f, "%s\n", last[i % N_MESSAGES_MAX]);
	fclose(f);
	return out;
}

char *aisp_facts_messages(struct aisp_err *err)
{
	int size = klogctl(SYSLOG_SIZE, NULL, 0), n = -1;
	char *text = NULL, *trouble = NULL;

	if (size > 0 && size <= MESSAGE_BYTES_MAX)
		text = calloc(1, (size_t)size + 1);
	if (text)
		n = klogctl(SYSLOG_READ_ALL, text, size);
	if (n >= 0)
		trouble = trouble_of(text);
	if (!trouble)
		aisp_err_errno(err, "the kernel's messages (kernel.dmesg_restrict)");
	free(text);
	return trouble;
}
