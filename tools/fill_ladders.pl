#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# fill_ladders.pl [--check] - put recorded ladders into the lessons' README files: behind
# each line `<!-- ladder: ch09:gemm_simd -->` stands a table of the rungs below that
# variant, as ` * AFTER: NAME` in their sources says (docs/reports.md), from what is
# recorded of all of them in one run in ./expectations.  --check only says which page is
# out of date.  Records have no pairs of launches of two variants: the interval of a rung
# over the one below is that of all quotients of the two speedups, so wider than a run's.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/course";
use Lessons qw(content replace lessons variants expectations duration ratio verdict where_measured sizes);

my $comment = qr/<!-- ladder: (\S+) -->\n/;
my $block = qr/(?:Measured on [^\n]*:\n\n(?:\|[^\n]*\n)+\n?|No recorded run has [^\n]*\n\n?)?/;
my @columns = ('variant', 'time a call', 'over the rung below', 'verdict', 'over the first', 'of the limit, below to here', 'what it does');
my $is_check = @ARGV && $ARGV[0] eq '--check' ? shift @ARGV : '';

sub give_up
{
	print STDERR "@_\n";
	exit 1;
}

# The text behind AFTER in the opening comment, and the summary.
sub said
{
	my ($file) = @_;
	my $text = content($file);
	my ($opening) = $text =~ m{\A(.*?)\*/}s;
	my ($after) = ($opening // '') =~ /^ \* AFTER: (\S+)$/m;
	my ($summary) = $text =~ /\.summary\s*=((?:\s*"(?:[^"\\]|\\.)*")+)/;
	return ($after, join '', ($summary // '') =~ /"((?:[^"\\]|\\.)*)"/g);
}

# The variants from the one above the baseline up to this one.
sub rungs
{
	my ($key, $page) = @_;
	my ($lesson) = grep { $key =~ /^\Q$_->{key}\E:/ } lessons();
	my %of = $lesson ? map { $_->{key} => $_ } variants($lesson) : ();
	my (@rungs, %seen);
	while (1) {
		my $v = $of{$key};
		give_up("$page: a `ladder:` comment about $key, which is no variant or comes after itself") if !$v || $seen{$key}++;
		my ($after, $summary) = said($v->{file});
		unshift @rungs, { %$v, summary => $summary };
		last if !defined $after;
		$key = $key =~ s/:[^\@]*/:$after/r;
	}
	give_up("$page: $key is no rung over another variant: its source has no line AFTER") if @rungs < 2;
	return ($lesson, @rungs);
}

# The newest run that has an entry of each variant, or none.
sub recorded
{
	my ($lesson, @rungs) = @_;
	my %is_rung = map { $_->{key} => 1 } @rungs;
	my %runs;
	for my $e (grep { $is_rung{$_->{key}} } expectations($lesson)) {
		$runs{join "\n", @$e{qw(date machine commit params)}}{$e->{key}} = $e;
	}
	my ($newest) = reverse sort grep { keys %{ $runs{$_} } == @rungs } keys %runs;
	return defined $newest ? map { $runs{$newest}{$_->{key}} } @rungs : ();
}

sub share
{
	my ($e) = @_;
	return $e && $e->{of_the_limit} ? sprintf '%.1f', 100 * $e->{of_the_limit}[0] : undef;
}

sub row
{
	my ($rung, $e, $below) = @_;
	my ($is, $low, $high, $lower) = @{ $e->{speedup} };
	my ($here, $before) = (share($e), share($below));
	my %c = (variant => "`$rung->{name}`", 'time a call' => duration($e->{time}[0]), 'what it does' => $rung->{summary});
	my @over = $below ? ($is / $below->{speedup}[0], $low / $below->{speedup}[2], $high / $below->{speedup}[1]) : ($is, $low, $high);
	$c{'over the rung below'} = ratio(@over);
	$c{verdict} = verdict(@over[1, 2], $low / $lower);
	$c{'over the first'} = ratio($is, $low, $high) if $below;
	$c{'of the limit, below to here'} = (defined $before ? "$before to " : '') . "$here %" if defined $here;
	return \%c;
}

sub table
{
	my ($key, $page) = @_;
	my ($lesson, @rungs) = rungs($key, $page);
	my $device = $rungs[0]{ext} eq 'cu' ? '@cuda' : '@cpu';
	my $names = $rungs[0]{baseline} =~ s{.*/baseline_(\w+)\.cu?$}{$1}r;
	my @e = recorded($lesson, @rungs);
	return 'No recorded run has ' . join(', ', map { "`$_->{name}`" } @rungs) .
		" together: `./aisp bench run --targets '$lesson->{key}:$names*$device' --format ladder` measures here.\n\n" if !@e;
	my @rows = ({ variant => "`$names`", 'what it does' => (said($rungs[0]{baseline}))[1] },
		map { row($rungs[$_], $e[$_], $_ ? $e[$_ - 1] : undef) } 0 .. $#rungs);
	return 'Measured on ' . where_measured($e[0]) .
		sizes($lesson, $rungs[0]{home}, join ' ', sort split ' ', $e[0]{params}) . ":\n\n" .
		join('', map { '| ' . join(' | ', @$_) . " |\n" } \@columns, [map { '---' } @columns],
			map { my $c = $_; [map { $c->{$_} // '' } @columns] } @rows) . "\n";
}

my $n_stale = 0;
for my $lesson (lessons()) {
	my $text = content($lesson->{page});
	$text =~ s{^($comment)$block\n*}{$1 . table($2, $lesson->{page})}gme;
	$text =~ s/\n+\z/\n/;
	$n_stale += replace($lesson->{page}, $text, $is_check);
}
exit($is_check && $n_stale ? 1 : 0);
