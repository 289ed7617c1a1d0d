#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# Ranks, each a process: all are timed and compared; a rank that dies, hangs, fails or
# lies is named, and none of the others goes on.
# RUN: test-all
use strict;
use warnings;
use Test::More;
use lib 'tests/exploits';
use Bench;

my $dir = 'tests/exploits/survival_ranks';

# Status of the launch, and its cause.
my %want = (
	crash => ['crashed', qr/^rank 1: SIGSEGV at address 0x0$/],
	hang => ['hung', qr/^rank 1: no answer for 1 s/],
	eio => ['failed', qr/^rank 1: run\(\) returned -5, and its peers hang$/],
	neighbour => ['crashed', qr/^rank 1: SIGSEGV at byte 262140 of the read-only input 'a'$/],
	foreign_window => ['crashed', qr/^rank 1: SIGSEGV at byte 0 of the window of 'rank 0'$/],
	behind_window => ['crashed', qr/^rank 0: SIGSEGV at 0 bytes past the end of the window of 'rank 0'$/],
	unsupported => ['unsupported', qr/^rank 1: setup\(\) says that this machine lacks something/],
);
my %files = map { m{optimized_sums_(.*)\.c$}; ($1 => 1) } glob("$dir/optimized_*.c");
my @wrong = qw(lies impatient early_flag);
is_deeply([sort keys %files], [sort 'honest', 'late', 'rounding', @wrong, keys %want], 'every variant is expected');

sub survive
{
	return bench_run('--iterations', 1, '--warmup', 1, '--pairs', 3, map { ref ? @$_ : ('--targets', "$dir:sums_$_") } @_);
}

my $r = survive('honest', 'late', 'rounding', @wrong, grep { $_ ne 'hang' } keys %want);
my $hung = survive('hang', ['--timeout-multiplier', 0.05]);
for my $name (sort keys %want) {
	my ($status, $cause) = @{$want{$name}};
	my $launches = arm($name eq 'hang' ? $hung : $r, "sums_$name")->{launches} // [];

	is(scalar @$launches, 1, "$name: costs one launch");
	is($launches->[0]{status}, $status, "$name: $status");
	like($launches->[0]{cause}, $cause, "$name: and why");
}
is(verdict($r, "sums_$_"), 'INVALID', "wrong sums: $_") for @wrong;
unlike(verdict($r, 'sums_late'), qr/INVALID|failed/, 'who waits for a rank that is late is right');
like($r->{out}, qr/\bb\[\d+\] of rank 1 is /, 'and that rank is named');
is(failed_checks($r, 'sums_rounding'), 'workload.backend_precision_policy_drift',
	'what rank 1 alone does is seen, too');
unlike(verdict($r, 'sums_honest'), qr/INVALID|failed/, 'the honest one is measured');
my $evidence = arm($r, 'sums_honest')->{launches}[0]{evidence};
is($evidence->{n_ranks}, 2, 'by two ranks,');
is($evidence->{is_sandboxed}, 1, 'all of them in a sandbox,');
cmp_ok($evidence->{n_elems}, '>', 0, 'whose outputs were compared');
cmp_ok($evidence->{delayed_elems}, '>', 0, 'and compared when one of them began late');
is($evidence->{delayed_wrong}, 0, 'when they were right, too');
for ($r, $hung) {
	ok(is_leftover_free($_->{pid}), 'no process is left') or diag(leftovers($_->{pid}));
}

# A rank is held back for longer than it waits for one, unless others have its CPU.
my $hasty;
for (1 .. 3) {
	$hasty = failed_checks(bench_run('--iterations', 1, '--warmup', 1, '--pairs', 4,
		'--targets', 'tests/exploits/distributed:sums_unsynchronized_read'), 'sums_unsynchronized_read');
	last if $hasty =~ /unsynchronized_read/;
}
like($hasty, qr/\bdistributed\.unsynchronized_read\b/, 'who is right as long as all start together is found out');

my $crowd = survive('honest', ['--param', 'ranks=3', '--param', 'pages=4']);
my $n_cpus = arm($crowd, 'sums_honest')->{launches}[0]{evidence}{n_rank_cpus};
SKIP: {
	skip 'a CPU for each of 3 ranks', 1 if $n_cpus >= 3;
	like($crowd->{out}, qr/^oversubscribed: survival_ranks:sums_honest\@cpu: 3 ranks on $n_cpus CPU/m,
		'more ranks than CPUs are said to be');
}
for my $ranks (3, 5) {
	my $v = aisp('bench', 'verify', '--targets', "$dir:sums_honest", '--param', "ranks=$ranks",
		'--param', 'pages=4');
	is($v->{status}, 0, "$ranks ranks are right") or diag($v->{out}, $v->{err});
}
my $many = aisp('bench', 'verify', '--targets', $dir, '--param', 'ranks=9');
is($many->{status}, 2, 'nine ranks are refused');
like($many->{err}, qr/9 ranks: there can be 1 to 8/, 'and the limit named');
my $bare = aisp('bare', '--targets', "$dir:sums_honest");
like("$bare->{out}$bare->{err}", qr/its ranks are processes/, 'aisp bare has no ranks, and says so');
like(aisp('show', "$dir:sums_honest")->{out}, qr/; ranks: 2; threads: 1$/m, 'aisp show says how many there are');
done_testing();
