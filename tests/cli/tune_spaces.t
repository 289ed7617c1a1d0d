#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# Spaces that lie beside pairs for CPUs: their templates compile and are right at the
# first, the middle and the last point.
# RUN: test-all parallel
use strict;
use warnings;
use File::Copy qw(copy);
use Test::More;
use lib 'tests/exploits';
use Bench;

# Points that hold, each as a map of values.
sub points
{
	my ($text) = @_;
	my @points = ({});
	while ($text =~ /^parameter (\w+) = (.*)$/mg) {
		my ($name, @values) = ($1, split ' ', $2);
		@points = map { my $p = $_; map { { %$p, $name => $_ } } @values } @points;
	}
	while ($text =~ /^constraint (.*)$/mg) {
		my $rule = $1;
		@points = grep { my $p = $_; eval $rule =~ s/([a-z]\w*)/$p->{$1}/gr } @points;
	}
	return @points;
}

my @spaces = grep { !/_cuda\.txt$/ } glob('chapters/*/space_*.txt labs/*/space_*.txt');
cmp_ok(scalar @spaces, '>=', 3, 'spaces for CPUs');
for my $space (@spaces) {
	my ($dir, $pair) = $space =~ m{^(.*)/space_(\w+)\.txt$};
	my @points = points(read_file($space));
	my $folder = artifacts();
	copy($_, $folder) for glob("$dir/*.h"), "$dir/baseline_$pair.c";
	my $source = read_file("$dir/template_$pair.c");
	for (0, $#points / 2, $#points) {
		my %p = %{$points[$_]};
		my $defines = join '', map { sprintf "#define AISP_TUNE_%s %d\n", uc $_, $p{$_} } sort keys %p;
		write_file(sprintf('%s/optimized_%s_c%d.c', $folder, $pair, $_), $source =~ s{\*/\n\K}{$defines}r);
	}
	my $r = aisp('bench', 'verify', '--variants', "$folder:$pair*");
	is($r->{status}, 0, "$space: three of " . @points . ' points are right') or diag($r->{out}, $r->{err});
	like($r->{out}, qr/^[1-9]\d* trials as expected, 0 wrong/m, 'at the sizes that verify tries');
}
done_testing();
