#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# fill_code.pl [--check] - put the lines of the sources that make the difference into the
# lessons' README files; nobody retypes them.  Behind a line
#     <!-- code: optimized_transpose_tiled.c run -->
# stands that function, behind
#     <!-- code: optimized_transpose_tiled.c run: for (r0 ... dst[ -->
# what of it lies between the first line that holds the one text and the next that holds
# the other.  Files lie beside the README.  --check only says which page is out of date.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/course";
use Lessons qw(content replace lessons);

sub give_up
{
	print STDERR "fill_code.pl: @_\n";
	exit 2;
}

my $is_check = @ARGV && $ARGV[0] eq '--check';

# The lines of a function or struct, from its first to the brace that ends it.
sub definition
{
	my ($path, $name) = @_;
	my @lines = split /^/, content($path);
	for my $i (0 .. $#lines) {
		next if $lines[$i] !~ /^[a-zA-Z_].*\b\Q$name\E\b/ || $lines[$i] =~ /;\s*$/;
		my ($end) = grep { $lines[$_] =~ /^\}/ } $i .. $#lines;
		my ($open) = grep { $lines[$_] =~ /^(\{|.*\{\s*$)/ } $i .. $#lines;
		next if !defined $end || !defined $open || $open > $i + 6;
		return @lines[$i .. $end];
	}
	give_up("$path has no $name");
}

sub cut
{
	my ($what, $from, $to, @lines) = @_;
	my ($first) = grep { index($lines[$_], $from) >= 0 } 0 .. $#lines;
	give_up("$what: no line holds `$from`") if !defined $first;
	my ($last) = grep { index($lines[$_], $to) >= 0 } $first .. $#lines;
	give_up("$what: no line behind holds `$to`") if !defined $last;
	@lines = @lines[$first .. $last];
	my ($least) = sort { length $a <=> length $b } map { /^(\t*)\S/ ? $1 : () } @lines;
	return map { s/^$least//r } @lines;
}

sub listing
{
	my ($dir, $file, $name, $range) = @_;
	my @lines = definition("$dir/$file", $name);
	if ($range) {
		my ($from, $to) = $range =~ /^(.+?) \.\.\. (.+)$/ or give_up("$dir: `$range` is not FROM ... TO");
		@lines = cut("$dir/$file $name", $from, $to, @lines);
	}
	s/\t/    /g for @lines;
	return "```c\n" . join('', @lines) . "```\n";
}

my $n_stale = 0;
for my $lesson (lessons()) {
	my $text = content($lesson->{page});
	$text =~ s{^(<!-- code: (\S+) (\w+)(?:: ([^\n]*))? -->\n)(?:```c\n.*?^```\n)?}
		{$1 . listing($lesson->{dir}, $2, $3, $4)}gmes;
	$n_stale += replace($lesson->{page}, $text, $is_check);
}
exit($is_check && $n_stale ? 1 : 0);
