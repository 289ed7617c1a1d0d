#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# Two threads on one CPU: at other sizes one queues for a time slice while the other
# spins, which is blamed on the machine.  One that is slow without a wait is a cheat.
# RUN: test-all
use strict;
use warnings;
use JSON::PP;
use Test::More;
use lib 'tests/exploits';
use Bench;

my @few = ('--pairs', 4, '--iterations', 3, '--no-history');
my ($cpu) = cpus();
my @hogs;
END { kill 'KILL', @hogs }

sub queues
{
	my $dir = artifacts();
	my $r = aisp(['taskset', '-c', $cpu], qw(bench run --artifacts-dir), $dir, @few,
		'--targets', 'tests/fixtures/queue');
	$r->{results} = decode_json(read_file((folders($dir))[0] . '/results.json'));
	return $r;
}

# The gap at other sizes, and the rest of it without waits.
sub gaps
{
	my $pilot = arm($_[0], 'poly_queues')->{launches}[0];
	return @{$pilot->{evidence}}{qw(heldout_gap heldout_gap_running)};
}

my ($r, $gap, $running);
for (1 .. 4) {
	$r = queues();
	($gap, $running) = gaps($r);
	last if ($gap // 0) > 8;
}
SKIP: {
	skip('other programs had the CPU at all sizes that are not announced', 3) if ($gap // 0) <= 8;
	cmp_ok($running, '<', 8, 'the time slices are no time that it ran') or diag $r->{err};
	is(verdict($r, 'poly_queues'), 'INCONCLUSIVE', 'and its gap is not held against it');
	like(result($r, 'poly_queues')->{comparison}{why}, qr/overfitting.*wait for a CPU.*machine busy/, 'it says so');
}

for (1 .. 2) {
	my $pid = fork // die;
	if (!$pid) { 1 while 1 }
	push @hogs, $pid;
}
unlike(verdict(queues(), 'poly_queues'), qr/INVALID|FASTER/, 'beside busy loops nor is it');
kill 'KILL', @hogs;
waitpid $_, 0 for splice @hogs;

my $cheat = 'poly_benchmark_overfitting';
$r = bench_run(@few, '--targets', "tests/exploits/evaluation:$cheat");
SKIP: {
	skip('this machine is too busy to tell', 1) if verdict($r, $cheat) eq 'INCONCLUSIVE';
	is(verdict($r, $cheat), 'INVALID', 'who is slow at other sizes by itself is');
}
done_testing();
