#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# size_table.pl CLASS - what one GPU of that class was measured to do, for `aisp size`: a
# rate a line, from expectations/CLASS and the flops and bytes that `aisp show` reads in
# the workloads' contracts.  A rate is that at the slower end of the time's interval.
use strict;
use warnings;
use JSON::PP;

# rate, unit, target, what of the contract is counted, the parameters if several are recorded
my @rates = (
	['memory_rate', 'byte/s', 'ch07:copy_vector@cuda', 'bytes', ''],
	['kv_rate', 'byte/s', 'ch18:decode_split@cuda', 'bytes', ''],
	['gemm_bf16', 'flop/s', 'labs/matmul:layer_shape@cuda', 'flops', ''],
	['gemm_fp8', 'flop/s', 'ch19:gemm_fp8_promoted@cuda', 'flops', ''],
	['attention_bf16', 'flop/s', 'ch18:attention_bf16_wgmma@cuda', 'flops', 'causal=1'],
);
# Figures that no run of a kernel gives.
my %memory = (h200 => ["141000000000", "NVIDIA H200 data sheet, not measured"]);

my $class = shift // die "usage: tools/size_table.pl CLASS, a folder below expectations\n";
-d "expectations/$class" or die "expectations/$class: no such class; `ls expectations` names them\n";

# The last entry of a target with those parameters.
sub entry
{
	my ($target, $with) = @_;
	my ($chapter, $name) = split /:/, $target;
	my $path = "expectations/$class/$chapter/$name.txt";
	open my $f, '<', $path or die "$path: $!\n";
	local $/;
	my @found;
	for my $text (split /^(?=\[)/m, <$f>) {
		my %e = $text =~ /^(\w+) +(.*)$/mg;
		push @found, \%e if $e{params} && " $e{params} " =~ ($with ? qr/ \Q$with\E / : qr//);
	}
	return $found[-1] // die "$path: no entry with $with\n";
}

sub contract
{
	my ($target, $params) = @_;
	my @words = map { ('--param', $_) } split / /, $params;
	open my $f, '-|', './aisp', 'show', $target, '--json', @words or die;
	local $/;
	return decode_json(scalar <$f>)->[0];
}

my %printed;
my @lines;
for (@rates) {
	my ($rate, $unit, $target, $what, $with) = @$_;
	my $e = entry($target, $with);
	my ($ns, undef, $low, $high) = split ' ', $e->{time};
	my $work = contract($target, $e->{params})->{$what};
	$printed{$e->{machine}} = 1;
	push @lines, sprintf("%-14s %.4g %s %s %s: %.0f %s in %s ns [%s, %s], %s, commit %.10s\n", $rate, $work / $high * 1e9,
		$unit, $target, $e->{params}, $work, $what, $ns, $low, $high, substr($e->{date}, 0, 10), $e->{commit});
}
keys %printed == 1 or die "the entries are of several machines: " . join('; ', sort keys %printed) . "\n";
print "# What one GPU was measured to do: made by tools/size_table.pl $class, not by hand.\n";
print "# name, value, unit, and where it is from; a rate is that at the slower end of the interval.\n";
print 'machine ', keys %printed, "\n";
printf "%-14s %s byte %s\n", 'memory_bytes', @{$memory{$class}} if $memory{$class};
print @lines;
