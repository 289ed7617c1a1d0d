/* SPDX-License-Identifier: MIT
 *
 * Outputs in files, written here as a worker would: what the judge reads back, what it
 * finds missing, and the device's bytes.
 */
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "device/buffers.h"
#include "device/written_files.h"
#include "tap.h"

enum { WORDS = 300000, BYTES = 4 * WORDS }; /* a piece and a part of a page */

static char dir[] = "build/written_test.XXXXXX";
static const int64_t no_params[AISP_MAX_IO];
static int32_t data[WORDS + 2];
static struct aisp_plan plan;

static struct aisp_buffers *start(void)
{
	struct aisp_problem pr = { .n_out = 2,
				   .n_threads = 1,
				   .uses = AISP_USES_WRITES };
	struct aisp_buffers *b;
	struct aisp_err err;

	pr.out[0] = (struct aisp_spec){ "here", AISP_I32, 1, { 10 } };
	pr.out[1] = (struct aisp_spec){ .name = "there",
					.dtype = AISP_I32,
					.rank = 1,
					.shape = { WORDS },
					.in_file = 1 };
	b = aisp_buffers_new(&pr, no_params, 2, dir, &aisp_host_device, &err);
	if (!b) {
		printf("Bail out! %s\n", err.msg);
		exit(1);
	}
	return b;
}

/* Bytes [at, at + n) of slot 1's file, by the path that its worker gets. */
static int put(const struct aisp_buffers *b, size_t at, size_t n, int is_synced)
{
	char path[600];
	int fd, rc;

	aisp_written_path(path, sizeof(path), b->written_dir, 1, 1);
	fd = open(path, O_WRONLY);
	rc = fd < 0 || pwrite(fd, (char *)data + at, n, (off_t)at) != (ssize_t)n ||
	     (is_synced && fsync(fd));
	if (fd >= 0)
		close(fd);
	return rc;
}

static int is_read_back(struct aisp_buffers *b, size_t n)
{
	return !aisp_buffers_show_outputs(b, 1, NULL) &&
	       !memcmp(b->io[1].out[1].data, data, n);
}

static void test_contents(struct aisp_buffers *b)
{
	char line[64];

	ok(!aisp_buffers_poison(b, 1, 7, NULL) && !put(b, 0, BYTES, 0) &&
		   is_read_back(b, BYTES),
	   "a whole file is read back");
	data[0]++;
	ok(!put(b, 0, 4, 1) && *(int32_t *)b->io[1].out[1].data == data[0] - 1,
	   "which what is written from then on does not change");
	data[0]--;
	aisp_written_peek(b, 1, 1, BYTES - 64, 64, line);
	ok(!memcmp(line, (char *)data + BYTES - 64, 64), "and a line of it");
	ok(!aisp_buffers_poison(b, 1, 7, NULL) && is_read_back(b, 0) &&
		   aisp_buffers_holds_poison(b, 1, 1, 0, BYTES, 7),
	   "before the next call it is empty, which is poison");
	ok(!put(b, 0, BYTES / 2, 0) && is_read_back(b, BYTES / 2) &&
		   aisp_buffers_holds_poison(b, 1, 1, BYTES / 2, BYTES / 2, 7),
	   "half a file leaves the rest as it was");
	ok(!put(b, BYTES - 4, 4, 0) && is_read_back(b, BYTES / 2) &&
		   !aisp_buffers_holds_poison(b, 1, 1, BYTES / 2, 4096, 7),
	   "a hole is zeros, not poison");
}

static void test_length(struct aisp_buffers *b)
{
	int64_t n = 0;

	ok(!aisp_buffers_poison(b, 1, 7, NULL) && !put(b, 0, BYTES, 0) &&
		   !aisp_buffers_canary_changed(b, 1, 7, &n, NULL) && !n,
	   "a file of the right length has nothing beside it");
	ok(!put(b, 0, BYTES + 5, 0) &&
		   !aisp_buffers_canary_changed(b, 1, 7, &n, NULL) && n == 5,
	   "bytes behind the output are counted");
}

