#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# Ranks with a GPU each: windows and signals between GPUs, all outputs compared; a rank
# that writes, waits or reads where it may not is named, and nothing is left.
# RUN: test-all
use strict;
use warnings;
use JSON::PP;
use Test::More;
use lib 'tests/exploits', 'tests/gpu';
use Bench;
use Gpu;

need_gpu();
my $gpus = n_gpus();
my @short = ('--preset', 'small', '--iterations', 3, '--pairs', 3);

# More ranks than GPUs are no failure.
SKIP: {
	skip "$gpus GPUs: as many as there can be ranks", 2 if $gpus >= 8;
	my $n = $gpus + 1;
	my $r = bench_run('--targets', 'tests/gpu/ranks:sum_one', '--param', "ranks=$n", @short);
	my $x = result($r, 'sum_one');
	is($x->{status}, 'skipped', "$n ranks are skipped");
	is($x->{reason}, "needs $n GPUs, this machine has $gpus", 'and why');
}
if ($gpus < 2) {
	done_testing();
	exit;
}

my $r = bench_run('--targets', 'tests/gpu/ranks', @short);
like($r->{status}, qr/^[05]$/, 'a run ends well, decided or not') or diag($r->{out}, $r->{err});
for my $name (qw(sum_one gather_one)) {
	like(verdict($r, $name), qr/^(FASTER|SLOWER|SAME|INCONCLUSIVE)$/, "$name: measured") or diag($r->{out});
	is(failed_checks($r, $name), '', "$name: no check fails");
	my $arm = arm($r, $name);
	my $e = $arm->{launches}[-1]{evidence};
	is($e->{n_ranks}, 2, "$name: by two ranks,");
	is($e->{n_gpus}, 1, 'each of which sees one GPU,');
	is($e->{is_sandboxed}, 1, 'in a sandbox,');
	cmp_ok($e->{n_elems}, '>', 0, 'and its outputs were compared,');
	cmp_ok($e->{delayed_elems}, '>', 0, 'with one of them held back, too,');
	is($e->{delayed_wrong}, 0, 'where they were right');
	is($e->{n_in_changed}, 0, 'no input changed');
	cmp_ok($e->{event_ns}, '>', 0, 'events');
	cmp_ok($arm->{collective}{busbw_gb_s}, '>', 0, 'a bandwidth');
	cmp_ok($arm->{collective}{start_skew_ns}, '<', 1e6, 'and how far apart they start');
}
# Ranks have other GPUs in other pairs: fifteen are alike once in 16384 runs.
my $dealt = bench_run('--targets', 'tests/gpu/ranks:sum_one', '--preset', 'small', '--iterations', 3, '--pairs', 15);
my %by_block;
for my $role (qw(baseline optimized)) {
	push @{$by_block{$_->{block}}}, join ' ', @{$_->{devices}}
		for @{$dealt->{results}{arms}[result($dealt, 'sum_one')->{$role}]{launches}};
}
my @orders = map { @$_ } values %by_block;
is(scalar(grep { join(' ', sort split) ne '0 1' } @orders), 0, 'each rank has a GPU of its own,');
is(scalar(grep { $_->[0] ne $_->[1] } values %by_block), 0, 'the same one in both launches of a pair,');
is(scalar(keys %{{ map { $_ => 1 } @orders }}), 2, 'and another one in other pairs');
is_deeply([leftovers($r->{pid})], [], 'no worker is left');

my $v = aisp('bench', 'verify', '--targets', 'tests/gpu/ranks', '--preset', 'small', '--variants', '--dist', 'normal');
is($v->{status}, 0, 'they are right at other sizes, too') or diag($v->{out}, $v->{err});

# Ranks that do wrong are found; the honest variant beside them goes on.
my $bad = bench_run('--targets', 'tests/gpu/ranks_bad', @short, '--timeout-multiplier', 0.2);
ok($bad->{results}, 'the run goes on') or diag($bad->{err});
my %want = (
	window => ['failed', qr/^rank 1: run\(\): .*illegal|^rank 1: run\(\): .*access/],
	trap => ['failed', qr/^rank 1: run\(\): .*CUDA error/],
	deadlock => ['hung', qr/^rank 1: no answer for /],
);
for my $name (sort keys %want) {
	my $launches = arm($bad, "sum_$name")->{launches} // [];
	is($launches->[0]{status}, $want{$name}[0], "$name: $want{$name}[0]");
	like($launches->[0]{cause}, $want{$name}[1], "$name: and who");
}
like(failed_checks($bad, 'sum_hasty'), qr/\bdistributed\.unsynchronized_read\b/,
	'who does not wait for its peers is found out');
is(verdict($bad, "sum_$_"), 'INVALID', "wrong sums: $_") for qw(absent own);
like(failed_checks($bad, 'sum_own'), qr/\bdistributed\.collective_short_circuit\b/, 'and what was left out');
like(verdict($bad, 'sum_honest'), qr/^(FASTER|SLOWER|SAME|INCONCLUSIVE)$/, 'the honest one is measured');
is(failed_checks($bad, 'sum_honest'), '', 'and no check fails');
ok(is_leftover_free($bad->{pid}), 'no worker is left');

# A sweep, as on the CPU.
my $sweep = decode_json(aisp('collective', '--device', 'cuda', '--json', '--sizes', '64K:1M:16', '--iterations', 5,
	'--warmup', 1, 'tests/gpu/ranks:sum_*')->{out});
is(scalar @{$sweep->{rows}}, 4, 'two sizes of two variants');
is(scalar(grep { $_->{n_wrong} || !$_->{n_compared} || !($_->{busbw_gb_s} > 0) } @{$sweep->{rows}}), 0,
	'compared, and with a bandwidth');
done_testing();
