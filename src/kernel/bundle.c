/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "base/regular.h"
#include "bundle.h"

bool aisp_is_bundle(const char *object)
{
	size_t n = strlen(object);

	return n > 8 && !strcmp(object + n - 8, ".kernels");
}

/* Reads the whole file; the caller frees it. */
static char *read_all(const char *path, size_t *n, struct aisp_err *err)
{
	FILE *f = aisp_regular_open(path, err);
	char *bytes = NULL;
	long end = -1;

	if (f && !fseek(f, 0, SEEK_END))
		end = ftell(f);
	if (end > 0)
		bytes = malloc((size_t)end);
	if (bytes) {
		rewind(f);
		*n = fread(bytes, 1, (size_t)end, f);
	}
	if (!bytes || *n != (size_t)end) {
		if (f)
			aisp_err_errno(err, "read %s", path);
		free(bytes);
		bytes = NULL;
	}
	if (f)
		fclose(f);
	return bytes;
}

/* The length of the opening comment, in a source without zero bytes. */
static size_t comment_bytes(const char *text, size_t n)
{
	const char *end = memmem(text, n, "*/", 2);
	const char *zero = memchr(text, 0, n);

	if (end)
		n = (size_t)(end + 2 - text);
	return zero && (size_t)(zero - text) < n ? (size_t)(zero - text) : n;
}

static int put(const char *file, const char *text, size_t n_text, const char *image,
	       size_t n_image, struct aisp_err *err)
{
	static const char zeros[AISP_BUNDLE_ALIGN];
	size_t gap = AISP_BUNDLE_ALIGN - n_text % AISP_BUNDLE_ALIGN;
	FILE *f = fopen(file, "we");
	bool is_whole = f && fwrite(text, 1, n_text, f) == n_text &&
			fwrite(zeros, 1, gap, f) == gap &&
			fwrite(image, 1, n_image, f) == n_image;

	if (f && fclose(f))
		is_whole = false;
	return is_whole ? 0 : aisp_err_errno(err, "write %s", file);
}

int aisp_bundle_write(const char *file, const char *source, struct aisp_err *err)
{
	size_t n_image = 0, n_text = 0;
	char *image = read_all(file, &n_image, err);
	char *text = image ? read_all(source, &n_text, err) : NULL;
	int rc = -1;

	if (text)
		rc = put(file, text, comment_bytes(text, n_text), image, n_image, err);
	free(image);
	free(text);
	return rc;
}

long aisp_bundle_image(const void *bundle, size_t n)
{
	const char *end = memchr(bundle, 0, n);
	size_t at;

	if (!end)
		return -1;
	at = (size_t)(end - (const char *)bundle) / AISP_BUNDLE_ALIGN *
		     AISP_BUNDLE_ALIGN +
	     AISP_BUNDLE_ALIGN;
	return at < n ? (long)at : -1;
}

/* ".../optimized_x.cu.kernels" comes from optimized_x.cu. */
static void name_source(const char *bundle, char *name, size_t size)
{
	const char *slash = strrchr(bundle, '/');

	snprintf(name, size, "%s", slash ? slash + 1 : bundle);
	if (aisp_is_bundle(name))
		name[strlen(name) - 8] = '\0';
}

int aisp_bundle_plan(const char *bundle, const struct aisp_kernel_world *world,
		     struct aisp_kernel_plan *plan, struct aisp_err *err)
{
	size_t n = 0;
	char *bytes = read_all(bundle, &n, err), name[256];
	int rc = -1;
	FILE *f;

	if (!bytes)
		return -1;
	name_source(bundle, name, sizeof(name));
	f = fmemopen(bytes, strnlen(bytes, n), "r");
	if (f)
		rc = aisp_kernel_lines_read(plan, f, name, world, err);
	else
		aisp_err_set(err, "%s has no launch lines: build it again", bundle);
	if (f && !rc && !plan->n_launches)
		rc = aisp_err_set(err, "%s has no launch lines: build it again",
				  bundle);
	if (f)
		fclose(f);
	free(bytes);
	return rc;
}
