#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# count_items.pl [FILE] - how many of the things that the field's examples and books
# name stand here, by docs/items.txt: `ITEM | WHERE`, a line each, below `## CHAPTER`.
# WHERE is what stands for it, by commas: a workload or variant (ch07:scan_threads,
# ch07:scan@cpu), a command (aisp peak), a path; `part: WHERE` if the idea itself is not
# measured yet; `missing`; or `n/a: why`.  What is named and not there is an error.
use strict;
use warnings;

my $file = shift // 'docs/items.txt';
my (%count, %chapter, @order, @wrong, %seen);
my $part = '';

# Does the thing exist that a word names?
sub is_there
{
	my ($word) = @_;
	if (my ($where, $name, $device) = $word =~ /^(ch\d\d|labs\/\w+):(\w+)(?:@(cpu|cuda))?$/) {
		my $dir = $where =~ /^ch/ ? "chapters/${where}_*" : $where;
		my $ext = { cpu => 'c', cuda => 'cu' }->{ $device // '' } // '{c,cu}';
		my @files = ("{baseline,optimized}_$name.$ext", $device ? () : "workload_$name.h");
		return scalar grep { -e } map { glob "$dir/$_" } @files;
	}
	if ($word =~ /^aisp (\w[\w-]*)(?: (\w[\w-]*))?$/) {
		my ($command, $second) = map { ($_ // '') =~ tr/-/_/r } $1, $2;
		return -e 'src/cli/cmd_' . join('_', grep { $_ ne '' } $command, $second) . '.c';
	}
	return $word =~ m{^[\w.][\w./-]*$} && -e $word;
}

# Returns stands, part, missing or n/a; notes wrong entries.
sub state_of
{
	my ($where) = @_;
	return $where if $where eq 'missing';
	return 'n/a' if $where =~ /^n\/a: \S/;
	my $state = $where =~ s/^part: // ? 'part' : 'stands';
	push @wrong, "$file:$.: nothing is named" if $where eq '';
	push @wrong, map { "$file:$.: '$_' is not there" } grep { !is_there($_) } split /, /, $where;
	return $state;
}

open my $in, '<', $file or die "count_items.pl: $file: $!\n";
while (<$in>) {
	chomp;
	next if /^$|^# /;
	if (/^## (.+)/) {
		$part = $1;
		push @order, $part;
	} elsif (/^(.+) \| (.*)$/) {
		push @wrong, "$file:$.: '$1' stands here twice" if $seen{"$part: $1"}++;
		my $state = state_of($2);
		$count{$state}++;
		$chapter{$part}{$state}++;
	} else {
		push @wrong, "$file:$.: want ITEM | WHERE";
	}
}
if (@wrong) {
	print STDERR "$_\n" for @wrong;
	exit 1;
}
my @states = ('stands', 'part', 'missing', 'n/a');
printf "%-44s" . ' %7s' x @states . "\n", '', @states;
for my $p (@order) {
	printf "%-44s" . ' %7d' x @states . "\n", $p, map { $chapter{$p}{$_} // 0 } @states;
}
printf "%-44s" . ' %7d' x @states . "\n", 'all', map { $count{$_} // 0 } @states;
