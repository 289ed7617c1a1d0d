#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# Device code of ranks, which the judge launches on a GPU each: it is measured as host
# code is, nothing can begin before the bell, and `peers` leads nowhere but to windows
# and signals.
# RUN: test-all
use strict;
use warnings;
use Test::More;
use lib 'tests/exploits', 'tests/gpu';
use Bench;
use Gpu;

need_gpu();
my $gpus = n_gpus();
plan skip_all => 'fewer than two GPUs' if $gpus < 2;

my $r = bench_run('--targets', 'tests/gpu/kernel_ranks', '--preset', 'small', '--iterations', 3, '--pairs', 3,
	'--timeout-multiplier', 0.2);
ok($r->{results}, 'a run ends') or diag($r->{err});
like(verdict($r, 'sum_one'), qr/^(FASTER|SLOWER|SAME|INCONCLUSIVE)$/, 'kernels of ranks are measured') or diag($r->{out});
is(failed_checks($r, 'sum_one'), '', 'and no check fails');
my $arm = arm($r, 'sum_one');
my $e = $arm->{launches}[-1]{evidence};
is($arm->{tier}, 'kernel', 'the tier is recorded');
is($e->{n_ranks}, 2, 'two ranks');
is($e->{free_ns}, 0, 'had no time before the bell,');
cmp_ok($e->{delayed_elems}, '>', 0, 'one of them was held back,');
is($e->{delayed_wrong}, 0, 'and the sums were right');

like(failed_checks($r, 'sum_hasty'), qr/\bdistributed\.unsynchronized_read\b/,
	'who does not wait for its peers is found out');
for my $name (qw(window beyond host)) {
	my $launch = arm($r, "sum_$name")->{launches}[0];
	is($launch->{status}, 'failed', "$name: fails");
	like($launch->{cause}, qr/^rank 1: run\(\): .*(illegal|access)/, "$name: and who");
}

my $v = aisp('bench', 'verify', '--targets', 'tests/gpu/kernel_ranks:sum_one', '--preset', 'small', '--variants', '--dist',
	'normal');
is($v->{status}, 0, 'they are right at other sizes, too') or diag($v->{out}, $v->{err});
ok(is_leftover_free($r->{pid}), 'no worker is left');
done_testing();
