# SPDX-License-Identifier: MIT
#
# Tiny.pm - a pair whose calls take nanoseconds, so that a comparison takes seconds.
package Tiny;
use strict;
use warnings;
use Exporter 'import';

our @EXPORT = qw(tiny_pair);

my $dir;

sub put
{
	my ($name, $text) = @_;

	open my $f, '>', "$dir/$name" or die;
	print $f $text;
	close $f;
}

# tiny:one in DIR: a copy of 64 floats, one call a ring, since its addresses may not
# change.
sub tiny_pair
{
	$dir = $_[0];
	put('workload_one.h', <<'END');
#include <aisp/workload.h>
static void problem(const int64_t *p, struct aisp_problem *pr)
{
	(void)p;
	aisp_add_in(pr, (struct aisp_spec){ "a", AISP_F32, 1, { 64 } });
	aisp_add_out(pr, (struct aisp_spec){ "b", AISP_F32, 1, { 64 } });
	pr->n_threads = 1;
	pr->bytes = 512;
	pr->uses = AISP_USES_FIXED_IO;
}
static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	(void)o;
	for (int64_t k = 0; k < n; k++)
		ref[k] = mag[k] = (double)aisp_in_f32(io, 0)[first + k];
}
static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI, .title = "a copy of 64 floats", .problem = problem,
	.reference = reference };
END
	for my $name ('baseline_one', 'optimized_one') {
		put("$name.c", <<"END");
#include <string.h>
#include "workload_one.h"
static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	memcpy(aisp_out_f32(io, 0), aisp_in_f32(io, 0), 256);
	return 0;
}
AISP_VARIANT = { .abi = AISP_ABI, .device = AISP_DEVICE_CPU, .cls = AISP_CLASS_COMMON,
		 .summary = "$name", .run = run };
END
	}
}

1;
