/* SPDX-License-Identifier: MIT */
#include <sys/types.h>

#include <sha256.h>
#include <stdio.h>
#include <string.h>

#include "hash.h"
#include "regular.h"

int aisp_hash_file(const char *path, char hex[65], struct aisp_err *err)
{
	FILE *f = aisp_regular_open(path, err);
	SHA256_CTX sum;
	uint8_t buf[65536];
	size_t n;
	int rc;

	if (!f)
		return -1;
	SHA256_Init(&sum);
	while ((n = fread(buf, 1, sizeof(buf), f)))
		SHA256_Update(&sum, buf, n);
	SHA256_End(&sum, hex);
	rc = ferror(f) ? aisp_err_errno(err, "read %s", path) : 0;
	fclose(f);
	return rc;
}

void aisp_hash_text(const char *text, char hex[65])
{
	SHA256Data((const uint8_t *)text, strlen(text), hex);
}
