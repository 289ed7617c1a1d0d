#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# Calls that take less than the doorbell between two processes on one CPU: no time is
# negative or zero, and nothing is called the same that could not be seen.
use strict;
use warnings;
use Test::More;
use File::Temp 'tempdir';
use JSON::PP;

my $dir = tempdir(CLEANUP => 1);
my $aisp = $ENV{AISP} // './aisp';
$ENV{AISP_HISTORY} = 'off';

sub put
{
	my ($name, $text) = @_;

	open my $f, '>', "$dir/$name" or die;
	print $f $text;
	close $f;
}

# One call a ring, since its addresses may not change.
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

system "taskset -c 0 $aisp bench run --targets $dir --iterations 5 "
	. "--artifacts-dir $dir/artifacts > $dir/out 2>&1";
my ($file) = glob "$dir/artifacts/*/results.json";
BAIL_OUT(`cat $dir/out`) unless $file;
my $doc = decode_json(scalar `cat $file`);
my ($low, $unresolved, $n) = (0, 0, 0);
for my $launch (map { @{ $_->{launches} } } @{ $doc->{arms} }) {
	my $least = $launch->{evidence}{resolved_ns};

	for my $ns (@{ $launch->{samples_ns} }, @{ $launch->{warmup_ns} // [] }) {
		$n++;
		$low += !($least > 0 && $ns >= $least * 0.999999);
		$unresolved += $ns < $least * 1.000001;
	}
}
is($doc->{run}{doorbell}{mode}, 'futex', 'judge and worker share a CPU');
ok($n > 50 && !$low, "none of $n samples is below what the bell resolves");
ok($unresolved, 'though some would be');
isnt($doc->{results}[0]{comparison}{verdict}, 'SAME', 'what was not seen is not the same');
done_testing();
