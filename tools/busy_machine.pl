#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# busy_machine.pl [REPEAT [TARGET...]] - what a busy machine does to honest verdicts.
#
# Judges the targets (default: chapter 1 and the honest corpus of sums) once on the
# quiet machine, then beside one busy loop, three busy loops, a compiling neighbour, and
# as two runs that know nothing of each other, REPEAT times each (1).  Prints for each:
# results, accused (INVALID or failed), open (INCONCLUSIVE), settled, and of those with
# an interval how many hold the quiet machine's figure.  Run it where nothing else runs.
use strict;
use warnings;
use File::Temp 'tempdir';
use JSON::PP;

my ($repeat, @targets) = @ARGV;
$repeat //= 1;
@targets = qw(ch01 tests/corpus/sum) if !@targets;
my $tmp = tempdir(CLEANUP => 1);
my (@load, %quiet);
END { kill 'KILL', map { -$_ } @load }

# In a group of its own, so that what it starts ends with it.
sub in_background
{
	my ($work) = @_;
	my $pid = fork // die "fork: $!";
	if (!$pid) {
		setpgrp;
		$work->();
		exit;
	}
	return $pid;
}

sub end_load
{
	kill 'KILL', -$_ for @load;
	waitpid $_, 0 for splice @load;
}

sub busy_loop { 1 while 1 }

sub compile
{
	open STDOUT, '>', '/dev/null';
	open STDERR, '>', '/dev/null';
	while (1) {
		system 'cc', '-std=gnu11', '-O2', '-D_GNU_SOURCE', '-Iinclude', '-Isrc', '-c', '-o',
			'/dev/null', $_ for glob 'src/judge/*.c';
	}
}

sub bench
{
	my ($dir) = @_;
	open STDOUT, '>', '/dev/null';
	open STDERR, '>', '/dev/null';
	exec './aisp', 'bench', 'run', '--no-history', '--artifacts-dir', $dir,
		map { ('--targets', $_) } @targets;
}

sub results
{
	my ($dir) = @_;
	my ($file) = glob "$dir/*/results.json";
	open my $f, '<', $file // return [] or return [];
	local $/;
	return decode_json(<$f>)->{results};
}

my $n_runs = 0;

sub run_once
{
	my $dir = "$tmp/" . ++$n_runs;
	mkdir $dir or die "$dir: $!";
	my $pid = in_background(sub { bench($dir) });
	waitpid $pid, 0;
	return results($dir);
}

sub count
{
	my ($what, $s, @results) = @_;
	my %n = (accused => 0, open => 0, settled => 0, intervals => 0, hold => 0);
	for my $r (@results) {
		my $c = $r->{comparison};
		my $verdict = $c ? $c->{verdict} : $r->{status};
		next if $verdict eq 'skipped';
		$n{results}++;
		$n{$verdict =~ /^(INVALID|failed)$/ ? 'accused' : $verdict eq 'INCONCLUSIVE' ? 'open'
			: 'settled'}++;
		print "    $r->{target}: $verdict: " . ($c->{why} // $r->{reason} // '') . "\n"
			if $verdict =~ /^(INVALID|failed)$/;
		my ($lo, $hi) = @{$c->{speedup_ci} // []};
		next if $verdict !~ /^(FASTER|SLOWER|SAME)$/ || !$quiet{$r->{target}};
		$n{intervals}++;
		my $holds = $lo <= $quiet{$r->{target}} && $quiet{$r->{target}} <= $hi;
		$n{hold} += $holds;
		printf "    %s: [%.4g, %.4g] does not hold %.4g\n", $r->{target}, $lo, $hi,
			$quiet{$r->{target}} if !$holds;
	}
	printf "%-24s %4d results  %3d accused  %3d open  %3d settled  %3d of %3d intervals hold"
		. " the quiet figure  (%d s)\n", $what, @n{qw(results accused open settled hold
		intervals)}, $s;
}

sub beside
{
	my ($what, @work) = @_;
	my $start = time;
	@load = map { in_background($_) } @work;
	my @results = map { @{run_once()} } 1 .. $repeat;
	end_load();
	count($what, time - $start, @results);
}

$| = 1;
my $start = time;
my @first = @{run_once()};
for my $r (@first) {
	$quiet{$r->{target}} = $r->{comparison}{speedup}
		if $r->{comparison} && $r->{comparison}{verdict} =~ /^(FASTER|SLOWER|SAME)$/;
}
count('quiet', time - $start, @first);
beside('one busy loop', \&busy_loop);
beside('three busy loops', (\&busy_loop) x 3);
beside('a compiling neighbour', \&compile);
mkdir "$tmp/locks" or die;
mkdir "$tmp/other" or die;
beside('another run', sub {
	$ENV{AISP_LOCK_DIR} = "$tmp/locks";
	while (1) {
		my $pid = fork // die;
		bench("$tmp/other") if !$pid;
		waitpid $pid, 0;
	}
});
