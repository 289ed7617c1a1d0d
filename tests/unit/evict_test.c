/* SPDX-License-Identifier: MIT
 *
 * Times reads after an eviction and after a flush; how long they take depends on the
 * machine.
 */
#include "device/evict_test.h"

#include "tap.h"

int main(void)
{
	struct aisp_evict_times t = { 0 };
	struct aisp_err err;

	ok(!aisp_evict_test(&t, &err), "a mebibyte is evicted and flushed");
	ok(t.evicted_ns > 0 && t.evicted_ns < 1e9 && t.dropped_ns > 0 &&
		   t.dropped_ns < 1e9,
	   "reading it took time");
	return done();
}
