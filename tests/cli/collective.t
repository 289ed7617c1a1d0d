#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# aisp collective: the sweep's sizes, bandwidths and formats; it names a rank that is
# slow in all variants, not one that has the last part; wrong answers, ranks that die,
# and targets that are no collective.
# RUN: test-all
use strict;
use warnings;
use JSON::PP;
use Test::More;
use lib 'tests/exploits';
use Bench;

# A pair of sums in which every rank adds up all, and then runs the variant's own code.
my $dir = artifacts() . '/sums';
mkdir $dir;
write_file("$dir/sums.h", read_file("tests/exploits/fixtures/sums.h"));
write_file("$dir/workload_sums.h", qq(#include "sums.h"\n));
sub variant
{
	my ($file, $cls, $after) = @_;
	write_file("$dir/$file", <<"END");
#include "workload_sums.h"
static volatile unsigned long spun;
static void spin(unsigned long n) { for (unsigned long i = 0; i < n; i++) spun += i; }
static int run(const struct aisp_io *io, void *state)
{
	const struct aisp_ranks *r = io->ranks;
	int64_t n = io->in[0].shape[1];
	float *y = aisp_out_f32(io, 0);

	(void)state; (void)spin;
	memcpy(r->window[r->rank], io->in[0].data, (size_t)n * sizeof(float));
	aisp_rank_barrier(r, 1);
	for (int64_t i = 0; i < n; i++) {
		y[i] = 0;
		for (int k = 0; k < r->n; k++)
			y[i] += ((const float *)r->window[k])[i];
	}
	$after
	return 0;
}
AISP_VARIANT = { .abi = AISP_ABI, .device = AISP_DEVICE_CPU, .cls = AISP_CLASS_$cls, .summary = "sums", .run = run };
END
}
# Longer than a time slice: the judge may have to share their CPUs.
my $late = 'if (r->rank == 1) spin(20000000);';
variant('baseline_sums.c', 'COMMON', $late);
variant('optimized_sums_a.c', 'OPTIMIZED', $late);
variant('baseline_part.c', 'COMMON', $late);
variant('optimized_part_a.c', 'OPTIMIZED', 'if (r->rank == 0) spin(20000000);');
variant('baseline_bad.c', 'COMMON', '');
variant('optimized_bad_lies.c', 'OPTIMIZED', 'if (r->rank == 1) y[7] += 1000;');
variant('baseline_ill.c', 'COMMON', '');
variant('optimized_ill_dies.c', 'OPTIMIZED', 'if (r->rank == 1) *(volatile int *)0 = 1;');

sub sweep { return aisp('collective', '--iterations', 10, '--warmup', 1, @_) }
sub swept { return decode_json(sweep('--json', @_)->{out}) }

# Sizes and bandwidths, by the definitions of nccl-tests.
my $svg = artifacts() . '/sweep.svg';
my $r = sweep('--json', '--ranks', 4, '--sizes', '4K:64K:4', '-o', $svg);
my $json = decode_json($r->{out});
my @rows = @{$json->{rows}};
my %seen;
my @sizes = grep { !$seen{$_}++ } map { $_->{size_bytes} } @rows;
is_deeply(\@sizes, [4096, 16384, 65536], 'sizes');
cmp_ok(scalar @rows, '>=', 9, 'a row for each variant, the baseline too');
is(scalar(grep { $_->{count} * 4 != $_->{size_bytes} || $_->{type} ne 'f32' } @rows), 0, 'count and type');
is(scalar(grep { $_->{n_wrong} || !$_->{n_compared} || $_->{n_calls} != 10 } @rows), 0, 'timed calls, compared');
is(scalar(grep { abs($_->{algbw_gb_s} - $_->{size_bytes} / $_->{ns}) > 1e-9 } @rows), 0, 'bytes a nanosecond');
is(scalar(grep { abs($_->{busbw_gb_s} / $_->{algbw_gb_s} - 1.5) > 1e-9 } @rows), 0, 'on the bus 2 (n - 1) / n of that');
is($json->{health} eq 'unhealthy', '', 'all is well');
is($r->{status}, 0, 'and so is the status');
my $picture = read_file($svg) // '';
like($picture, qr/<svg .*busbw, GB\/s.*<\/svg>/s, 'a picture');
is(() = $picture =~ /<circle /g, 2 * @rows, 'with every row in both plots');
is(system("xmllint --noout $svg"), 0, 'that is XML') if !system('command -v xmllint >/dev/null');
$r = sweep('--sizes', '8K');
like($r->{out}, qr/^ +size B +count +type +redop +place +variant +time us +algbw +busbw +#wrong$/m, 'a table');
like($r->{out}, qr/^ +8192 +2048 +f32 +sum +out +baseline_allreduce +<?[\d.]+ +>?[\d.]+ +>?[\d.]+ +0$/m, 'with a row');
like($r->{out}, qr/^answers: right: \d+ elements of the timed calls/m, 'the answers');
$r = sweep('--sizes', '8K', '--in-place');
like($r->{out}, qr/^ +8192 +2048 +f32 +sum +in +optimized_allreduce_inplace +<?[\d.]+ +>?[\d.]+ +>?[\d.]+ +0$/m, 'in place, too')
	or diag $r->{out}, $r->{err};
like(sweep('--in-place', "$dir:sums_*")->{err}, qr/--in-place is for a collective of chapter 4/, 'where it can be said');
my @csv = split /\r?\n/, sweep('--csv', '--sizes', '8K:16K')->{out};
is($csv[0], 'size_bytes,count,type,redop,place,variant,calls,time_us,algbw_gb_s,busbw_gb_s,wrong,compared', 'CSV');
like($csv[-1], qr/^16384,4096,f32,sum,out,optimized_\w+,10,/, 'and its rows');
is(swept('--pairs', 3, '--sizes', '8K')->{rows}[0]{n_calls} % 3, 0, 'three launches of each variant');

# A slow rank
SKIP: {
	skip 'two CPUs for two ranks', 8 if `nproc` < 2;
	$r = sweep('--json', '--sizes', '64K', "$dir:sums_*");
	$json = decode_json($r->{out});
	is($json->{health}, 'unhealthy', 'a rank that is late in every variant');
	like($json->{slow_ranks}, qr/^rank 1 is slow: it answered last in \d+ of 20 calls of all variants, by up to /, 'is named');
	is($r->{status}, 1, 'and is the status');
	cmp_ok($json->{rows}[0]{ranks}[1]{n_last}, '>=', 8, 'how often');
	cmp_ok($json->{rows}[0]{ranks}[1]{behind_ns}, '>=', 1e5, 'and by how much');
	$json = swept('--sizes', '64K', "$dir:part_*");
	like($json->{slow_ranks}, qr/^none is last/, 'one that is late by its part is not');
	cmp_ok($json->{rows}[1]{ranks}[0]{n_last}, '>=', 8, 'though it is seen: rank 0');
	is($json->{rows}[1]{variant}, 'optimized_part_a', 'in that variant');
}
my $n = `nproc` + 1;
like(swept('--ranks', $n > 8 ? 8 : $n, '--sizes', '64K', "$dir:sums_*")->{slow_ranks}, qr/^not judged: oversubscribed/,
	'nobody is, where ranks share CPUs') if $n <= 8;

# What is wrong
$r = sweep('--sizes', '64K', "$dir:bad_*");
is($r->{status}, 1, 'a wrong answer');
like($r->{out}, qr/^answers: optimized_bad_lies at 65536 bytes: .*\bb\[16391\] of rank 1 is/m, 'of whom');
like($r->{out}, qr/^health: unhealthy$/m, 'is no health');
$r = sweep('--sizes', '64K', "$dir:ill_*");
is($r->{status}, 1, 'a rank that dies');
like($r->{out}, qr/optimized_ill_dies at 65536 bytes: rank 1: SIGSEGV at address 0x0/, 'and its name');
for ([['--sizes', '4097'], '4097 bytes are no size of 2 ranks; sizes are multiples of 4'], [['--sizes', '8K:4K'], '--sizes: want FROM:TO'],
	[['--sizes', '4K:8K:1'], '--sizes: want FROM:TO'], [['--sizes', 'x'], '--sizes: want FROM:TO'], [['nosuch'], 'nosuch'],
	[['ch01:fusion'], 'is no collective: it lacks a parameter'], [['a', 'b'], "'b' is a second collective"],
	[['--ranks', 1], "--ranks: '1'"]) {
	$r = aisp('collective', @{$_->[0]});
	is($r->{status}, 2, "@{$_->[0]}");
	like($r->{err}, qr/\Q$_->[1]\E/, 'and why') or diag $r->{err};
}

# The same in a run, from the contract's bytes.
$r = bench_run('--pairs', 3, '--iterations', 2, '--param', 'elems=4096', 'ch04:allreduce@cpu');
my $arm = arm($r, 'allreduce');
my $c = $arm->{collective};
is("$c->{ranks} $c->{size_bytes} $c->{wire_bytes}", '2 16384 16384', 'bytes of a rank, and of its wire');
cmp_ok(abs($c->{algbw_gb_s} * $arm->{median_ns} / 16384 - 1), '<', 1e-6, 'algbw is size over time');
cmp_ok($c->{start_skew_ns}, '>', 0, 'start skew of an empty call');
cmp_ok(abs($arm->{launches}[0]{evidence}{start_skew_ns}), '<=', $c->{start_skew_ns}, 'the most of all launches');
# A rank is late by 20 ms and more, which a time from its start on must not include.
my ($soonest) = sort { $a <=> $b } map { $_->{evidence}{after_delay_ns} // () } map { @{$_->{launches}} } @{$r->{results}{arms}};
cmp_ok($soonest, '>', 0, 'a late rank starts, and the last answers');
SKIP: {
	skip 'others have the CPUs: who is woken waits for one', 1 if $c->{start_skew_ns} > 5e6;
	cmp_ok($soonest, '<', 2e7, 'as soon after that as it can');
}
cmp_ok($c->{after_delay_ns}, '>=', $soonest, 'in a figure of its own');
my $figures = qr/2 ranks, algbw [\d.e-]+ GB\/s of 16384 bytes, busbw [\d.e-]+ GB\/s of 16384 bytes, [\d.]+ \ws from a late rank's start on, start skew p99 [\d.]+ \ws in an empty call$/m;
SKIP: {
	skip 'disturbed: no figures', 3 if verdict($r, 'allreduce') eq 'INVALID';
	like($r->{out}, qr/^collective: baseline of ch04:allreduce\@cpu: $figures/m, 'printed of the baseline');
	like($r->{out}, qr/^collective: ch04:allreduce\@cpu: $figures/m, 'and of the variant');
	like($r->{out}, qr/^no roof is modelled of busbw/m, 'which has no roof');
}
$r = bench_run('--pairs', 3, '--iterations', 1, '--param', 'pages=1', "$dir:sums_*");
unlike($r->{out}, qr/^collective:/m, 'a contract without bytes has no bandwidth');
$r = aisp('collective', '--sizes', '4K:4K', '--output', $dir);
is_deeply([$r->{status}, $r->{out}], [2, ''], '--output into a directory: 2, before anything is measured');
done_testing();
