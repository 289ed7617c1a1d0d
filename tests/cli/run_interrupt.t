#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# A run that ends early, by a signal or by its time limit, keeps what it measured.
# RUN: test-all
use strict;
use warnings;
use JSON::PP;
use POSIX ();
use Test::More;
use lib 'tests/exploits';
use Bench;

# Groups enough that one is measured after the first result.
my @targets = map { "tests/exploits/$_" } qw(location:*_honest@cpu workload:scan_undeclared_shortcuts_honest
	timing:poly_incomplete_async_ops_honest);
my @run = ('bench', 'run', '--iterations', 40, '--pairs', 3, @targets);
my $folder;

sub read_run
{
	my ($r, $dir) = @_;
	my @all = folders($dir);
	is(scalar @all, 1, 'one run folder') or return diag($r->{err});
	$folder = $all[0];
	$r->{results} = decode_json(read_file("$folder/results.json"));
}

sub check_partial
{
	my ($r, $dir, $what, $signal) = @_;
	read_run($r, $dir);
	is($r->{signal}, $signal, "$what: how it ends");
	ok($r->{results}{run}{is_partial}, "$what: is_partial");
	my @status = map { $_->{status} } @{$r->{results}{results} // []};
	is_deeply([grep { !/^(measured|not run|failed|skipped)$/ } @status], [], "$what: every status is one");
	ok(-e "$folder/$_", "$what: $_") for qw(manifest.json results.md results.csv);
	ok(is_leftover_free($r->{pid}), "$what: no worker is left");
	return $r;
}

# A pair in a folder of its own, which nothing has compiled yet.
sub copy_of_pair
{
	my $dir = artifacts();
	system('cp', glob('tests/exploits/planted/*_behind.[ch]'), $dir) == 0 or die 'cp';
	return $dir;
}

sub is_at_work { return scalar grep { /aisp-worker/ } leftovers($_[0]{pid}) }

is(aisp('build', @targets)->{status}, 0, 'all are built');
my ($dir, $p, $r);
my %number = (HUP => 1, INT => 2, TERM => 15);
$SIG{$_} = 'DEFAULT' for keys %number; # nohup and a shell's background ignore some
for my $signal (sort keys %number) {
	$dir = artifacts();
	$p = start(@run, '--artifacts-dir', $dir);
	ok(comes(sub { scalar(() = glob("$dir/.tmp-*/group-00000.json")) }), 'there is a first result');
	ok(comes(sub { is_at_work($p) }), 'a worker is at work');
	kill "-$signal", $p->{pid}; # as a terminal does, to the whole group
	$r = check_partial(finish($p), $dir, "SIG$signal", $number{$signal});
	ok((grep { $_->{status} eq 'measured' } @{$r->{results}{results}}), "SIG$signal: what was measured is kept");
	is_deeply([map { $_->{reason} } grep { $_->{status} eq 'failed' } @{$r->{results}{results}}], [],
		"SIG$signal: it ends no worker");
	is_deeply([grep { $_ ne 'the run was stopped before this was measured' }
		map { $_->{reason} } grep { $_->{status} eq 'not run' } @{$r->{results}{results}}], [], "SIG$signal: and is the reason");
}

# Before the first result there is nothing to keep: a folder would only be the latest.
# Each comparison of this pair takes 5 s, so that none ends before the signal.
my $pair = copy_of_pair();
my $workload = read_file("$pair/workload_behind.h");
$workload =~ s/\{ 0, 300000000 \}/{ 5, 0 }/ or die 'no pause in workload_behind.h';
write_file("$pair/workload_behind.h", $workload);
$dir = artifacts();
$p = start('bench', 'run', "$pair:behind", '--artifacts-dir', $dir);
ok(comes(sub { is_at_work($p) }), 'a worker is at work');
kill 'INT', $p->{pid};
$r = finish($p);
is($r->{signal}, 2, 'stopped before the first result');
like($r->{err}, qr/before the first result: nothing is kept$/m, 'which is said');
is(`ls -A '$dir'`, '', 'nothing is kept');

# How long the first result takes depends on the machine's load; all take far longer.
for (my $s = 2; $s < 100; $s *= 2) {
	$dir = artifacts();
	$r = aisp(@run, 'tests/exploits/output:*_honest@cpu', '--artifacts-dir', $dir, '--suite-timeout', $s);
	last if (my @any = folders($dir));
}
check_partial($r, $dir, '--suite-timeout', 0);
like($r->{status}, qr/^[35]$/, '--suite-timeout: not status 0');
my @unsaid = grep { $_->{status} eq 'not run' && ($_->{reason} // '') ne '--suite-timeout was over before this was measured' }
	@{$r->{results}{results}};
is_deeply([map { $_->{target} } @unsaid], [], 'which each target that was not run names as the reason');

# A target that could not be compiled in time was not run.
$pair = copy_of_pair();
$r = bench_run('--targets', "$pair:behind", '--suite-timeout', 0.01, '--json');
is($r->{status}, 5, '--suite-timeout while compiling: not status 0') or diag($r->{err});
is($r->{folder}, undef, 'a run without a result leaves no folder');
like($r->{err}, qr/--suite-timeout was over before the first result: there is no run folder$/m, 'which is said');
$r->{results} = decode_json($r->{out});
is(result($r, 'behind')->{status}, 'not run', 'a result that was not run');
is(result($r, 'behind')->{reason}, '--suite-timeout was over before this was measured', 'and why');

# A comparison that is cut off says so in its verdict's line, and recheck repeats it.
for (my $s = 4; $s < 100; $s *= 2) {
	$dir = artifacts();
	$r = aisp('bench', 'run', '--iterations', 40, '--pairs', 1000, 'tests/exploits/output:poly_approximation_drift_honest',
		'--artifacts-dir', $dir, '--suite-timeout', $s);
	last if (my @any = folders($dir));
}
read_run($r, $dir);
my $why = $r->{results}{results}[0]{comparison}{why};
like($why, qr/--suite-timeout was over before this was decided/, 'a comparison that --suite-timeout cut off');
aisp('bench', 'recheck', $folder, '--artifacts-dir', my $rechecked = artifacts());
is(decode_json(read_file((folders($rechecked))[0] . '/results.json'))->{results}[0]{comparison}{why}, $why, 'and so does recheck');

# A run that fails before its first result has not run out of time.
$dir = artifacts();
$r = aisp(['sh', '-c', 'ulimit -v 4000000 && exec "$@"', 'sh'], 'bench', 'run', 'ch07:triad@cpu',
	'--param', 'n=1000000000', '--artifacts-dir', $dir);
is($r->{status}, 4, 'a failure before the first result: 4');
like($r->{err}, qr/^aisp bench run: the run failed before the first result: there is no run folder$/m, 'which is said');
is(`ls -A '$dir'`, '', 'nothing is kept');

# A second Ctrl-C does not wait.
$dir = artifacts();
$p = start(@run, '--artifacts-dir', $dir);
select(undef, undef, undef, 0.3);
for (1 .. 50) {
	kill 'INT', $p->{pid};
	last if waitpid($p->{pid}, POSIX::WNOHANG()) > 0;
	select(undef, undef, undef, 0.02);
}
ok(is_leftover_free($p->{pid}), 'Ctrl-C again and again: nothing is left');
done_testing();
