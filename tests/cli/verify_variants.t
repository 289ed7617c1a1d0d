#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# `aisp bench verify` and `bare` on a stranger's pair: the user's own input is what
# variants get, a variant that hangs is given up, one that does not compile is wrong.
use strict;
use warnings;
use JSON::PP;
use Test::More;
use lib 'tests/exploits';
use Bench;

my $dir = artifacts() . '/own';
aisp('new', "$dir:pair");
my $source = read_file("$dir/optimized_pair.c");

# A further variant whose run() begins with this code, and ends with that.
sub variant
{
	my ($name, $first, $last) = @_;
	my $text = $source;
	$text =~ s/(\(void\)state;\n)/$1$first\n/;
	$text =~ s/(\treturn 0;\n\})/$last\n$1/;
	write_file("$dir/optimized_pair_$name.c", $text);
}

sub npy
{
	my ($name, @values) = @_;
	my $header = "{'descr': '<f4', 'fortran_order': False, 'shape': (" . @values . ",), }";
	$header .= ' ' x (117 - length $header) . "\n";
	write_file("$dir/$name.npy", "\x93NUMPY\x01\x00" . pack('v', length $header) . $header . pack('f<*', @values));
	return "$dir/$name.npy";
}

# {what => {distribution => [result, why]}}
sub verify
{
	my $r = aisp('bench', 'verify', '--json', @_);
	my %rows;
	$rows{$_->{what}}{$_->{distribution}} = [$_->{result}, $_->{why}] for @{+eval { decode_json($r->{out}) } || []};
	$r->{rows} = \%rows;
	return $r;
}

variant('picky', '', "\tif (x[0] == 42)\n\t\tout[0] += 1;");
my $mine = npy('mine', 42, (1) x 999);
my $short = npy('short', 42, (1) x 9);
my $r = verify($dir);
is($r->{status}, 0, 'right on generated inputs') or diag($r->{out}, $r->{err});
$r = verify($dir, '--input', "x=$mine");
is($r->{status}, 3, 'wrong on the given one');
is($r->{rows}{'optimized_pair_picky.c'}{normal}[0], 'WRONG', 'which is named');
is($r->{rows}{'optimized_pair.c'}{normal}[0], 'ok', 'the other is right');
is(aisp('bare', "$dir:pair_picky")->{status}, 0, 'bare: right on generated inputs');
$r = aisp('bare', $dir, '--input', "x=$mine");
is($r->{status}, 3, 'bare: wrong on the given one');
like($r->{out}, qr/^WRONG +own\S*:pair_picky\@cpu: out\[0\] is .*; 1 of 1000 elements/m, 'bare: which is named');
like($r->{out}, qr/^right +own\S*:pair\@cpu$/m, 'bare: the other is right');
for my $command (['bench', 'verify'], ['bare']) {
	$r = aisp(@$command, $dir, '--input', "z=$mine");
	is($r->{status}, 2, "@$command: an input that nothing has");
	like($r->{err}, qr/an input 'z'; known: x, y$/m, 'with those that there are');
	$r = aisp(@$command, $dir, '--input', "x=$short");
	is($r->{status}, 2, "@$command: an input of another length");
}

variant('hung', "\tfor (volatile int forever = 1; forever;)\n\t\t;", '');
$r = verify("$dir:pair_hung");
is($r->{status}, 3, 'a variant that hangs');
my $hung = $r->{rows}{'optimized_pair_hung.c'};
is($hung->{normal}[0], 'WRONG', 'is wrong');
my ($seconds) = $hung->{normal}[1] =~ /^no answer for (\S+) s/;
cmp_ok($seconds // 99, '<', 10, 'after seconds, by what the baseline took');
is_deeply([map { $hung->{$_}[0] } qw(uniform adversarial)], ['n/a', 'n/a'], 'and is not tried again');
is($r->{rows}{'baseline_pair.c'}{adversarial}[0], 'ok', 'the others are');

unlink "$dir/optimized_pair_hung.c";
variant('broken', '#error a slip of the pen', '');
$r = verify($dir);
is($r->{status}, 3, 'a variant that does not compile');
is($r->{rows}{'optimized_pair_broken.c'}{normal}[0], 'WRONG', 'is wrong');
like($r->{rows}{'optimized_pair_broken.c'}{normal}[1], qr/does not compile.*a slip of the pen/, 'and says why');
is($r->{rows}{'optimized_pair.c'}{normal}[0], 'ok', 'the others are verified');
done_testing();
