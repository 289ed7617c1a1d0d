/* SPDX-License-Identifier: MIT */
#include <sys/types.h>

#include <sha256.h>
#include <string.h>

#include "hash.h"

int aisp_hash_file(const char *path, char hex[65], struct aisp_err *err)
{
	if (!SHA256_File(path, hex))
		return aisp_err_errno(err, "read %s", path);
	return 0;
}

void aisp_hash_text(const char *text, char hex[65])
{
	SHA256Data((const uint8_t *)text, strlen(text), hex);
}
