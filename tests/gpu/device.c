/* SPDX-License-Identifier: MIT
 *
 * The judge's side of a GPU: memory that others can map, the same bits as the CPU
 * makes, and a flush that flushes.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/dtype.h"
#include "device/mirror.h"
#include "tap.h"

#define N   100004 /* packed elements fill whole bytes */
#define KEY UINT64_C(0x0123456789abcdef)

static struct aisp_open_device device;
static const struct aisp_device_ops *ops;
static struct aisp_device_state *gpu;
static struct aisp_block block;
static struct aisp_err err;

static void test_open(void)
{
	ok(device.info.name[0] && !strncmp(device.info.uuid, "GPU-", 4) &&
		   device.info.bus_id[0],
	   "a name, a uuid, a place on the bus");
	ok(device.info.n_sms > 0 && device.info.memory_bytes > 0 &&
		   device.info.l2_bytes > 0 && device.info.minor >= 0 &&
		   device.info.cc_major >= 7,
	   "sizes");
	ok(!ops->alloc(gpu, N * 8, true, &block, &err) && block.fd >= 0 &&
		   block.bytes >= N * 8,
	   "memory with a descriptor");
}

static void test_fill(enum aisp_dtype t, enum aisp_fill fill, enum aisp_dist dist)
{
	const struct aisp_spec spec = { .name = "x",
					.dtype = t,
					.rank = 1,
					.shape = { N },
					.fill = fill,
					.limit = 1000003,
					.exponent = 1.1 };
	const struct aisp_range all = { 0, N, N }, part = { 25000, 50000, N };
	size_t bytes = aisp_type_bytes(t, N), first = aisp_type_bytes(t, part.first);
	size_t n = aisp_type_bytes(t, part.n);
	char *want = malloc(bytes), *got = malloc(bytes), name[80];

	aisp_fill(want, N, &spec, dist, KEY);
	snprintf(name, sizeof(name), "%s, fill %d, %s", aisp_dtype_name(t), fill,
		 aisp_dist_name(dist));
	ok(!ops->fill(gpu, block.address, all, &spec, dist, KEY, &err) &&
		   !ops->download(gpu, got, block.address, bytes, &err) &&
		   !memcmp(want, got, bytes) &&
		   !ops->fill(gpu, block.address, part, &spec, dist, KEY, &err) &&
		   !ops->download(gpu, got, block.address, n, &err) &&
		   !memcmp(want + first, got, n),
	   name);
	free(want);
	free(got);
}

static void test_fills(void)
{
	for (int t = 0; t < AISP_N_DTYPES; t++) {
		for (int d = 0; d < AISP_N_DISTS; d++)
			test_fill((enum aisp_dtype)t, AISP_FILL_REAL,
				  (enum aisp_dist)d);
		test_fill((enum aisp_dtype)t, AISP_FILL_BYTES, AISP_DIST_NORMAL);
		if (aisp_dtype_bytes((enum aisp_dtype)t) >= 4)
			for (int f = AISP_FILL_INDEX; f <= AISP_FILL_LENGTHS; f++) {
				if (f == AISP_FILL_UNIT &&
				    aisp_is_integer((enum aisp_dtype)t))
					continue; /* of which no contract may speak */
				test_fill((enum aisp_dtype)t, (enum aisp_fill)f,
					  AISP_DIST_NORMAL);
				test_fill((enum aisp_dtype)t, (enum aisp_fill)f,
					  AISP_DIST_STRUCTURED);
			}
	}
}

static void test_poison(void)
{
	int64_t n = -1;
	char byte;

	ok(!ops->poison(gpu, block.address, N, KEY, &err) &&
		   !ops->poison_left(gpu, block.address, 0, N, KEY, &n, &err) &&
		   n == (N - 8) / 64 + 1,
	   "all lines hold the poison");
	ok(!ops->poison_changed(gpu, block.address, 0, N, KEY, &n, &err) && n == 0,
	   "no byte changed");
	ops->download(gpu, &byte, block.address + N - 1, 1, &err);
	byte ^= 1;
	ops->upload(gpu, block.address + N - 1, &byte, 1, &err);
	ok(!ops->poison_changed(gpu, block.address, 0, N, KEY, &n, &err) && n == 1,
	   "the last byte changed");
	ok(!ops->poison_changed(gpu, block.address, 64, N - 65, KEY, &n, &err) &&
		   n == 0,
	   "not one of those before it");
}

