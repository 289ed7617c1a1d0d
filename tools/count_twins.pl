#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# count_twins.pl [-v] [FOLDER...] - lines that stand more than once: functions whose
# bodies are identical but for spaces and comments, one line of `return` aside.  Each
# after the first counts as surplus, with its head and braces; templates of aisp tune,
# which their winners repeat, do not count.  Without folders: src,
# chapters with labs, tests.  -v names them.
use strict;
use warnings;
use FindBin;

my $is_verbose = @ARGV && $ARGV[0] eq '-v' && shift;
chdir "$FindBin::Bin/.." or die "$FindBin::Bin/..: $!\n";

# Maps the text of each body to the places where it stands.
sub bodies_of
{
	my %found;
	for my $file (@_) {
		open my $f, '<', $file or die "$file: $!\n";
		local $/;
		my $text = <$f>;
		my $code = $text =~ s{/\*.*?\*/}{$& =~ s/[^\n]//gr}gser =~ s{//[^\n]*}{}gr;
		while ($code =~ /^(\w[^\n;{}]*?(\w+)\([^;{}]*\))\n\{\n(.*?)^\}/gms) {
			my ($name, $body) = ($2, $3);
			my $line = 1 + (substr($code, 0, $-[0]) =~ tr/\n//);
			my @lines = grep { /\S/ } map { s/\s+/ /gr } split /\n/, $body;
			next if @lines < 2;
			push @{$found{join "\n", @lines}}, { at => "$file:$line: $name()", n => @lines + 3 };
		}
	}
	return \%found;
}

sub count
{
	my ($name, @folders) = @_;
	my @files = map { split /\n/ } qx(git ls-files -- @{[map { ("'$_/*.[ch]'", "'$_/*.cu'", "'$_/*.cuh'") } @folders]});
	my $found = bodies_of(grep { -f && !m{/template_} } @files);
	my $surplus = 0;
	for my $all (sort { $b->[0]{n} * @$b <=> $a->[0]{n} * @$a || $a->[0]{at} cmp $b->[0]{at} } values %$found) {
		next if @$all < 2;
		$surplus += $all->[0]{n} * (@$all - 1);
		print "$all->[0]{n} lines:\n", map { "    $_->{at}\n" } @$all if $is_verbose;
	}
	printf "%-16s %4d surplus lines\n", $name, $surplus;
}

if (@ARGV) {
	count($_, $_) for @ARGV;
} else {
	count('src', 'src', 'include');
	count('chapters, labs', 'chapters', 'labs');
	count('tests', 'tests');
}
