#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# RUN: test-all
#
# A busy machine is not a cheat: beside three busy loops, and beside another run with
# locks of its own, honest code fails no check, and hostile code does not win.  Each
# commit tries half of the honest code (tests/tools/share.sh).
use strict;
use warnings;
use Test::More;
use File::Temp 'tempdir';
use lib 'tests/exploits';
use Bench;

chomp(my $share = qx(tests/tools/share.sh 2));
my @corpus = map { m{(.*)/optimized_(\w+)\.c$} ? "$1:$2" : () }
	sort glob 'tests/corpus/{sum,workspace,memory}/optimized_*.c';
my @honest = map { $corpus[$_] } grep { $share eq 'all' || $_ % 2 == $share } 0 .. $#corpus;
my @hostile = qw(tests/exploits/timing:longpower_early_start
	tests/exploits/timing:chains_super_batch tests/exploits/timing:poly_incomplete_async_ops);
my @hogs;
END { kill 'KILL', @hogs }

sub hogs
{
	for (1 .. $_[0]) {
		my $pid = fork // die;
		if (!$pid) { 1 while 1 }
		push @hogs, $pid;
	}
}

sub quieten
{
	kill 'KILL', @hogs;
	waitpid $_, 0 for splice @hogs;
}

sub verdicts
{
	my ($r) = @_;
	return map { $_->{comparison} ? $_->{comparison}{verdict} : $_->{status} }
		@{$r->{results}{results}};
}

sub test_honest
{
	my ($r, $where) = @_;
	my @bad = grep { ($_->{comparison} ? $_->{comparison}{verdict} : $_->{status})
			=~ /^(INVALID|failed)$/ } @{$r->{results}{results}};
	is_deeply([map { "$_->{target}: " . ($_->{comparison}{why} // $_->{reason}) } @bad], [],
		"$where: nobody is accused");
	cmp_ok(scalar verdicts($r), '>=', 10, 'of many');
	my @open = grep { $_->{comparison} && $_->{comparison}{verdict} eq 'INCONCLUSIVE' }
		@{$r->{results}{results}};
	my @silent = grep { $_->{comparison}{why} !~ /machine busy: others used [\d.]+ of/ } @open;
	is_deeply([map { "$_->{target}: $_->{comparison}{why}" } @silent], [],
		'what is left open names who was busy');
}

my @few = ('--pairs', 3, '--iterations', 3);
hogs(3);
test_honest(bench_run(@few, map { ('--targets', $_) } @honest), 'three busy loops');
my $r = bench_run(@few, map { ('--targets', $_) } @hostile);
unlike("@{[verdicts($r)]}", qr/FASTER/, 'what is hostile wins nothing beside them');
quieten();

# Two runs that do not know of each other.  The other one began first and has more to do:
# it runs until the end.
$ENV{AISP_LOCK_DIR} = tempdir(CLEANUP => 1);
my $other = start('bench', 'run', '--no-history', '--artifacts-dir', artifacts(), @few,
	map { ('--targets', $_) } @honest);
$ENV{AISP_LOCK_DIR} = tempdir(CLEANUP => 1);
test_honest(bench_run(@few, map { ('--targets', $_) } @honest[0 .. 3 * $#honest / 4]),
	'two runs at once');
my $end = finish($other);
unlike($end->{status}, qr/^[34]$/, 'the other one, too') or diag $end->{out};
done_testing();
