/* SPDX-License-Identifier: MIT
 *
 * .npy files byte by byte, as numpy.lib.format describes them; no NumPy needed.
 */
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/npy.h"
#include "tap.h"

/* np.save of np.array([[1, 2, 3], [4, 5, 6]], np.float32), header padded to 128. */
#define DICT     "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }"
#define SHAPE(s) "{'descr': '<f4', 'fortran_order': False, 'shape': " s ", }"
#define DESCR(d) "{'descr': " d ", 'fortran_order': False, 'shape': (2, 3), }"

static const float values[6] = { 1, 2, 3, 4, 5, 6 };

static struct aisp_npy a;
static struct aisp_err err;

/* A file in *out, which is freed by the caller; the header is padded to 64. */
static size_t make(int major, const char *dict, const void *data, size_t n_data,
		   char **out)
{
	size_t start = major == 1 ? 10 : 12, total = start + strlen(dict) + 1;
	size_t dict_bytes;
	char *b;

	total = (total + 63) / 64 * 64;
	dict_bytes = total - start;
	b = *out = malloc(total + n_data);
	memset(b, ' ', total);
	memcpy(b, "\x93NUMPY", 6);
	b[6] = (char)major;
	b[7] = 0;
	for (size_t i = 8; i < start; i++)
		b[i] = (char)(dict_bytes >> 8 * (i - 8));
	memcpy(b + start, dict, strlen(dict));
	b[total - 1] = '\n';
	memcpy(b + total, data, n_data);
	return total + n_data;
}

static int parse(int major, const char *dict, size_t n_data)
{
	static const char zeros[64];
	char *b;
	size_t n = make(major, dict,
			n_data == sizeof(values) ? (const void *)values : zeros, n_data,
			&b);
	int rc;

	err.msg[0] = '\0';
	rc = aisp_npy_parse(b, n, "x.npy", &a, &err);
	if (!rc && n_data == sizeof(values))
		rc = memcmp(a.data, values, n_data) ? 1 : 0;
	free(b);
	return rc;
}

/* Is the file refused, with its name and this word of advice? */
static int is_refused(const char *dict, size_t n_data, const char *remedy)
{
	return parse(1, dict, n_data) == -1 && !strncmp(err.msg, "x.npy: ", 7) &&
	       strstr(err.msg, remedy) && !a.data && a.rank == 0;
}

static void test_versions(void)
{
	for (int major = 1; major <= 3; major++) {
		ok(parse(major, DICT, 24) == 0 && a.dtype == AISP_F32 && a.rank == 2 &&
			   a.shape[0] == 2 && a.shape[1] == 3 && a.data_bytes == 24,
		   "2 x 3 of float32");
		aisp_npy_release(&a);
	}
	ok(parse(4, DICT, 24) == -1 && strstr(err.msg, "version 4.0"),
	   "version 4 is refused");
}

