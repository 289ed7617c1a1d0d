/* SPDX-License-Identifier: MIT */
#include <sys/types.h>

#include <sha256.h>

#include "hash.h"

int aisp_hash_file(const char *path, char hex[65], struct aisp_err *err)
{
	if (!SHA256_File(path, hex))
		return aisp_err_errno(err, "read %s", path);
	return 0;
}
