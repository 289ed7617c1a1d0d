#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# gen_course.pl [--check] - docs/course.md: every lesson with its question, what one
# learns, what it runs on, what to read first and how long it takes, from the lessons
# themselves and the files beside them.  A chapter or a part that is not there is named.
# Also copies the lessons' tables to where docs/quick_start.md asks for them.
# --check only says whether it is out of date.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/course";
use Lessons qw(content replace lessons variants parts with_headers);

my $is_check = @ARGV && $ARGV[0] eq '--check';

# Pairs for the CPU, pairs for a GPU, workloads whose axis is cut over ranks.
sub devices
{
	my ($lesson) = @_;
	my @all = variants($lesson);
	my $cpu = grep { $_->{ext} eq 'c' } @all;
	my $ranks = grep { with_headers($lesson->{dir}, s{.*/}{}r, {}) =~ /AISP_PART_RANKS|n_ranks|aisp_add_of_ranks/ } glob "$lesson->{dir}/workload_*.h";
	my @words = ($cpu ? "$cpu on the CPU" : (), @all > $cpu ? (@all - $cpu) . ' on a GPU' : (), $ranks ? "$ranks with ranks" : ());
	return join(', ', @words) || 'none';
}

# Minutes: 150 words a minute, 20 for an exercise, 15 seconds for a target.
sub minutes
{
	my ($lesson, $p) = @_;
	my @all = variants($lesson);
	my $exact = $p->{words} / 150 + 20 * $p->{exercises} + @all / 4;
	return 5 * int($exact / 5 + 0.5);
}

sub lacks
{
	my ($p) = @_;
	my @none = map { s/_/ /gr } grep { !$p->{$_} } qw(question you_learn read_first why_it_matters pictures listings tables);
	push @none, $p->{exercises} ? 'a second exercise' : 'exercises' if $p->{exercises} < 2;
	return join ', ', @none;
}

sub entry
{
	my ($lesson) = @_;
	my $p = parts($lesson);
	my $first = $p->{read_first} // '';
	$first =~ s{\]\((?:\.\./)+(?:chapters/)?(?=ch)}{](../chapters/}g;
	$first =~ s{\]\((?:\.\./)+docs/}{](}g;
	my $lacks = lacks($p);
	return join "\n", "### [$p->{title}](../$lesson->{page})", '', ($p->{question} // 'No question yet.'), '',
		($p->{you_learn} ? "- You learn: " . lcfirst $p->{you_learn} : ()),
		($first ? "- Read first: " . lcfirst $first : ()),
		'- Targets: ' . devices($lesson) . "; run them with `aisp bench run --targets $lesson->{key}`.",
		'- Time: about ' . minutes($lesson, $p) . ' minutes.',
		($lacks ? "- Not there yet: $lacks." : ()), '', '';
}

sub parts_of
{
	my (@lessons) = @_;
	my ($n, $text) = (0, '');
	for (@lessons) {
		my @gap = $n + 1 .. $_->{number} - 1;
		$text .= (@gap > 1 ? "Chapters $gap[0] to $gap[-1] are" : "Chapter $gap[0] is") . " not written yet.\n\n" if @gap;
		$text .= entry($_);
		$n = $_->{number};
	}
	return $text;
}

my @lessons = lessons();
my @chapters = sort { $a->{number} <=> $b->{number} } grep { $_->{number} } @lessons;
my $text = <<'END' . parts_of(@chapters) . "## Labs\n\n" . join('', map { entry($_) } grep { !$_->{number} } @lessons);
<!-- Written by tools/gen_course.pl: edit the lessons, then run it. -->
# The course

Each chapter takes one idea through its steps, from a baseline that a beginner would write to what the machine can do;
each step is a program that `aisp` has checked and measured. A lab takes a larger question. Words are explained in the
[glossary](glossary.md); start with the [quick start](quick_start.md).

No exercise needs a GPU. The check of one that is a program says whether its outputs are right; then `aisp bench run`
with the same target says whether it saves time.

Times are estimates: 150 words a minute, 20 minutes an exercise, 15 seconds a target.

## Chapters

END
$text =~ s/\n+\z/\n/;

# The tables behind the comments of KEYS in the lessons' pages.
my $pages = join '', map { content($_->{page}) } @lessons;
sub figures
{
	my (@keys) = @_;
	return join '', map {
		my $key = $_;
		$pages =~ /^<!-- measured: \Q$key\E -->\n((?:Measured on [^\n]*\n\n(?:\|[^\n]*\n)+\n)+)/m or die "no lesson has figures of $key\n";
		"`$key`. $1"
	} @keys;
}

my $start = content('docs/quick_start.md');
$start =~ s{^(<!-- figures: ([^\n]*) -->\n).*?(?=^<!-- end -->)}{$1 . figures(split / /, $2)}gmse;
my $n_stale = replace('docs/course.md', $text, $is_check) + replace('docs/quick_start.md', $start, $is_check);
exit($n_stale && $is_check ? 1 : 0);
