/* SPDX-License-Identifier: MIT
 *
 * A view of a device's memory: only the parts that are read are copied, until most of
 * it is.  The device is memory of this process that counts its copies.
 */
#include <stdlib.h>
#include <string.h>

#include "device/device_ops.h"
#include "device/mirror.h"
#include "tap.h"

enum { CHUNKS = 10, FROM = 3 };

static int n_downloads, n_uploads;
static size_t n_bytes_down, n_bytes_up;
static struct aisp_err err;

static int upload(struct aisp_device_state *d, uint64_t address, const void *host,
		  size_t n_bytes, struct aisp_err *e)
{
	(void)d, (void)e;
	n_uploads++;
	n_bytes_up += n_bytes;
	memcpy((void *)(uintptr_t)address, host, n_bytes);
	return 0;
}

static int download(struct aisp_device_state *d, void *host, uint64_t address,
		    size_t n_bytes, struct aisp_err *e)
{
	(void)d, (void)e;
	n_downloads++;
	n_bytes_down += n_bytes;
	memcpy(host, (const void *)(uintptr_t)address, n_bytes);
	return 0;
}

static const struct aisp_device_ops ops = { .upload = upload, .download = download };
static const struct aisp_open_device device = { .ops = &ops };

static struct aisp_mirror *m;
static char *memory, *view; /* the device's memory, and its view */
static size_t chunk;

static void start(void)
{
	m = aisp_mirror_new(&device, (FROM + CHUNKS) * ((size_t)1 << 20), &err);
	if (!m) {
		printf("Bail out! %s\n", err.msg);
		exit(1);
	}
	chunk = aisp_mirror_chunk_bytes(m);
	memory = malloc(CHUNKS * chunk);
	for (size_t i = 0; i < CHUNKS * chunk; i++)
		memory[i] = (char)(i * 7 + i / chunk);
	view = aisp_mirror_base(m) + FROM * chunk;
}

/* Copies two pieces, of which the first ends within a chunk. */
static int with_pieces(int (*what)(struct aisp_mirror *, size_t,
				   const struct aisp_piece *, int, struct aisp_err *))
{
	size_t first = 4 * chunk + 100;
	const struct aisp_piece p[] = { { (uintptr_t)memory, first },
					{ (uintptr_t)memory + first,
					  CHUNKS * chunk - first } };

	n_downloads = n_uploads = 0;
	n_bytes_down = n_bytes_up = 0;
	return what(m, FROM * chunk, p, 2, &err);
}

static void test_few(void)
{
	with_pieces(aisp_mirror_show);
	ok(view[8 * chunk + 5] == memory[8 * chunk + 5] && n_downloads == 1 &&
		   n_bytes_down == chunk,
	   "one chunk is copied where one is looked at");
	view[8 * chunk + 5] = 42;
	with_pieces(aisp_mirror_send);
	ok(memory[8 * chunk + 5] == 42 && n_uploads == 1 && n_bytes_up == chunk,
	   "and it alone is sent back");
	with_pieces(aisp_mirror_show);
	ok(!n_downloads, "next time, too, nothing is copied before it is looked at");
}

static void test_many(void)
{
	for (int k = 0; k < CHUNKS / 2; k++)
		view[(size_t)k * chunk] = (char)k;
	with_pieces(aisp_mirror_send);
	ok(n_uploads == 2 && n_bytes_up == 5 * chunk && memory[3 * chunk] == 3,
	   "neighbours are sent together, piece by piece");
	memory[9 * chunk] = 77;
	with_pieces(aisp_mirror_show);
	ok(n_downloads == 2 && n_bytes_down == CHUNKS * chunk,
	   "whoever looked at half of it is shown all");
	ok(!memcmp(view, memory, CHUNKS * chunk) && n_downloads == 2,
	   "as the device has it now");
	view[9 * chunk + 1] = 43;
	with_pieces(aisp_mirror_send);
	ok(memory[9 * chunk + 1] == 43 && n_bytes_up == CHUNKS * chunk,
	   "and sends all of it back");
}

int main(void)
{
	start();
	test_few();
	test_many();
	ok(!aisp_mirror_check(m, &err), "no copy has failed");
	aisp_mirror_free(m);
	free(memory);
	return done();
}
