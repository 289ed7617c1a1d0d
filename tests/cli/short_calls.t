#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# Calls that take less than the doorbell between two processes on one CPU: no time is
# negative or zero, and nothing is called the same that could not be seen.
use strict;
use warnings;
use Test::More;
use lib 'tests/cli';
use File::Temp 'tempdir';
use JSON::PP;
use Tiny;

my $dir = tempdir(CLEANUP => 1);
my $aisp = $ENV{AISP} // './aisp';
$ENV{AISP_HISTORY} = "$dir/history.sqlite";

tiny_pair($dir);
system "taskset -c 0 $aisp bench run --targets $dir --iterations 5 --no-history "
	. "--artifacts-dir $dir/artifacts > $dir/out 2>&1";
my ($file) = glob "$dir/artifacts/*/results.json";
BAIL_OUT(`cat $dir/out`) unless $file;
my $doc = decode_json(scalar `cat $file`);
my ($low, $unresolved, $n) = (0, 0, 0);
for my $launch (map { @{ $_->{launches} } } @{ $doc->{arms} }) {
	my $least = $launch->{evidence}{resolved_ns};

	for my $ns (@{ $launch->{samples_ns} }, @{ $launch->{warmup_ns} // [] }) {
		$n++;
		$low += !($least > 0 && $ns >= $least * 0.999999);
		$unresolved += $ns < $least * 1.000001;
	}
}
unlike(scalar `cat $dir/out`, qr/\e/, 'no words of a terminal where there is none');
ok(!-e $ENV{AISP_HISTORY}, '--no-history');
is($doc->{run}{doorbell}{mode}, 'futex', 'judge and worker share a CPU');
ok($n > 50 && !$low, "none of $n samples is below what the bell resolves");
SKIP: {
	skip "the bell was steady enough to see a call", 1 if $unresolved * 2 < $n;
	isnt($doc->{results}[0]{comparison}{verdict}, 'SAME', 'what was not seen is not the same');
}
done_testing();