static void test_dtypes(void)
{
	static const struct {
		const char *dict;
		enum aisp_dtype dtype;
		size_t n_data;
	} rows[] = {
		{ DESCR("'<f8'"), AISP_F64, 48 }, { DESCR("'<f2'"), AISP_F16, 12 },
		{ DESCR("'|i1'"), AISP_I8, 6 },   { DESCR("'|u1'"), AISP_U8, 6 },
		{ DESCR("'<i4'"), AISP_I32, 24 }, { DESCR("'<i8'"), AISP_I64, 48 },
		{ DESCR("'<u2'"), AISP_U16, 12 }, { DESCR("'<u4'"), AISP_U32, 24 },
		{ DESCR("'<u8'"), AISP_U64, 48 },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		ok(parse(1, rows[i].dict, rows[i].n_data) == 0 &&
			   a.dtype == rows[i].dtype,
		   rows[i].dict);
}

static void test_shapes(void)
{
	ok(parse(1, SHAPE("()"), 4) == 0 && a.rank == 0, "scalar");
	ok(parse(1, SHAPE("(6,)"), 24) == 0 && a.rank == 1 && a.shape[0] == 6,
	   "rank 1");
	ok(parse(1, SHAPE("(1, 2,1 ,3 , )"), 24) == 0 && a.rank == 4 && a.shape[3] == 3,
	   "rank 4");
	ok(parse(1, SHAPE("(0, 3)"), 0) == 0 && a.data_bytes == 0, "no elements");
	ok(parse(1, "{\"shape\":(2,3),\"fortran_order\":False,\"descr\":\"<f4\"}",
		 24) == 0,
	   "keys in any order, either quote");
	ok(is_refused(SHAPE("(1, 1, 2, 3, 1, 1)"), 24, "reshape"), "rank 6");
}

static void test_remedies(void)
{
	ok(is_refused("{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3), }", 24,
		      "numpy.ascontiguousarray"),
	   "Fortran order");
	ok(is_refused(DESCR("'>f4'"), 24, "newbyteorder"), "big-endian");
	ok(is_refused(DESCR("'|O'"), 24, "unpickle"), "Python objects");
	ok(is_refused(DESCR("[('x', '<f4')]"), 24, "structured"), "structured");
	ok(is_refused(DESCR("'<c8'"), 48, "'<c8'"), "complex");
	ok(is_refused(DESCR("'<V2'"), 12, "'<V2'"), "bytes without a type");
	ok(is_refused(DICT, 20, "20 bytes of data where its shape needs 24"),
	   "truncated");
	ok(is_refused(DICT, 28, "alone in its file"), "bytes left over");
}

static void test_overflow(void)
{
	static const char *const shapes[] = {
		SHAPE("(4611686018427387905,)"),
		SHAPE("(4294967296, 4294967296)"),
		SHAPE("(9223372036854775808,)"),
		SHAPE("(18446744073709551622,)"),
		SHAPE("(3037000500, 3037000500, 2)"),
		SHAPE("(99999999999999999999999999,)"),
	};
	int n_wrong = !is_refused(SHAPE("(0, 9223372036854775808)"), 0, "numpy.save");

	for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++)
		n_wrong += parse(1, shapes[i], 4) != -1 ||
			   parse(1, shapes[i], 0) != -1 ||
			   parse(1, shapes[i], 24) != -1;
	ok(n_wrong == 0, "products that wrap around 2^64");
}

static void test_garbage(void)
{
	static const char *const dicts[] = {
		"",
		"{",
		"{}",
		"{'descr': '<f4', 'fortran_order': False, }",
		"{'descr': '<f4', 'shape': (2, 3), }",
		"{'fortran_order': False, 'shape': (2, 3), }",
		"{'descr': '<f4', 'descr': '<f4', 'fortran_order': "
		"False, 'shape': (2, 3), }",
		"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), 'x': 1}",
		"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), } x",
		"{'descr': '<f4' 'fortran_order': False, 'shape': (2, 3), }",
		"{'descr': '<f4', 'fortran_order': Falsy, 'shape': (2, 3), }",
		"{'descr': '<f4', 'fortran_order': 0, 'shape': (2, 3), }",
		DESCR("'<f4"),
		DESCR("'<f4444444444444444444444'"),
		DESCR("'<\\x664'"),
		DESCR("'\x1b[2J'"),
		DESCR("4"),
		SHAPE("(6)"),
		SHAPE("6"),
		SHAPE("(-6,)"),
		SHAPE("(,)"),
		SHAPE("(2, 3"),
		SHAPE("(2 3)"),
		SHAPE("(2.0, 3)"),
		SHAPE("[2, 3]"),
	};
	int n_wrong = 0;

	for (size_t i = 0; i < sizeof(dicts) / sizeof(dicts[0]); i++)
		if (!is_refused(dicts[i], 24, "numpy.save")) {
			printf("# %s\n", dicts[i]);
			n_wrong++;
		}
	ok(n_wrong == 0, "headers that NumPy does not write");
}