static void test_digest(void)
{
	uint64_t a = 0, b = 0, c = 0, d = 0;
	char byte;

	ops->digest(gpu, block.address, N, KEY, &a, &err);
	ops->digest(gpu, block.address, N, KEY, &b, &err);
	ops->digest(gpu, block.address, N, KEY + 1, &c, &err);
	ops->download(gpu, &byte, block.address + N - 1, 1, &err);
	byte ^= 64;
	ops->upload(gpu, block.address + N - 1, &byte, 1, &err);
	ops->digest(gpu, block.address, N, KEY, &d, &err);
	ok(a == b, "a fingerprint repeats");
	ok(a != c, "under its key");
	ok(a != d, "and sees one bit of the last byte");
}

/* Byte i of the region holds what GPU and mirror agree on. */
static void test_mirror(void)
{
	const struct aisp_piece all = { block.address, block.bytes };
	struct aisp_mirror *m = aisp_mirror_new(&device, block.bytes, &err);
	char *host = malloc(block.bytes);
	size_t chunk = m ? aisp_mirror_chunk_bytes(m) : 1;

	ok(m && host, "a mirror");
	if (!m || !host)
		return;
	ops->poison(gpu, block.address, block.bytes, KEY, &err);
	ops->download(gpu, host, block.address, block.bytes, &err);
	ok(!aisp_mirror_show(m, 0, &all, 1, &err) &&
		   !memcmp(aisp_mirror_base(m) + chunk + 7, host + chunk + 7, 99) &&
		   !memcmp(aisp_mirror_base(m), host, block.bytes),
	   "shows what the GPU holds");
	ops->poison(gpu, block.address, block.bytes, KEY + 1, &err);
	ops->download(gpu, host, block.address, block.bytes, &err);
	ok(!aisp_mirror_show(m, 0, &all, 1, &err) &&
		   !memcmp(aisp_mirror_base(m), host, block.bytes),
	   "and what it holds next");
	ok(!aisp_mirror_show(m, 0, &all, 1, &err) &&
		   (aisp_mirror_base(m)[chunk + 7] ^= 1, host[chunk + 7] ^= 1,
		    !aisp_mirror_send(m, 0, &all, 1, &err)) &&
		   !aisp_mirror_show(m, 0, &all, 1, &err) &&
		   !memcmp(aisp_mirror_base(m), host, block.bytes),
	   "the host may change it and send it");
	ok(!aisp_mirror_check(m, &err), "no copy failed");
	aisp_mirror_free(m);
	free(host);
}

static void test_caches(void)
{
	double cold_ns = 0, hot_ns = 0, mhz = 0;

	ok(!ops->test_flush(gpu, &cold_ns, &hot_ns, &err) && cold_ns > 1.5 * hot_ns,
	   "after a flush reading is slower");
	printf("# %.0f ns cold, %.0f ns hot\n", cold_ns, hot_ns);
	ok(!ops->clock_mhz(gpu, &mhz, &err) && mhz > 100 && mhz < 10000,
	   "multiprocessors have a clock");
	printf("# %.0f MHz\n", mhz);
}

static void test_errors(void)
{
	struct aisp_block huge;
	struct aisp_device_info none;

	ok(ops->alloc(gpu, (size_t)1 << 46, true, &huge, &err) &&
		   strstr(err.msg, "memory") && strstr(err.msg, "aisp hw"),
	   "too much memory: the message names a remedy");
	ops->free(gpu, &huge);
	ok(!ops->open(99, &none, &err) && err.msg[0], "no GPU of that number");
}

int main(void)
{
	const char *lib = getenv("B");

	if (aisp_device_cuda.open(&device, 0, lib ? lib : "build", &err)) {
		printf("1..0 # SKIP %s\n", err.msg);
		return 0;
	}
	ops = device.ops;
	gpu = device.state;
	test_open();
	test_fills();
	test_poison();
	test_digest();
	test_mirror();
	test_caches();
	test_errors();
	ops->free(gpu, &block);
	aisp_device_cuda.close(&device);
	return done();
}
