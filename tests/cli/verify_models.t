#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# `aisp bench verify`: good error models pass, bad ones are named with the
# control that found them, and so is every variant that a run would reject.
# RUN: parallel
use strict;
use warnings;
use JSON::PP;
use Test::More;
use lib 'tests/exploits';
use Bench;

# Exit status, and what is WRONG for each distribution, sorted.
sub verify
{
	my ($targets) = @_;
	my $r = aisp('bench', 'verify', '--json', '--seed', sprintf('%032x', 1), '--targets', "tests/exploits/$targets");
	my %wrong = map { $_ => [] } qw(normal uniform adversarial);
	my $rows = eval { decode_json($r->{out}) } // [];
	push @{$wrong{$_->{distribution}}}, $_->{what} for grep { $_->{result} eq 'WRONG' } @$rows;
	@$_ = sort @$_ for values %wrong;
	return ($r->{status}, \%wrong, $rows);
}

my ($status, $wrong, $rows) = verify('output:poly_approximation_drift_honest');
is($status, 0, 'a good model: 0');
is_deeply($wrong, { normal => [], uniform => [], adversarial => [] }, 'nothing is wrong');
is(scalar @$rows, 3 * (13 + 1 + 3 + 2) + 1 + 3 + 2,
	'three distributions of 13 controls, the inputs, 3 roundings and 2 variants; one of the right control alone');

is_deeply([grep { $_->{result} ne 'ok' && $_->{what} !~ /update/
	&& "$_->{what} $_->{distribution}" !~ /(smaller|estimate).*adversarial/ } @$rows], [],
	'nor partial, nor left out but updates in place, of which there are none, and what is nothing beside huge numbers');
my %why = map { $_->{what} => $_->{why} } @$rows;
like($why{zeros}, qr/ is 0 instead of /, 'zeros are zeros');
like($why{constant}, qr/ is 1 instead of /, 'a constant is one');
like($why{'one element off'}, qr/; 1 of the first 1000 elements compared are out of bounds$/, 'one element is one');
like($why{'truncated tail'}, qr/ is 0 instead of .*; 63 of the first 1000 elements /, 'a tail is a sixteenth');

my @fakes = ('a sixth of the terms missing', 'an estimate from half the terms of an input', 'constant',
	'copy of an input', 'one element off', 'previous output', 'the smaller terms of an input missing', 'truncated tail', 'zeros');
($status, $wrong) = verify('loose');
is($status, 3, 'a loose model: 3');
# A copy differs nowhere from its input, where it should in some elements.
is_deeply($wrong->{normal}, [grep { !/copy/ } @fakes], 'all fakes but a copy pass it, and are named');

($status, $wrong) = verify('loose_choice');
is($status, 3, 'a reference that believes any answer: 3');
is_deeply($wrong->{normal}, [grep { !/sixth|smaller|estimate/ } @fakes], 'all fakes that it has pass');

my @right = ('baseline re-associated', 'baseline with FMA', 'baseline without FMA', 'baseline_poly.c',
	'optimized_poly.c', 'rounded reference');
($status, $wrong) = verify('tight');
is($status, 3, 'a tight model: 3');
is_deeply($wrong, { map { $_ => \@right } keys %$wrong }, 'all that is right fails it');

# Draws of a control that is right by chance: another draw of it is not.
sub draw
{
	my ($what, $seed, @words) = @_;
	my $r = aisp('bench', 'verify', '--seed', sprintf('%032x', $seed), @words);
	is($r->{status}, 0, $what) or diag($r->{out}, $r->{err});
}
draw('a term that counts is in one sixth of them: the others may be missing', 39, '--dist=adversarial',
	'--param=rows=1', '--param=cols=4', 'ch07:tiling@cpu');
draw('nothing follows from the last choice', 1, '--dist=uniform', '--param=requests=8', 'ch17:disagg@cpu');

my $text = aisp('bench', 'verify', '--targets', 'tests/exploits/loose');
like($text->{out}, qr/^WRONG +loose:poly +normal +zeros: /m, 'the text names them too');
like($text->{out}, qr/^\d+ trials as expected, \d+ wrong, 3 partial/m, 'and counts');
like($text->{out}, qr/ [1-9]\d* not applicable \(--verbose says why\)/, 'and says where to read what does not apply');

my $one = aisp('bench', 'verify', '--json', '--dist', 'uniform', '--targets', 'tests/exploits/tight');
my @rows = @{decode_json($one->{out})};
my %dists = map { $_->{distribution} => 1 } grep { $_->{result} ne 'DOUBTED' } @rows;
is_deeply([keys %dists], ['uniform'], '--dist: that one alone');
is($rows[-1]{result}, 'DOUBTED', 'a bound that no program keeps to is doubted');

my $alone = aisp('bench', 'verify', '--json', '--variants', '--dist', 'normal', '--targets',
	'tests/exploits/loose');
is_deeply([map { $_->{what} } @{decode_json($alone->{out})}], ['baseline_poly.c', 'optimized_poly.c'],
	'--variants: these alone, though the model is loose');
is($alone->{status}, 0, 'and they are right');

# Of rows centred in place, an answer that is updated twice is right.  If half the mean is
# taken away it is not, and a bound of ten times the values hides that.
sub in_place
{
	my ($share, $bound) = @_;
	my $dir = artifacts() . '/in_place';
	mkdir $dir;
	write_file("$dir/$_", read_file("tests/fixtures/centred/$_")) for qw(run.h baseline_x.c optimized_x.c);
	write_file("$dir/workload_x.h", read_file('tests/fixtures/centred/workload_x.h') =~ s/SHARE 1.0f/SHARE $share/r
		=~ s/error_c = /error_c = $bound * /r);
	my $r = aisp('bench', 'verify', '--json', '--dist', 'normal', $dir);
	return ($r->{status}, map { $_->{what} => $_ } @{+eval { decode_json($r->{out}) } || []});
}
my %row;
($status, %row) = in_place('1.0f', 1);
is($status, 0, 'rows centred in place: 0');
is($row{'update applied twice'}{result}, 'n/a', 'a second update is no trial');
like($row{'update applied twice'}{why}, qr/^a second update leaves 'x' within its bound, as it hardly moves/, 'and why');
is($row{'no update'}{result}, 'ok', 'none at all is one');
($status, %row) = in_place('0.5f', 1);
is($row{'update applied twice'}{result}, 'ok', 'half of the mean taken away twice is one');
($status, %row) = in_place('0.5f', 1e7);
is($status, 3, 'a bound that hides it: 3');
is($row{'update applied twice'}{result}, 'WRONG', 'which is named');

# A variant that a run would reject, by whatever check.
for my $exploit (qw(output:poly_approximation_drift output:poly_uninitialized_memory
	output:poly_invalid_values_nan memory:poly_out_of_bounds_write
	memory:poly_input_output_aliasing workload:scan_undeclared_shortcuts)) {
	my ($name) = $exploit =~ /:(.*)/;
	($status, $wrong) = verify($exploit);
	is($status, 3, "$name: 3");
	is_deeply($wrong->{normal}, ["optimized_$name.c"], "$name: it and nothing else is wrong");
}
done_testing();
