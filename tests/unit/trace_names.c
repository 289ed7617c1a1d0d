/* SPDX-License-Identifier: MIT
 *
 * A request's number does not tell how popular it is.
 */
#include "../../chapters/ch17_routing/trace.h"

#include "tap.h"

#define N 4096

int main(void)
{
	static int seen[N];
	int32_t *a = trace_names(N, 1), *b = trace_names(N, 2);
	int n_same = 0, n_kept = 0, n_once = 0;

	for (int i = 0; i < N; i++) {
		n_kept += a[i] == i;
		n_same += a[i] == b[i];
		seen[a[i]]++;
	}
	for (int i = 0; i < N; i++)
		n_once += seen[i] == 1;
	ok(n_once == N, "every number once");
	ok(n_kept < 16 && n_same < 16, "in an order that the bits decide");
	free(a);
	free(b);
	return done();
}
