#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# Whichever allocation fails, a command ends with a status that says so, or prints what
# it prints otherwise: it neither crashes nor prints less and calls that fine.
# RUN: parallel
use strict;
use warnings;
use File::Temp 'tempdir';
use Test::More;
use lib 'tests/cli';
use Tiny;

my $aisp = $ENV{AISP} // './aisp';
my $dir = tempdir(CLEANUP => 1);
my $shim = "$dir/fail_alloc.so";
my $run = 'tests/fixtures/runs/cpu';
my $n_points = 40;

delete $ENV{$_} for qw(FAIL_AT FAIL_COUNT);
system($ENV{CC} // 'cc', qw(-O1 -w -shared -fPIC -o), $shim, 'tests/fixtures/fail_alloc.c') == 0
	or BAIL_OUT('no shim');

# What a program prints, and its exit status or the signal that ended it.
sub output {
	my ($env, @words) = @_;
	local %ENV = (%ENV, LD_PRELOAD => $shim, %$env);
	my $pid = open my $out, '-|';

	if (!$pid) {
		open STDERR, '>', '/dev/null';
		exec @words or exit 127;
	}
	my $text = join '', <$out>;
	close $out;
	return ($text, $? & 127 ? 'a signal' : $? >> 8);
}

# The first point at which a failure is not seen, or undef; how many were seen.
sub unseen {
	my @words = @_;
	my ($whole, $status) = output({ FAIL_COUNT => "$dir/n" }, @words);
	my $n_seen = 0;

	open my $f, '<', "$dir/n" or die;
	chomp(my $n = <$f>);
	for my $i (0 .. $n_points - 1) {
		my $at = int($n * ($i + 0.5) / $n_points);
		my ($text, $now) = output({ FAIL_AT => $at }, @words);

		return ("number $at of $n: $now", $n_seen)
			if $now eq 'a signal' || ($now eq $status && $text ne $whole);
		$n_seen++ if $now ne $status;
	}
	return (undef, $n_seen);
}

for (['report', '--format', 'json'], ['report', '--format', 'details'], ['report', '--format', 'html'],
     ['export', '--format', 'nvbench'], ['roofline', '--format', 'svg']) {
	my ($where, $n_seen) = unseen($aisp, @$_, $run);

	is($where, undef, "@$_");
	cmp_ok($n_seen, '>', $n_points / 2, 'most failures end it');
}
tiny_pair($dir);
my ($where) = unseen($aisp, 'list-targets', '--json', $dir);
is($where, undef, 'list-targets');

# One that drops what it has no memory for.
open my $c, '>', "$dir/x.c" or die;
print $c "#include <stdio.h>\n#include <stdlib.h>\nint main(void) { for (int i = 0; i < 99; i++) ",
	"{ char *p = malloc(9); if (p) puts(\"x\"); free(p); } return 0; }\n";
close $c;
system('cc', '-O0', '-w', '-fno-builtin', '-o', "$dir/x", "$dir/x.c") == 0 or die;
($where) = unseen("$dir/x");
like($where, qr/^number \d+ of \d+: 0$/, 'a planted one is found');
done_testing;
