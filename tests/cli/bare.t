#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# aisp bare: variants in the process itself, compared or timed.
# RUN: parallel
use strict;
use warnings;
use Test::More;
use lib 'tests/exploits';
use Bench;

my $right = aisp('bare', '--baselines', '--calls', 3, '--targets', 'tests/corpus/workspace');
is($right->{status}, 0, 'honest variants are right') or diag($right->{err});
like($right->{out}, qr/^right +baseline_poly\.c\nright +workspace:poly\w*\@cpu$/m, 'the baseline before its target');

my $wrong = aisp('bare', '--targets', 'tests/exploits/output:poly_constant_output');
is($wrong->{status}, 3, 'a wrong one is found');
like($wrong->{out}, qr/^WRONG +output:poly_constant_output\@cpu: ./m, 'and named');

my $timed = aisp('bare', '--time', '--calls', 3, '--targets', 'tests/exploits/output:poly_constant_output');
is($timed->{status}, 0, 'who only times sees nothing of it');
my ($call_us, $all_ms) = $timed->{out} =~ /^timed +output:poly_constant_output\@cpu: (\S+) us a call, (\S+) ms in all$/m;
cmp_ok($call_us // 0, '>', 0, 'a call takes time');
cmp_ok($all_ms // 0, '>=', 2 * ($call_us // 0) / 1e3, 'and a life two of three calls at least');

my @dead = map { "tests/exploits/survival:poly_$_" } qw(exit honest);
my $crash = aisp('bare', 'tests/exploits/survival:poly_divide', @dead);
is($crash->{status}, 3, 'a crash is a result');
like($crash->{out}, qr/^WRONG +survival:poly_divide\@cpu: \w+=\d+.*, normal inputs: SIGFPE: an integer division by 0, or one that overflows\n\z/, 'of a variant, at a size');
like($crash->{err}, qr/no target behind it was tried/, 'and the last one');
like(aisp('bare', @dead)->{out}, qr/^WRONG +survival:poly_exit\@cpu: .*inputs: it called exit\(\)\n\z/, 'so is an exit');

my $foreign = aisp('bare', 'tests/exploits/isolation:poly_malformed_object');
is($foreign->{status}, 3, 'one for another version of variant.h is not called');
like($foreign->{out}, qr/^WRONG +isolation:poly_malformed_object\@cpu: made for ABI \d+ of .*: build it again$/m, 'and says so');

is(aisp('bare', '--calls', 0)->{status}, 2, 'no calls: refused');
done_testing();
