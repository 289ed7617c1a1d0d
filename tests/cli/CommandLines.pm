# SPDX-License-Identifier: MIT
#
# CommandLines.pm - runs the command lines of a document as a reader would, in a copy of
# this tree, of which only what runs write is separate.
package CommandLines;
use strict;
use warnings;
use Cwd qw(abs_path);
use Exporter 'import';
use lib 'tests/exploits';
use Bench;

our @EXPORT = qw(command_lines tree run_in_tree cheaper);

# The lines of the blocks ```sh, without comments.
sub command_lines
{
	my ($document) = @_;
	my @lines = map { split /\n/ } read_file($document) =~ /^```sh\n(.*?)^```/msg;
	s/\s+# .*//, s/^\s+|\s+$//g for @lines;
	return grep { length } @lines;
}

sub tree
{
	my $tree = artifacts();
	symlink(abs_path($_), "$tree/$_") or die "$_: $!" for grep { !/^(?:artifacts|expectations)$/ } glob('*');
	system('cp', '-r', 'expectations', $tree) == 0 or die 'expectations cannot be copied';
	my $header = "{'descr': '<f4', 'fortran_order': False, 'shape': (1000, 1000), }";
	$header .= ' ' x (117 - length $header) . "\n";
	write_file("$tree/mine.npy", "\x93NUMPY\x01\x00" . pack('v', length $header) . $header
		. pack('f<*', map { $_ % 100 / 100 } 1 .. 1000000));

	# Nothing is installed by a test.
	mkdir "$tree/bin";
	for (qw(apt-get sudo)) {
		write_file("$tree/bin/$_", "#!/bin/sh\necho a test installs nothing: \$* >&2\nexit 1\n");
		chmod 0755, "$tree/bin/$_";
	}
	return $tree;
}

# Returns the exit status and the output.
sub run_in_tree
{
	my ($tree, $line) = @_;
	local $ENV{PATH} = "$tree/bin:$ENV{PATH}";
	local $ENV{XDG_CACHE_HOME} = abs_path('.') . '/' . ($ENV{B} // 'build') . '/test-cache';
	local $ENV{XDG_DATA_HOME} = "$tree/data";
	local $ENV{LINE} = $line;
	my $out = qx(cd '$tree' && sh -c "\$LINE" 2>&1 </dev/null);
	return ($? >> 8, $out);
}

# A line made cheaper by rules [pattern, with what, why]; those that were used are noted.
sub cheaper
{
	my ($line, $rules, $is_used) = @_;
	for my $i (0 .. $#$rules) {
		my ($pattern, $with) = @{$rules->[$i]};
		$is_used->{$i} = 1 if $line =~ s/$pattern/my $one = $1 \/\/ ''; $with =~ s{\$1}{$one}r/e;
	}
	return $line;
}

1;
