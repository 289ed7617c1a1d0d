#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# check_vectors.pl [DIR...] - variants in these folders (chapters, labs, exercises) whose
# vectors are wider than registers of AVX2: GCC 12 keeps such in memory and takes them
# apart there, at several times the price.  include/aisp/each_level.h is the way out.
# Sources are compiled if they, or headers beside them, have vectors at all; templates
# of aisp tune are no sources yet.
use strict;
use warnings;
use File::Basename qw(dirname);

my %text;

sub content
{
	my ($path) = @_;
	return $text{$path} if defined $text{$path};
	open(my $in, '<', $path) or return '';
	local $/;
	return $text{$path} = <$in> // '';
}

sub has_vectors
{
	my ($path, $seen) = @_;
	return 0 if $seen->{$path}++;
	my $c = content($path);
	return 1 if $c =~ /vector_size/;
	my @beside = $c =~ /^#(?:include|define\s+AISP_KERNEL)\s+"([^"]+)"/mg;
	return grep { has_vectors(dirname($path) . "/$_", $seen) } @beside;
}

my @dirs = @ARGV ? @ARGV : qw(chapters labs exercises);
my @sources = sort grep { !m{/template_} && has_vectors($_, {}) } map { (glob("$_/*.c"), glob("$_/*/*.c")) } @dirs;
my @compile = ($ENV{CC} ? split(' ', $ENV{CC}) : 'cc', qw(-std=gnu11 -D_GNU_SOURCE -Iinclude
	-march=x86-64-v3 -fopenmp -Wno-psabi -Wvector-operation-performance -S -o /dev/null));
my $n_wide = 0;
for my $source (@sources) {
	open(my $said, '-|', 'sh', '-c', 'exec "$@" 2>&1', 'sh', @compile, "-iquote", dirname($source), $source)
		or die "check_vectors.pl: $compile[0]: $!\n";
	my @lines = <$said>;
	close($said) || die "check_vectors.pl: $source does not compile:\n@lines";
	my ($first) = grep { /Wvector-operation-performance/ } @lines;
	next if !$first;
	print $first =~ s/: warning:.*//sr, ": a vector is wider than registers of AVX2, in $source\n";
	$n_wide++;
}
printf "%d sources have vectors\n", scalar @sources if !$n_wide;
exit($n_wide ? 1 : 0);
