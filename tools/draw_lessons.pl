#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# draw_lessons.pl [--check] - the pictures of the lessons: idea.svg, what changes between
# baseline and optimized, from the parameters and constants of the sources; and
# measured.svg, the share of the limit in the tables of the page.  A lesson's idea is a
# function of tools/course/Ideas.pm.  --check only says what is out of date.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/course";
use Ideas;
use Lessons qw(content replace lessons);
use Picture;

my $is_check = @ARGV && $ARGV[0] eq '--check';

# Rows of the page's tables that have a share of a limit, under the line that says where
# they were measured.
sub shares
{
	my ($text) = @_;
	my @rows;
	while ($text =~ /^<!-- measured: (\S+) -->\n((?:Measured on [^\n]*:\n\n(?:\|[^\n]*\n)+\n?)+)/mg) {
		my ($key, $block) = ($1, $2);
		while ($block =~ /^Measured on ([^\n]*):\n\n((?:\|[^\n]*\n)+)/mg) {
			my ($where, $table) = ($1, $2);
			my $is_odd = $where =~ s/ \(not today's default\)$//;
			$where =~ s/, grade.*//;
			$where .= ', other sizes' if $is_odd;
			push @rows, { where => $where, key => $key, name => $1, share => $2, roof => $3 }
				while $table =~ /^\| `([^`]*)`.*\| ([\d.]+) %(?:, ([^|]*?))? \|/mg;
		}
	}
	return @rows;
}

sub bars
{
	my ($title, @rows) = @_;
	my $p = Picture->new("$title: share of the limit of the hardware");
	my ($y, $key) = (16, '');
	$p->text(4, $y, 'Share of the limit of the hardware, as in the tables', '', 'strong');
	for my $r (@rows) {
		if ("$r->{key} $r->{where}" ne $key) {
			$key = "$r->{key} $r->{where}";
			$y += 22;
			$p->text(4, $y, $r->{key} . ', ' . $r->{where}, '', 'soft');
			$y += 6;
		}
		$p->text(158, $y + 12, length $r->{name} > 25 ? substr($r->{name}, 0, 24) . '…' : $r->{name}, 'end');
		$p->rect(162, $y + 1, 180, 14, 'idle');
		$p->rect(162, $y + 1, 1.8 * ($r->{share} > 100 ? 100 : $r->{share}), 14, 'a-fill');
		$p->text(346, $y + 12, "$r->{share} %");
		$y += 18;
	}
	return $p->svg;
}

my $n_stale = 0;
for my $lesson (lessons()) {
	my $text = content($lesson->{page});
	my ($title) = $text =~ /\A# (.*)/;
	my $idea = Ideas::of($lesson);
	$n_stale += replace("$lesson->{dir}/idea.svg", $idea->svg, $is_check) if $idea;
	# Where no roof is near, there is nothing to see.
	my @rows = shares($text);
	@rows = () if !grep { $_->{share} > 5 } @rows;
	$n_stale += replace("$lesson->{dir}/measured.svg", bars($title, @rows), $is_check) if @rows;
}
exit($is_check && $n_stale ? 1 : 0);
