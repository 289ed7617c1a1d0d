/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "nccl.h"

#define DESCRIPTORS 1024
#define FILE_BYTES  (UINT64_C(1) << 30) /* of what ranks share */
#define PREFIX      "NCCL_"

/*
 * NVIDIA NCCL documentation, "Environment Variables".  NCCL contacts nothing outside
 * the group, and loads no other code.  NVLS and MNNVL act on the switch that all GPUs
 * of a host share.
 */
static const char *const fixed[] = {
	"NCCL_NVLS_ENABLE=0",   "NCCL_MNNVL_ENABLE=0",    "NCCL_RAS_ENABLE=0",
	"NCCL_IB_DISABLE=1",    "NCCL_NET=Socket",        "NCCL_SOCKET_IFNAME=lo",
	"NCCL_NET_PLUGIN=none", "NCCL_TUNER_PLUGIN=none", "NCCL_PROFILER_PLUGIN=none",
	"NCCL_ENV_PLUGIN=none", "NCCL_GIN_PLUGIN=none",   "NCCL_RMA_PLUGIN=none",
};
/* Defaults that the user can override. */
static const char *const usual[] = {
	"NCCL_CUMEM_HOST_ENABLE=0",   /* files in the group's /dev/shm instead */
	"NCCL_IGNORE_CPU_AFFINITY=1", /* the judge places its threads */
};

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

static bool is_said(char *const *words, int n, const char *word)
{
	size_t name = strcspn(word, "=") + 1;

	for (int i = 0; i < n; i++)
		if (!strncmp(words[i], word, name))
			return true;
	return false;
}

static int append(char **words, int n, int max, const char *word)
{
	if (n < max - 1 && !is_said(words, n, word))
		words[n++] = (char *)(uintptr_t)word;
	return n;
}

int aisp_nccl_environment(char **words, int n, int max)
{
	for (size_t i = 0; i < COUNT(fixed); i++)
		n = append(words, n, max, fixed[i]);
	for (char **own = environ; *own; own++)
		if (!strncmp(*own, PREFIX, strlen(PREFIX)))
			n = append(words, n, max - (int)COUNT(usual), *own);
	for (size_t i = 0; i < COUNT(usual); i++)
		n = append(words, n, max, usual[i]);
	return n;
}

void aisp_nccl_admit(struct aisp_plan *p)
{
	static const struct aisp_plan_file files[] = {
		{ "/dev/shm",
		  AISP_FILE_READ | AISP_FILE_WRITE | AISP_FILE_LIST | AISP_FILE_MAKE },
		{ "/dev/urandom", AISP_FILE_READ },
		{ "/proc/sys/kernel/random/boot_id", AISP_FILE_READ },
		{ "/etc/hosts", AISP_FILE_READ },
	};
	size_t n = 0;

	while (n < AISP_MAX_FILES && p->files[n].path[0])
		n++;
	for (size_t i = 0; i < COUNT(files) && n < AISP_MAX_FILES; i++)
		p->files[n++] = files[i];
	if (p->max_descriptors < DESCRIPTORS)
		p->max_descriptors = DESCRIPTORS;
	p->file_limit_bytes = FILE_BYTES;
}

bool aisp_nccl_speaks(const struct aisp_launch *l)
{
	return l->buffers->meets == AISP_MEETS_NCCL && getenv("NCCL_DEBUG");
}