/* A file without a size, as io_uring may leave it. */
static void test_reserved(struct aisp_buffers *b)
{
	char path[4352];
	int64_t n = 0;
	int fd;

	aisp_written_path(path, sizeof(path), b->written_dir, 1, 1);
	fd = open(path, O_WRONLY);
	if (fallocate(fd, FALLOC_FL_KEEP_SIZE, 0, 80 << 20)) {
		close(fd);
		ok(1, "80 MiB are reserved # SKIP no room, or no such request here");
		return;
	}
	close(fd);
	ok(!aisp_buffers_canary_changed(b, 1, 7, &n, NULL) && n >= 64 << 20,
	   "what is reserved behind a file counts");
	n = 0;
	ok(!aisp_buffers_poison(b, 1, 7, NULL) &&
		   !aisp_buffers_canary_changed(b, 1, 7, &n, NULL) && !n,
	   "and is given back before the next call");
}

static void test_device(struct aisp_buffers *b)
{
	double before = aisp_written_flushes(b);

	ok(!put(b, 0, BYTES, 1) && !(aisp_written_unsynced(b, 1) > 0),
	   "after fsync() no page waits");
	ok(isnan(before) || aisp_written_flushes(b) > before,
	   "and the device flushed, where that is counted");
	ok(!put(b, 0, BYTES, 0) && aisp_written_unsynced(b, 1) != 0,
	   "without it some do, if the kernel can say");
}

static void test_short(struct aisp_buffers *b)
{
	ok(!aisp_buffers_poison(b, 1, 7, NULL) &&
		   aisp_written_unsynced(b, 1) == ceil(BYTES / 4096.),
	   "an empty file lacks all of its pages");
	ok(!put(b, 0, BYTES - 4, 1) && aisp_written_unsynced(b, 1) >= 1,
	   "a word less is a page that no device has");
}

/* Slots are written one after the other, as by calls. */
static void test_both(void)
{
	ok(aisp_unsynced_of_both(5, 0) == 5 && aisp_unsynced_of_both(0, 5) == 5 &&
		   aisp_unsynced_of_both(5, NAN) == 5 &&
		   aisp_unsynced_of_both(NAN, 5) == 5,
	   "pages that one call left are not forgotten");
	ok(isnan(aisp_unsynced_of_both(NAN, 0)) &&
		   isnan(aisp_unsynced_of_both(0, NAN)) &&
		   aisp_unsynced_of_both(0, 0) == 0,
	   "nor that one could not be looked at");
	ok(aisp_flushes_of_both(0, 2) == 0 && aisp_flushes_of_both(NAN, 0) == 0 &&
		   aisp_flushes_of_both(0, NAN) == 0,
	   "a flush that is missing stays so");
	ok(isnan(aisp_flushes_of_both(NAN, 2)) && isnan(aisp_flushes_of_both(2, NAN)) &&
		   aisp_flushes_of_both(INFINITY, 2) == 2,
	   "and one that nobody counted");
}

static void test_plan(const struct aisp_buffers *b)
{
	struct stat st;

	ok(!stat(b->written_dir, &st) && (st.st_mode & 0777) == 0500,
	   "its folder takes no more files");
	aisp_buffers_describe(b, &plan);
	ok(plan.is_written == 2 && !plan.out_at[1][1].pages_bytes &&
		   plan.out_at[1][0].pages_bytes,
	   "a worker has no address of what lies in a file");
	ok(!strcmp(plan.written_dir, b->written_dir) && plan.file_limit_bytes >= BYTES,
	   "but its folder, and room");
}

int main(void)
{
	struct aisp_buffers *b;

	if (!mkdtemp(dir))
		skip_all("no folder in build");
	for (int i = 0; i < WORDS + 2; i++)
		data[i] = 0x01010101 * (i % 100 + 1);
	b = start();
	test_contents(b);
	test_length(b);
	test_reserved(b);
	test_device(b);
	test_short(b);
	test_both();
	test_plan(b);
	aisp_buffers_free(b);
	ok(!rmdir(dir), "nothing is left of the files");
	return done();
}
