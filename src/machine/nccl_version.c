/* SPDX-License-Identifier: MIT */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "nccl_version.h"

/* Since 2.9 a version is 10000 major + 100 minor + patch. */
void aisp_nccl_version(char version[16], char *why, size_t size)
{
	void *library = dlopen("libnccl.so.2", RTLD_NOW | RTLD_LOCAL);
	void *symbol = library ? dlsym(library, "ncclGetVersion") : NULL;
	int (*get)(int *version);
	int n = 0;

	version[0] = why[0] = '\0';
	memcpy(&get, &symbol, sizeof(get));
	if (!symbol)
		snprintf(why, size, "%s", dlerror());
	else if (get(&n) || n < 20900 || n > 999999)
		snprintf(why, size, "libnccl.so.2 tells no version that is known");
	else
		snprintf(version, 16, "%d.%d.%d", n / 10000, n / 100 % 100, n % 100);
	/* Not closed: the library may have threads of its own. */
}
