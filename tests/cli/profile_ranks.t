#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# aisp profile of ranks: how each used its time, which rank waited for which, and the
# stacks of all in one tree.
# RUN: test-all
use strict;
use warnings;
use JSON::PP;
use Test::More;
use lib 'tests/exploits';
use Bench;

# Of made-up sums, in which rank 1 works long before it shows what it has.
my $dir = artifacts() . '/sums';
mkdir $dir;
write_file("$dir/sums.h", read_file('tests/exploits/fixtures/sums.h'));
write_file("$dir/workload_sums.h", qq(#include "sums.h"\n));
sub variant
{
	my ($file, $cls, $spins) = @_;
	write_file("$dir/$file", <<"END");
#include "workload_sums.h"
static __attribute__((noinline)) void work_long(void)
{
	for (long i = 0; i < $spins; i++)
		__asm__ volatile("");
}
static int run(const struct aisp_io *io, void *state)
{
	const struct aisp_ranks *r = io->ranks;
	int64_t n = io->in[0].shape[1];
	float *y = aisp_out_f32(io, 0);

	(void)state;
	if (r->rank == 1)
		work_long();
	memcpy(r->window[r->rank], io->in[0].data, (size_t)n * sizeof(float));
	aisp_rank_barrier(r, 1);
	for (int64_t i = 0; i < n; i++) {
		y[i] = 0;
		for (int k = 0; k < r->n; k++)
			y[i] += ((const float *)r->window[k])[i];
	}
	return 0;
}
AISP_VARIANT = { .abi = AISP_ABI, .device = AISP_DEVICE_CPU, .cls = AISP_CLASS_$cls, .summary = "sums", .run = run };
END
}
variant('baseline_sums.c', 'COMMON', 0);
variant('optimized_sums_late.c', 'OPTIMIZED', 30000000);

my $out = artifacts() . '/profiles';
my $r = aisp('profile', '--artifacts-dir', $out, '--param', 'pages=4', "$dir:sums_late");
is($r->{status}, 0, 'a profile of ranks') or diag($r->{out}, $r->{err});
my ($folder) = glob("$out/*");
my $v = decode_json(read_file("$folder/profile.json"))->{variants}[1];
my @ranks = @{$v->{ranks}};
is(scalar @ranks, 2, 'has a line for each rank');
my $bad = grep { $_->{off_cpu} < 0 || $_->{off_cpu} > 1 } @ranks;
is($bad, 0, 'shares of the time');
SKIP: {
	skip 'no call stacks here', 6 if $v->{stacks}{why};
	cmp_ok(abs(1 - $ranks[$_]{computing} - $ranks[$_]{waiting} - $ranks[$_]{off_cpu}), '<', 1e-6, "rank $_: all of it")
		for grep { $ranks[$_]{samples} } 0, 1;
	SKIP: {
		skip 'rank 0 had no CPU while it waited', 1 if $ranks[0]{samples} < 30;
		cmp_ok($ranks[0]{waiting}, '>', 2 * $ranks[0]{computing}, 'rank 0 waits');
	}
	my $folded = read_file("$folder/$v->{stacks}{folded}");
	SKIP: {
		skip 'rank 1 had no CPU to work', 2 if $ranks[1]{samples} < 30;
		cmp_ok($ranks[1]{computing}, '>', 2 * $ranks[1]{waiting}, 'for rank 1, which works');
		like($folded, qr/^rank 1;run;work_long\b/m, 'with its own stacks');
	}
	unlike($folded, qr/^rank 0;run;work_long\b/m, 'that are not those of the other');
}
like($r->{out}, qr/^  rank +computing +waiting +off CPU\n  0( +(\d+ %|\?)){3}\n  1( +(\d+ %|\?)){3}$/m, 'and is printed');
unlike(aisp('profile', '--artifacts-dir', $out, '--metric-set', 'minimal', '--param', 'elems=4096', 'ch01:prealloc@cpu')->{out},
	qr/^  rank +computing/m, 'a process that is alone has none');
done_testing();
