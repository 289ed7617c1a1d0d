#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# busy_machine.pl [OPTION...] [TARGET...] - what a busy machine does to honest verdicts.
#     --load NAME,...  loop, loops, compile, run: beside what (all four); or now: beside
#                      whatever else runs on the machine
#     --repeat N       as often, each (1)
#     --truth X        the speedup is known to be X: measure nothing on a quiet machine
#     --quiet DIR      nor where the runs in DIR were measured on this machine when quiet
#     --log FILE       append each line's figures, with machine, date and commit, to FILE
#
# Judges the targets (default: chapter 1 and the honest corpus of sums) on the quiet
# machine, by so many pairs that the error of that figure is a small part of an interval
# beside others; then, as users do, beside one busy loop, three busy loops, a compiling neighbour, and
# as two runs that know nothing of each other.  Prints for each: results, accused
# (INVALID or failed), open (INCONCLUSIVE), settled, and of those with an interval how
# many hold the quiet machine's figure, or the truth, and how many are wrong: the
# other direction, or SAME by an interval that does not hold it.
use strict;
use warnings;
use File::Temp 'tempdir';
use Getopt::Long;
use JSON::PP;
use POSIX 'strftime';

my %o = (load => 'loop,loops,compile,run', repeat => 1);
GetOptions(\%o, 'load=s', 'repeat=i', 'truth=f', 'quiet=s', 'log=s') or exit 2;
my @targets = @ARGV ? @ARGV : qw(ch01 tests/corpus/sum);
my $tmp = tempdir(CLEANUP => 1);
my (@load, %quiet);
END { kill 'KILL', map { -$_ } @load }
$SIG{INT} = $SIG{TERM} = sub { exit 1 }; # so that END ends the load

# Runs in a process group of its own, so that its children end with it.
sub in_background
{
	my ($work) = @_;
	my $pid = fork // die "fork: $!";
	if (!$pid) {
		setpgrp;
		$SIG{INT} = $SIG{TERM} = 'DEFAULT';
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
			'/dev/null', $_ for glob 'src/*/*.c';
	}
}

sub bench
{
	my ($dir, @more) = @_;
	open STDOUT, '>', '/dev/null';
	open STDERR, '>', '/dev/null';
	exec './aisp', 'bench', 'run', '--no-history', '--artifacts-dir', $dir, @more,
		map { ('--targets', $_) } @targets;
}

sub results
{
	my ($file) = @_;
	open my $f, '<', $file // die "busy_machine.pl: a run left no results: ./aisp failed\n"
		or die "$file: $!\n";
	local $/;
	return decode_json(<$f>)->{results};
}

sub note_quiet
{
	for my $r (@_) {
		$quiet{$r->{target}} = $r->{comparison}{speedup}
			if $r->{comparison} && $r->{comparison}{verdict} =~ /^(FASTER|SLOWER|SAME)$/;
	}
}

my $n_runs = 0;

sub run_once
{
	my @more = @_;
	my $dir = "$tmp/" . ++$n_runs;
	mkdir $dir or die "$dir: $!";
	my $pid = in_background(sub { bench($dir, @more) });
	waitpid $pid, 0;
	return results(glob "$dir/*/results.json");
}

sub count
{
	my ($what, $s, @results) = @_;
	my %n = map { $_ => 0 } qw(results accused open settled wrong intervals hold);
	for my $r (@results) {
		my $c = $r->{comparison};
		my $verdict = $c ? $c->{verdict} : $r->{status};
		next if $verdict eq 'skipped';
		$n{results}++;
		$n{$verdict =~ /^(INVALID|failed)$/ ? 'accused' : $verdict eq 'INCONCLUSIVE' ? 'open'
			: 'settled'}++;
		print "    $r->{target}: $verdict: " . ($c->{why} // $r->{reason} // '') . "\n"
			if $verdict =~ /^(INVALID|failed)$/;
		my $true = $o{truth} // $quiet{$r->{target}};
		my ($lo, $hi) = @{$c->{speedup_ci} // []};
		next if $verdict !~ /^(FASTER|SLOWER|SAME)$/ || !$true;
		$n{intervals}++;
		my $holds = $lo <= $true && $true <= $hi;
		$n{hold} += $holds;
		$n{wrong} += $verdict eq 'SAME' ? !$holds : $verdict eq ($true > 1 ? 'SLOWER' : 'FASTER');
		printf "    %s: [%.4g, %.4g] does not hold %.4g\n", $r->{target}, $lo, $hi,
			$true if !$holds;
	}
	printf "%-24s %4d results  %3d accused  %3d open  %3d settled  %3d wrong  "
		. "%3d of %3d intervals hold the %s  (%d s)\n", $what, @n{qw(results accused open
		settled wrong hold intervals)}, $o{truth} ? 'truth' : 'quiet figure', $s;
	enter($what, $s, \%n) if $o{log};
}

sub output_of
{
	open my $pipe, '-|', @_ or return '';
	local $/;
	my $text = <$pipe> // '';
	return $text =~ s/\s+\z//r;
}

sub enter
{
	my ($what, $s, $n) = @_;
	my ($model) = output_of('lscpu') =~ /^Model name:\s*(.*)$/m;
	open my $f, '>>', $o{log} or die "$o{log}: $!\n";
	print $f JSON::PP->new->canonical->encode({ %$n, beside => $what, seconds => $s,
		targets => \@targets, cpu => "$model, " . output_of('nproc') . ' CPUs',
		date => strftime('%F', gmtime), commit => output_of(qw(git rev-parse --short HEAD)),
		$o{truth} ? (truth => 0 + $o{truth}) : () }), "\n";
}

sub beside
{
	my ($what, @work) = @_;
	my $start = time;
	@load = map { in_background($_) } @work;
	my @results = map { @{run_once()} } 1 .. $o{repeat};
	end_load();
	count($what, time - $start, @results);
}

sub beside_another_run
{
	mkdir "$tmp/$_" for qw(locks other);
	$ENV{AISP_LOCK_DIR} = "$tmp/locks";
	while (1) {
		my $pid = fork // die;
		bench("$tmp/other") if !$pid;
		waitpid $pid, 0;
	}
}

my %loads = (
	loop => ['one busy loop', \&busy_loop],
	loops => ['three busy loops', (\&busy_loop) x 3],
	compile => ['a compiling neighbour', \&compile],
	run => ['another run', \&beside_another_run],
	now => ['what runs here now'],
);

$| = 1;
my @names = split /,/, $o{load};
$loads{$_} or die "busy_machine.pl: no load '$_'\n" for @names;
if ($o{quiet}) {
	my @files = glob "$o{quiet}/*/results.json" or die "busy_machine.pl: no runs in $o{quiet}\n";
	note_quiet(@{results($_)}) for @files;
} elsif (!$o{truth}) {
	my $start = time;
	my @first = @{run_once('--pairs', 60)};
	note_quiet(@first);
	count('quiet', time - $start, @first);
}
beside(@{$loads{$_}}) for @names;
