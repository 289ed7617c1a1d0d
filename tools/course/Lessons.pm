# SPDX-License-Identifier: MIT
#
# Lessons.pm - the lessons of a tree, from its file names and README.md files: the one
# place that knows what a lesson is, for the tools that fill, draw and list them.
# Functions look below the current directory.
package Lessons;
use strict;
use warnings;
use Exporter 'import';
our @EXPORT_OK = qw(content replace lessons variants expectations parts with_headers duration ratio verdict digits gpus with_changes where_measured sizes);

sub content
{
	my ($path) = @_;
	open my $f, '<', $path or die "$path: $!\n";
	return do { local $/; <$f> };
}

# Write TEXT, or with $is_check only say that it would change; 1 if it does.
sub replace
{
	my ($path, $text, $is_check) = @_;
	return 0 if -e $path && content($path) eq $text;
	if ($is_check) {
		print "$path is out of date\n";
		return 1;
	}
	open my $f, '>', $path or die "$path: $!\n";
	print $f $text;
	close $f or die "$path: $!\n";
	return 1;
}

# Every lesson: its folder, the key of its targets, its chapter's number (0: a lab).
sub lessons
{
	return map {
		my $dir = s{/README\.md$}{}r;
		my ($ch, $number) = $dir =~ m{^chapters/((?:ch)(\d+))_};
		{ dir => $dir, key => $ch // $dir, number => $number // 0, page => $_ }
	} sort(glob 'chapters/*/README.md'), sort(glob 'labs/*/README.md');
}

# The workload that a source includes, itself or through a header beside it.
sub workload_of
{
	my ($dir, $file, $seen) = @_;
	return if $seen->{$file}++ || !-e "$dir/$file";
	my @headers = content("$dir/$file") =~ /^#include "([^"\/]+)"/mg;
	for (@headers) {
		return $1 if /^workload_(\w+)\.h$/;
	}
	for (@headers) {
		my $found = workload_of($dir, $_, $seen);
		return $found if $found;
	}
	return;
}

# Every optimized file: the target's key as comments have it (`ch07:transpose_tiled@cuda`,
# no suffix on the CPU), that of its workload, and the files.
sub variants
{
	my ($lesson) = @_;
	my @found;
	for my $path (sort glob "$lesson->{dir}/optimized_*.c $lesson->{dir}/optimized_*.cu") {
		my ($name, $ext) = $path =~ m{/optimized_(\w+)\.(cu?)$};
		my ($base) = sort { length $b <=> length $a } grep { $name =~ /^\Q$_\E(_|$)/ }
			map { m{/baseline_(\w+)\.\Q$ext\E$} } glob "$lesson->{dir}/baseline_*.$ext";
		next if !$base;
		my $workload = workload_of($lesson->{dir}, "baseline_$base.$ext", {}) // $base;
		my $on = $ext eq 'cu' ? '@cuda' : '';
		push @found, { key => "$lesson->{key}:$name$on", home => "$lesson->{key}:$workload$on",
			name => $name, base => $base, ext => $ext, file => $path, baseline => "$lesson->{dir}/baseline_$base.$ext" };
	}
	return @found;
}

# What is expected of targets (docs/expectations.md), an entry each.
sub expectations
{
	my ($lesson) = @_;
	my @entries;
	for my $path (sort glob "expectations/*/$lesson->{key}/*.txt") {
		my ($head, @blocks) = split /^\[\w+\]\n/m, content($path);
		my ($target) = $head =~ /^target +(\S+)/m;
		for (@blocks) {
			my %e = (key => $target =~ s/\@cpu$//r, path => $path);
			for (split /\n/) {
				my ($word, $rest) = /^(\w+)\s+(.*?)\s*$/ or next;
				$e{$word} = $rest;
			}
			$e{$_} = [grep { !/^(?:x|ns|-)$/ } split ' ', $e{$_}] for grep { defined $e{$_} } qw(speedup vs_library time of_the_limit);
			push @entries, \%e;
		}
	}
	return @entries;
}

# A file's text and that of the headers beside it that it includes.
sub with_headers
{
	my ($dir, $file, $seen) = @_;
	return '' if $seen->{$file}++ || !-e "$dir/$file";
	my $text = content("$dir/$file");
	return join '', $text, map { with_headers($dir, $_, $seen) } $text =~ /^#include "([^"\/]+)"/mg;
}

# What sizes a workload has today where nobody asks for others: a value each, undef for
# one that is not written as a number; none: its source does not say.
sub defaults
{
	my ($dir, $home) = @_;
	my ($workload, $device) = $home =~ /:([^@]*)(.*)/;
	my $text = with_headers($dir, "workload_$workload.h", {});
	my ($list) = $text =~ /^\s*\.params\s*=(.*?)(?=^\s*(?:\.\w+\s*=|\};))/ms or return;
	my ($macro) = $list =~ /^\s*(\w+)/;
	($list) = $text =~ /^#define $macro\b((?:[^\n]*\\\n)*[^\n]*\n)/m if $macro;
	my $entries = ($list // '') =~ s/\\\n/ /gr;
	my %value;
	while ($entries =~ /\{\s*"(\w+)"\s*,([^"]*),\s*"[^"]*"(?:\s*"[^"]*")*\s*(?:,([^{}]*))?\}/g) {
		my ($name, $here, $cuda) = ($1, (split /,/, $2)[1], $3 // 0);
		($here, $cuda) = map { /^[\d\s<*+()-]+$/ ? eval $_ : undef } $here, $cuda;
		$value{$name} = $device && (!defined $cuda || $cuda) ? $cuda : $here;
	}
	return %value;
}

my %defaults;
sub sizes_today
{
	my ($lesson, $home) = @_;
	return $defaults{"$lesson->{dir} $home"} //= { defaults($lesson->{dir}, $home) };
}

# The GPUs that a call of a workload of this key needs.
sub gpus
{
	my ($lesson, $home) = @_;
	return $home =~ /\@cuda$/ ? sizes_today($lesson, $home)->{ranks} // 1 : 0;
}

# Behind where something was measured: with which sizes.
sub sizes
{
	my ($lesson, $home, $params) = @_;
	my $today = sizes_today($lesson, $home);
	return %$today ? '; sizes not recorded' : '' if !length $params;
	my @odd = grep { my ($name, $value) = split /=/; %$today && (!exists $today->{$name} ||
		defined $today->{$name} && $today->{$name} != $value) } split ' ', $params;
	return "; $params" . (@odd ? " (not today's default)" : '');
}

sub with_changes
{
	return sprintf 'commit %.10s%s', $_[0], $_[1] ? ' with changes' : '';
}

# Of an entry: "a CPU (KVM), grade C, 2026-11-22, commit 0123456789".
sub where_measured
{
	my ($e) = @_;
	my @machine = split /, /, $e->{machine};
	return sprintf '%s (%s), grade %s, %.10s, %s', $machine[0], $machine[-1], $e->{grade}, $e->{date},
		with_changes($e->{commit}, $e->{commit} =~ /\(changed\)$/);
}

# What a lesson's page has: title, sentences of its head, and counts.
sub parts
{
	my ($lesson) = @_;
	my $text = content($lesson->{page});
	my %p = (text => $text);
	($p{title}) = $text =~ /\A# (.*)\n/;
	while ($text =~ /^\*\*(Why it matters|Question|You learn|Read first)\.\*\* (.*?)\n\n/msg) {
		my ($name, $words) = ($1, $2);
		$p{lc $name =~ s/ /_/gr} = $words =~ s/\s+/ /gr;
	}
	$p{pictures} = () = $text =~ /^!\[[^\]]+\]\([^)]+\.svg\)/mg;
	$p{listings} = () = $text =~ /^<!-- code: /mg;
	$p{tables} = () = $text =~ /^\| variant /mg;
	$p{exercises} = () = $text =~ /^\*\*Exercise \d+/mg;
	my $prose = $text =~ s/^```.*?^```//msgr;
	$prose =~ s/^\|.*//mg;
	$p{words} = () = $prose =~ /\w+/g;
	return \%p;
}

# Three digits of a number, without an exponent up to 9999.
sub digits
{
	my $three = sprintf '%.3g', $_[0];
	return abs $three < 9999.5 && abs $three >= 1 ? $three + 0 : $three;
}

sub duration
{
	my ($ns) = @_;
	my @units = ([1e9, 's'], [1e6, 'ms'], [1e3, 'us'], [1, 'ns']);
	my ($unit) = grep { $ns >= $_->[0] } @units;
	$unit //= $units[-1];
	return digits($ns / $unit->[0]) . " $unit->[1]";
}

# What an interval of a ratio, and a margin as a ratio, stand for: docs/expectations.md.
sub verdict
{
	my ($low, $high, $margin) = @_;
	return $low > $margin ? 'FASTER' : $high < 1 / $margin ? 'SLOWER' :
		$low >= 1 / $margin && $high <= $margin ? 'SAME' : 'INCONCLUSIVE';
}

# A ratio with its interval.
sub ratio
{
	return sprintf '%sx [%s, %s]', map { digits($_) } @_;
}

1;