/* Each prefix, and each byte changed, in a block of exactly its size. */
static void test_hostile(void)
{
	char *b, *cut;
	size_t n = make(1, DICT, values, sizeof(values), &b);
	int n_accepted = 0;

	for (size_t i = 0; i < n; i++) {
		cut = malloc(i ? i : 1);
		memcpy(cut, b, i);
		n_accepted += !aisp_npy_parse(cut, i, "x.npy", &a, &err);
		free(cut);
	}
	ok(n_accepted == 0, "no prefix of a file is a file");
	n_accepted = 0;
	for (size_t i = 0; i < 10; i++)
		for (int bit = 0; bit < 8; bit++) {
			b[i] ^= (char)(1 << bit);
			n_accepted += !aisp_npy_parse(b, n, "x.npy", &a, &err);
			b[i] ^= (char)(1 << bit);
		}
	ok(n_accepted == 0, "magic, version and length: any bit matters");
	free(b);
	n = make(1, DICT, values, sizeof(values), &b) - sizeof(values);
	ok(aisp_npy_parse(b, n - 1, "x.npy", &a, &err) == -1 &&
		   strstr(err.msg, "within its header"),
	   "a header that lacks its last byte");
	free(b);
	n = make(2, DICT, values, sizeof(values), &b);
	memset(b + 8, 0xff, 4);
	ok(aisp_npy_parse(b, n, "x.npy", &a, &err) == -1 &&
		   strstr(err.msg, "within its header"),
	   "a header of 4 GiB");
	ok(aisp_npy_parse("\x80\x04\x95pickled bytes", 16, "x", &a, &err) == -1 &&
		   strstr(err.msg, "not a .npy file"),
	   "a bare pickle");
	ok(aisp_npy_parse(b, 0, "x", &a, NULL) == -1,
	   "nothing, and no place for the message");
	free(b);
}

/* One byte of padding fewer, so that data begins off an element's boundary. */
static void test_misaligned(void)
{
	char *b;
	size_t n = make(1, DICT, values, sizeof(values), &b),
	       start = n - sizeof(values);

	memmove(b + start - 1, values, sizeof(values));
	b[8]--;
	ok(aisp_npy_parse(b, n - 1, "x.npy", &a, &err) == -1 &&
		   strstr(err.msg, "aligned"),
	   "data off an element's boundary");
	free(b);
}

static int write_file(const char *path, const void *b, size_t n)
{
	FILE *f = fopen(path, "wb");
	int rc = !f || fwrite(b, 1, n, f) != n;

	return (f && fclose(f)) || rc;
}

static void test_files(void)
{
	char dir[] = "/tmp/aisp_npy_XXXXXX", path[64], *b;
	size_t n = make(1, DICT, values, sizeof(values), &b);

	ok(mkdtemp(dir) != NULL, "a directory for files");
	snprintf(path, sizeof(path), "%s/a.npy", dir);
	ok(write_file(path, b, n) == 0 && aisp_npy_load(path, &a, &err) == 0 && a.map &&
		   !memcmp(a.data, values, sizeof(values)),
	   "a file");
	aisp_npy_release(&a);
	aisp_npy_release(&a);
	ok(!a.data && !a.map, "released, twice");
	ok(write_file(path, b, n - 1) == 0 && aisp_npy_load(path, &a, &err) == -1 &&
		   strstr(err.msg, path) && !a.map,
	   "a truncated file is named");
	ok(write_file(path, b, 0) == 0 && aisp_npy_load(path, &a, &err) == -1 &&
		   strstr(err.msg, "empty"),
	   "an empty file");
	unlink(path);
	ok(aisp_npy_load(path, &a, &err) == -1 && strstr(err.msg, "No such file"),
	   "no file");
	ok(aisp_npy_load(dir, &a, &err) == -1 && strstr(err.msg, "regular"),
	   "a directory");
	ok(mkfifo(path, 0600) == 0 && aisp_npy_load(path, &a, &err) == -1 &&
		   strstr(err.msg, "regular"),
	   "a FIFO does not hang");
	unlink(path);
	rmdir(dir);
	free(b);
}

int main(void)
{
	test_versions();
	test_dtypes();
	test_shapes();
	test_remedies();
	test_overflow();
	test_garbage();
	test_hostile();
	test_misaligned();
	test_files();
	return done();
}
