#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# answer.pl LESSON NUMBER VALUE - is this the number that an exercise of a lesson asks
# for, to within 1 %?  Exit status: 0 right, 1 not yet, 2 no such question.
use strict;
use warnings;

sub ceil
{
	my ($x) = @_;
	return int($x) < $x ? int($x) + 1 : int($x);
}

# Rounds of 132 blocks for that many tiles, and the share of them that is work.
sub busy
{
	my ($tiles) = @_;
	return $tiles / 132 / ceil($tiles / 132);
}

# The answers, and figures that lead to them.
my %answer = (
	'ch01 1' => [sub { 100 * (16 - 12) / 16 }, 'x, residual and y are 12 bytes an element; an ordinary store also reads the line of y'],
	'ch02 1' => [sub { 132 * 2048 * 4 / 800e-9 / 1e9 }, "Little's law: bytes under way, divided by the latency"],
	'ch02 2' => [sub { ceil(30 / (10 - 1.25)) }, 'what a copy saves, and how often that must happen'],
	'ch03 1' => [sub { 2 ** 29 / 2 ** 21 }, 'the table has 512 MiB'],
	'ch04 1' => [sub { 2 * 3 / 4 * 64 }, 'three quarters are sent to be added, and three quarters of the sums are fetched'],
	'ch04 2' => [sub { 10e9 * 2e-6 / (3 - 2 * 3 / 4) }, 'what one shot moves more takes as long as a barrier'],
	'ch05 1' => [sub { 256 / 64 * 0.08 }, '64 requests take the time of one'],
	'ch06 1' => [sub { 100 * 300 / (132 * ceil(300 / 132)) }, 'the last round takes as long as a full one'],
	'ch07 1' => [sub { 32 / 4 }, 'memory moves a sector for each record that a thread touches'],
	'ch08 1' => [sub { 4 * 2 }, 'latency times units: each unit can start one in each cycle'],
	'ch09 1' => [sub { 2 * 1024 ** 3 / (3 * 4 * 1024 ** 2) }, '2 n^3 operations on three matrices of 4 n^2 bytes'],
	'ch10 1' => [sub { 100 * busy(8192 / 128 * 8192 / 256) }, 'rounds of 132 tiles; the last is not full'],
	'ch11 1' => [sub { 3 / (1 + 2 / 16) }, 'one stage of 16 chunks in full, and two chunks more'],
	'ch11 2' => [sub { ceil(132 / 16) }, 'each launch covers 16 multiprocessors'],
	'ch12 1' => [sub { ceil(2000 / (4 - 1)) }, 'a step saves the difference'],
	'ch12 2' => [sub { my $h = 0; $h += 1 / $_ for 1 .. 32; $h }, 'the mean of the largest of n such times is 1 + 1/2 + ... + 1/n of the mean'],
	'ch13 1' => [sub { 28 * 124439808 / 1e9 }, '28 bytes for each parameter'],
	'ch14 1' => [sub { (16 * 8 + 12 * 4) / 16 }, 'each pass reads and writes y; 12 read one vector more; fused, 16 bytes'],
	'ch15 1' => [sub { 32 * 8 * 128 * 2 * 2 / 1024 }, 'layers, heads, numbers, keys and values, bytes'],
	'ch16 1' => [sub { 144 * 8 / 256 }, 'bytes of a block, 8 bits each, for 256 weights'],
	'ch17 1' => [sub { 10 / (1 - 0.8) }, 'M/M/1: the mean work over the share of time that is free'],
	'ch18 1' => [sub { 32 * 16384 ** 2 * 4 / 2 ** 30 }, '4 bytes for each pair of query and key, in each head'],
	'ch19 1' => [sub { 2 / (0.5 + 2 / 128) }, 'half a byte, and 1/128 of the two bytes of a scale'],
	'ch20 1' => [sub { 1000 / (50 - 45) }, 'the price over what a product might have saved'],
	'ch20 2' => [sub { 0.9 + 0.2 * 9 / 10 }, 'the largest of n numbers between 0 and 1 is n / (n + 1) in the mean'],
	'labs/attention 1' => [sub { 100 * 64 / 132 }, 'a tile is one multiprocessor'],
	'labs/attention 2' => [sub { 100 * busy(28 * ceil(520 / 128)) }, 'tiles of 128 queries of each head; two rounds'],
	'labs/generate 1' => [sub { 4 * 16 / (4 + 16) }, 'a column of A and a row of B serve the whole tile'],
	'labs/generate 2' => [sub { int((32 - 1 - 64 / 16) / (64 / 16)) }, 'four registers a row, four for the row of B, one for the number'],
	'labs/matmul 1' => [sub { 100 * (1 - busy(640 / 128 * 32)) }, '5 x 32 tiles'],
	'labs/matmul 2' => [sub { 100 * (1 - busy(ceil(1281 / 128) * 32)) }, 'one token more is a row of tiles more'],
	'labs/moe 1' => [sub { 100 * (1 - (1 - 8 / 128) ** 64) }, 'a token passes an expert by with probability 120 / 128'],
	'labs/moe 2' => [sub { 800e12 * 2 / 2 / 4e12 }, 'a weight is two bytes, and two operations for each token'],
);

my ($lesson, $number, $value) = @ARGV;
if (@ARGV != 3) {
	print STDERR "usage: tools/answer.pl LESSON NUMBER VALUE\n";
	exit 2;
}
my $known = $answer{"$lesson $number"};
if (!$known) {
	print STDERR "$lesson has no question $number; there are: ", join(', ', sort keys %answer), "\n";
	exit 2;
}
if ($value !~ /^-?\d*\.?\d+(?:[eE][-+]?\d+)?$/) {
	print STDERR "'$value' is no number\n";
	exit 2;
}
my ($right, $why) = ($known->[0]->(), $known->[1]);
if (abs($value - $right) <= 0.01 * abs $right) {
	printf "right: %.4g; %s\n", $right, $why;
	exit 0;
}
print "not yet: $value is too ", ($value < $right ? 'small' : 'large'), "\n";
exit 1;
