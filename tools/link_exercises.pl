#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# link_exercises.pl [--check] - link into each exercise, and into its answer in
# tests/exercises_done, the workload and the baseline of its chapter with the headers that
# they include.  exercises/ch07_transpose is of the chapter ch07_*, workload transpose.
# An answer also gets links to the headers that its exercise has of its own.
# --check only says which links are missing or lead nowhere.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/course";
use Lessons qw(content);

my $is_check = @ARGV && $ARGV[0] eq '--check';

# A file beside a lesson and all that it includes from there.
sub closure
{
	my ($dir, $file, $seen) = @_;
	return if $seen->{$file} || !-e "$dir/$file";
	$seen->{$file} = 1;
	closure($dir, $_, $seen) for content("$dir/$file") =~ /^#include "([^"\/]+)"/mg;
}

my $n_wrong = 0;
for my $place (sort glob 'exercises/*/ tests/exercises_done/*/') {
	my ($up, $key, $name) = $place =~ m{^(.*/)?(ch\d+)_(\w+)/$} or die "$place is not chNN_name\n";
	my ($chapter) = glob "chapters/${key}_*" or die "$place: there is no chapter $key\n";
	my %wanted;
	closure($chapter, $_, \%wanted) for "workload_$name.h", "baseline_$name.c";
	my %target = map { $_ => "$chapter/$_" } keys %wanted;
	my $exercise = "exercises/${key}_$name";
	%target = (%target, map { m{([^/]+)$} ? ($1 => $_) : () } grep { !-l } glob "$exercise/*.h") if $place ne "$exercise/";
	if ($is_check) {
		my %is_link = map { m{([^/]+)$} ? ($1 => 1) : () } grep { -l && -e } glob "$place*";
		my @wrong = grep { !$target{$_} || !$is_link{$_} } keys %{{ %target, %is_link }};
		print "$place: $_\n" for sort @wrong;
		$n_wrong += @wrong;
		next;
	}
	unlink grep { -l } glob "$place*";
	symlink(('../' x ($place =~ tr{/}{})) . $target{$_}, "$place$_") or die "$place$_: $!\n" for keys %target;
}
exit($n_wrong ? 1 : 0);
