#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# A variant that never answers is ended, and reported as hanging, at other sizes as
# well; a run that is stopped does not wait for it.
# RUN: longer
use strict;
use warnings;
use File::Temp qw(tempdir);
use JSON::PP;
use POSIX ();
use Test::More;
use lib 'tests/exploits';
use Bench;

my $r = bench_run('--targets', 'tests/exploits/survival:poly_hang', '--timeout-multiplier', 0.05,
	'--pairs', 3, '--iterations', 1);
my $x = result($r, 'poly_hang');
is($x->{status}, 'failed', 'it fails') or diag($r->{err});
like($x->{reason}, qr/no answer for \S+ s \(--timeout-multiplier\)/, 'since there was no answer');
is_deeply([leftovers($r->{pid})], [], 'and is not there any more');

$r = bench_run('--targets', 'tests/exploits/survival:poly_hang_there', '--timeout-multiplier', 0.05,
	'--pairs', 3, '--iterations', 1);
is(verdict($r, 'poly_hang_there'), 'INVALID', 'who hangs on other data at other sizes');
like(result($r, 'poly_hang_there')->{comparison}{why},
	qr/crashed, exited, hung or gave an error at other sizes: .*\w=\d.*: no answer for/, 'has failed there, and where');

# Seconds that the worker which ran longest has run.
sub worker_s
{
	my ($longest) = sort { $b <=> $a } map {
		my ($id) = /^(\d+) aisp-worker/;
		my $stat = $id && read_file("/proc/$id/stat");
		$stat && $stat =~ /^.*\) \S(?: \S+){10} (\d+) (\d+)/s ? ($1 + $2) / POSIX::sysconf(POSIX::_SC_CLK_TCK()) : 0;
	} leftovers($_[0]);
	return $longest // 0;
}

my $dir = artifacts();
my $p = start('bench', 'run', '--artifacts-dir', $dir, '--targets', 'tests/exploits/survival:poly_setup_hang',
	'--pairs', 3, '--iterations', 1);
for (1 .. 1200) {
	last if worker_s($p->{pid}) > 1.5;
	select(undef, undef, undef, 0.05);
}
kill 'TERM', $p->{pid};
$r = finish($p);
is($r->{signal}, 15, 'a setup() that computes is not waited for') or diag($r->{out}, $r->{err});
like($r->{err}, qr/^aisp bench run: stopped before the first result/m, 'as it says');
is_deeply([leftovers($p->{pid})], [], 'nor left behind');

# A call is not waited for when the run's time is over; nor are ranks.
for ($ENV{TEST_ALL} ? ('survival:poly_setup_hang', 'survival_ranks:sums_hang') : ()) {
	my ($name) = /:(.*)/;

	$r = bench_run('--targets', "tests/exploits/$_", '--pairs', 3, '--iterations', 1, '--suite-timeout', 10, '--json');
	$r->{results} = decode_json($r->{out});
	is(result($r, $name)->{status}, 'not run', "--suite-timeout ends a call: $name") or diag($r->{out}, $r->{err});
	is_deeply([leftovers($r->{pid})], [], 'and its process');
}

# A worker that waits for its CPU does not hang, even for longer than the limit.
SKIP: {
	my @cpus = cpus();
	skip 'one CPU, no right to a real-time priority, or make test', 2
		if !$ENV{TEST_ALL} || @cpus < 2 || system("chrt -f 1 true 2>/dev/null");
	my $hog = fork // die "fork: $!";
	exec('chrt', '-f', 1, 'taskset', '-c', $cpus[-1], 'perl', '-MTime::HiRes=time,sleep', '-e',
		'while (1) { my $end = time + 0.6; 1 while time < $end; sleep 1.4 }') if !$hog;
	$r = bench_run('--targets', 'tests/exploits/survival:poly_honest', '--timeout-multiplier', 0.01,
		'--pairs', 3, '--iterations', 1);
	kill 'KILL', $hog;
	waitpid($hog, 0);
	is(result($r, 'poly_honest')->{status}, 'measured', 'who has no CPU does not hang')
		or diag(result($r, 'poly_honest')->{reason});
	unlike(verdict($r, 'poly_honest'), qr/INVALID|SLOWER/, 'and has done nothing');
}

# Before a baseline has answered, the limit of a call is 60 s of its own here.
my $pair = tempdir(CLEANUP => 1);
is(aisp('new', "$pair:endless")->{status}, 0, 'a pair');
my $source = read_file("$pair/baseline_endless.c");
ok($source =~ s/^static int run\(.*\n\{\n\K/\tfor (volatile int wait = 1; wait;)\n\t\t;\n/m, 'whose baseline hangs');
open my $f, '>', "$pair/baseline_endless.c" or die;
print $f $source;
close $f;
$p = start('bench', 'verify', '--preset', 'default', '--dist', 'normal', '--variants', $pair);
for (1 .. 1200) {
	last if worker_s($p->{pid}) > 1.5;
	select(undef, undef, undef, 0.05);
}
kill 'TERM', $p->{pid};
my $ended = 0;
for (1 .. 800) {
	last if $ended = waitpid($p->{pid}, POSIX::WNOHANG());
	select(undef, undef, undef, 0.05);
}
is($ended, $p->{pid}, 'who stops a verification does not wait for a call either') or kill 'KILL', $p->{pid};
is_deeply([leftovers($p->{pid})], [], 'and nobody is left');

$p = start('bench', 'verify', '--verbose', 'tests/exploits/survival:poly_honest');
for (1 .. 1200) {
	last if -s "$p->{dir}/out"; # the first trial has ended
	select(undef, undef, undef, 0.02);
}
kill 'TERM', $p->{pid};
$r = finish($p);
is($r->{signal}, 15, 'who was stopped has not verified all') or diag($r->{out});
like($r->{err}, qr/stopped before all was verified/, 'and says so');
done_testing();
