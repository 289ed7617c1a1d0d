/* SPDX-License-Identifier: MIT
 *
 * The header of a .npy file is a Python dictionary in text, with three keys:
 *	{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }
 */
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "dtype.h"
#include "npy.h"

static const struct {
	const char *descr;
	enum aisp_dtype dtype;
} dtypes[] = {
	{ "<f4", AISP_F32 }, { "<f8", AISP_F64 }, { "<f2", AISP_F16 },
	{ "|i1", AISP_I8 },  { "|u1", AISP_U8 },  { "<i4", AISP_I32 },
	{ "<i8", AISP_I64 }, { "<u2", AISP_U16 }, { "<u4", AISP_U32 },
	{ "<u8", AISP_U64 },
};

struct cursor {
	const char *p, *end;
	const char *name;
	struct aisp_err *err;
};

struct header {
	char descr[16];
	bool is_fortran;
	bool has_descr, has_order, has_shape;
};

/* In messages, a path of full length would leave no room for the remedy. */
#define fail(c, fmt, ...)                                                              \
	aisp_err_set((c)->err, "%.300s: " fmt, (c)->name, ##__VA_ARGS__)

static int garbled(const struct cursor *c)
{
	return fail(c, "its header is not one that NumPy writes; "
		       "save the array again with numpy.save");
}

static void skip_space(struct cursor *c)
{
	while (c->p < c->end && (*c->p == ' ' || *c->p == '\n'))
		c->p++;
}

static bool take(struct cursor *c, char wanted)
{
	skip_space(c);
	if (c->p == c->end || *c->p != wanted)
		return false;
	c->p++;
	return true;
}

static bool take_word(struct cursor *c, const char *word)
{
	size_t n = strlen(word);

	if (!take(c, word[0]) || (size_t)(c->end - c->p) < n - 1 ||
	    memcmp(c->p, word + 1, n - 1) != 0)
		return false;
	c->p += n - 1;
	return true;
}

/* A quoted string of printable characters without escapes. */
static bool take_string(struct cursor *c, char *out, size_t out_bytes)
{
	char quote = take(c, '\'') ? '\'' : take(c, '"') ? '"' : '\0';
	size_t n = 0;

	if (!quote)
		return false;
	for (; c->p < c->end && *c->p != quote; c->p++) {
		if (*c->p < ' ' || *c->p > '~' || *c->p == '\\' || n + 1 == out_bytes)
			return false;
		out[n++] = *c->p;
	}
	out[n] = '\0';
	return take(c, quote);
}

static bool take_dim(struct cursor *c, int64_t *dim)
{
	const char *first;

	skip_space(c);
	*dim = 0;
	for (first = c->p; c->p < c->end && *c->p >= '0' && *c->p <= '9'; c->p++)
		if (__builtin_mul_overflow(*dim, 10, dim) ||
		    __builtin_add_overflow(*dim, *c->p - '0', dim))
			return false;
	return c->p > first;
}

/* () or (3,) or (3, 4) or (3, 4,) */
static int take_shape(struct cursor *c, struct aisp_npy *a)
{
	if (!take(c, '('))
		return garbled(c);
	while (!take(c, ')')) {
		if (a->rank == AISP_MAX_RANK)
			return fail(c,
				    "has more than %d dimensions; "
				    "reshape it before numpy.save",
				    AISP_MAX_RANK);
		if (!take_dim(c, &a->shape[a->rank++]))
			return garbled(c);
		if (take(c, ','))
			continue;
		if (a->rank < 2 || !take(c, ')'))
			return garbled(c);
		break;
	}
	return 0;
}

static int take_descr(struct cursor *c, struct header *h)
{
	if (take(c, '['))
		return fail(c, "is a structured array; save each field on its own");
	return take_string(c, h->descr, sizeof(h->descr)) ? 0 : garbled(c);
}

static int take_order(struct cursor *c, struct header *h)
{
	h->is_fortran = take_word(c, "True");
	return h->is_fortran || take_word(c, "False") ? 0 : garbled(c);
}

static bool is_first(bool *seen)
{
	bool was_seen = *seen;

	*seen = true;
	return !was_seen;
}

static int take_item(struct cursor *c, struct header *h, struct aisp_npy *a)
{
	char key[16];

	if (!take_string(c, key, sizeof(key)) || !take(c, ':'))
		return garbled(c);
	if (!strcmp(key, "descr") && is_first(&h->has_descr))
		return take_descr(c, h);
	if (!strcmp(key, "fortran_order") && is_first(&h->has_order))
		return take_order(c, h);
	if (!strcmp(key, "shape") && is_first(&h->has_shape))
		return take_shape(c, a);
	return garbled(c);
}

static int parse_dict(struct cursor *c, struct header *h, struct aisp_npy *a)
{
	if (!take(c, '{'))
		return garbled(c);
	while (!take(c, '}')) {
		if (take_item(c, h, a))
			return -1;
		if (take(c, ','))
			continue;
		if (!take(c, '}'))
			return garbled(c);
		break;
	}
	skip_space(c);
	return c->p == c->end && h->has_descr && h->has_order && h->has_shape
		       ? 0
		       : garbled(c);
}

static int choose_dtype(const struct cursor *c, const struct header *h,
			struct aisp_npy *a)
{
	if (h->descr[0] == '>')
		return fail(c,
			    "is big-endian; save a.astype(a.dtype.newbyteorder('<'))");
	if (strchr(h->descr, 'O'))
		return fail(c, "holds Python objects, which aisp does not unpickle; "
			       "save a.astype(numpy.float32)");
	for (size_t i = 0; i < sizeof(dtypes) / sizeof(dtypes[0]); i++)
		if (!strcmp(h->descr, dtypes[i].descr)) {
			a->dtype = dtypes[i].dtype;
			return 0;
		}
	return fail(c,
		    "has elements of type '%s'; save it as float16, float32, float64, "
		    "int8, int32, int64, uint8, uint16, uint32 or uint64",
		    h->descr);
}

static int place_data(const struct cursor *c, const void *data, size_t offset,
		      size_t n_bytes, struct aisp_npy *a)
{
	size_t elem_bytes = aisp_dtype_bytes(a->dtype);

	a->data_bytes = elem_bytes;
	for (int i = 0; i < a->rank; i++)
		if (__builtin_mul_overflow(a->data_bytes, (size_t)a->shape[i],
					   &a->data_bytes))
			return fail(c, "its shape is larger than any memory; "
				       "save the array again");
	if (a->data_bytes != n_bytes)
		return fail(c,
			    "holds %zu bytes of data where its shape needs %zu; "
			    "save the array again, alone in its file",
			    n_bytes, a->data_bytes);
	if (offset % elem_bytes)
		return fail(c,
			    "its data is not aligned; save it again with numpy.save");
	a->data = data;
	return 0;
}

/*
 * The bytes of magic, version and length before the dictionary, whose length
 * goes to *dict_bytes; 0 with *err filled.
 */
static size_t parse_preamble(const struct cursor *c, const uint8_t *b, size_t n,
			     size_t *dict_bytes)
{
	size_t start = n > 6 && b[6] > 1 ? 12 : 10;

	if (n < start || memcmp(b, "\x93NUMPY", 6) != 0) {
		fail(c, "is not a .npy file; write one with numpy.save (savez and "
			"pickle write others)");
		return 0;
	}
	if (b[6] < 1 || b[6] > 3 || b[7] != 0) {
		fail(c, "has .npy version %d.%d; write 1.0 with numpy.save", b[6],
		     b[7]);
		return 0;
	}
	*dict_bytes = b[8] | (size_t)b[9] << 8;
	if (start == 12)
		*dict_bytes |= (size_t)b[10] << 16 | (size_t)b[11] << 24;
	if (*dict_bytes > n - start) {
		fail(c, "ends within its header; save the array again with numpy.save");
		return 0;
	}
	return start;
}

int aisp_npy_parse(const void *bytes, size_t n_bytes, const char *name,
		   struct aisp_npy *a, struct aisp_err *err)
{
	struct cursor c = { .name = name, .err = err };
	struct header h = { 0 };
	struct aisp_npy parsed = { 0 };
	size_t start, dict_bytes;

	*a = parsed;
	start = parse_preamble(&c, bytes, n_bytes, &dict_bytes);
	if (!start)
		return -1;
	c.p = (const char *)bytes + start;
	c.end = c.p + dict_bytes;
	if (parse_dict(&c, &h, &parsed) || choose_dtype(&c, &h, &parsed))
		return -1;
	if (h.is_fortran)
		return fail(&c, "is in Fortran order; save numpy.ascontiguousarray(a)");
	if (place_data(&c, c.end, start + dict_bytes, n_bytes - start - dict_bytes,
		       &parsed))
		return -1;
	*a = parsed;
	return 0;
}

/* O_NONBLOCK: opening a FIFO that nobody writes must not hang. */
int aisp_npy_load(const char *path, struct aisp_npy *a, struct aisp_err *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), rc = -1;
	void *map = MAP_FAILED;
	struct stat st;

	*a = (struct aisp_npy){ 0 };
	if (fd < 0 || fstat(fd, &st)) {
		aisp_err_errno(err, "open %.300s", path);
		goto out;
	}
	if (!S_ISREG(st.st_mode) || st.st_size == 0) {
		aisp_err_set(err, "%.300s: %s; write it with numpy.save", path,
			     S_ISREG(st.st_mode) ? "is empty"
						 : "is not a regular file");
		goto out;
	}
	map = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (map == MAP_FAILED) {
		aisp_err_errno(err, "map %.300s", path);
		goto out;
	}
	rc = aisp_npy_parse(map, (size_t)st.st_size, path, a, err);
out:
	if (fd >= 0)
		close(fd);
	if (!rc) {
		a->map = map;
		a->map_bytes = (size_t)st.st_size;
	} else if (map != MAP_FAILED) {
		munmap(map, (size_t)st.st_size);
	}
	return rc;
}

void aisp_npy_release(struct aisp_npy *a)
{
	if (a->map)
		munmap(a->map, a->map_bytes);
	*a = (struct aisp_npy){ 0 };
}
