#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# One aisp at a time measures on a CPU: a second one waits and names the first, or
# refuses; with locks of its own it measures as well, and accuses no variant.
use strict;
use warnings;
use Test::More;
use File::Temp 'tempdir';
use POSIX ':sys_wait_h';
use lib 'tests/exploits';
use Bench;

my $tmp = tempdir(CLEANUP => 1);
mkdir "$tmp/$_" or die for qw(locks other);
my @run = ('bench', 'run', '--no-history', '--targets', 'tests/corpus/sum', '--artifacts-dir',
	artifacts());

# A process that takes a lock as soon as it can, and holds it.
sub queue_up
{
	my ($name) = @_;
	my $pid = fork // die;
	return $pid if $pid;
	open my $f, '>', "$tmp/locks/aisp-$name.lock" or die;
	flock $f, 2 or die;
	write_file("$tmp/held", '');
	sleep 600;
	exit;
}

# The same that has it, as an aisp that measures would.
sub hold
{
	my ($name) = @_;
	my $pid = queue_up($name);
	select undef, undef, undef, 0.02 until -e "$tmp/held";
	unlink "$tmp/held";
	return $pid;
}

sub let_go
{
	my ($pid) = @_;
	kill 'KILL', $pid;
	waitpid $pid, 0;
}

my ($cpu) = cpus();
$ENV{AISP_LOCK_DIR} = "$tmp/locks";
my $holder = hold("cpu$cpu");
my $r = aisp(@run, '--pairs', 3, '--no-wait');
is($r->{status}, 4, '--no-wait: refused');
like($r->{err}, qr/process $holder measures on cpu$cpu: /, 'who has the CPU');
is($r->{out}, '', 'and nothing is measured');

my $waiter = fork // die;
exec 'sh', '-c', 'exec "$@" >/dev/null 2>"$0"', "$tmp/said", './aisp', @run, '--pairs', 3
	if !$waiter;

sub said
{
	my ($words) = @_;
	for (1 .. 1000) {
		return 1 if (read_file("$tmp/said") // '') =~ $words;
		select undef, undef, undef, 0.02;
	}
	return 0;
}
ok(said(qr/waiting: process $holder measures on cpu$cpu/), 'it waits');
is(waitpid($waiter, WNOHANG), 0, 'and does not end');
my $next = queue_up("cpu$cpu");
let_go($holder);
ok(said(qr/waiting: process $next measures on cpu$cpu/), 'for the next one, too');
let_go($next);
unlink "$tmp/held";
waitpid $waiter, 0;
isnt($? >> 8, 4, 'until the other has ended, and measures then');

# A process that the holder of a lock starts shares it.
$holder = hold("cpu$cpu");
{
	local $ENV{AISP_LOCK_HOLDER} = $holder;
	$r = aisp(@run, '--pairs', 3, '--no-wait');
	isnt($r->{status}, 4, 'a child of the holder shares its locks') or diag $r->{out}, $r->{err};
}
let_go($holder);

# A run that asks for a quiet machine does not measure on a busy one, nor wait for ever.
my $hog = fork // die;
if (!$hog) { 1 while 1 }
$r = aisp(@run, '--pairs', 3, '--wait-quiet=3');
let_go($hog);
is($r->{status}, 5, '--wait-quiet: a machine that stays busy');
like($r->{err}, qr/: others use \d\.\d of \d+ CPUs, most of it .*\n.*: after 3 s others use/, 'who it waits for, and that it ends');
is($r->{out}, '', 'and nothing is measured');

# A lock that is a trap.
unlink "$tmp/locks/aisp-cpu$cpu.lock";
symlink "$tmp/trap", "$tmp/locks/aisp-cpu$cpu.lock";
$r = aisp(@run, '--pairs', 3, '--no-wait');
ok(!-e "$tmp/trap", 'a symbolic link in its place is not followed');
done_testing();
