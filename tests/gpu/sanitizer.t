#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# compute-sanitizer finds nothing in any CUDA variant of the tree, and finds what is
# planted.
use strict;
use warnings;
use Test::More;
use lib 'tests/exploits', 'tests/gpu';
use Bench;
use Gpu;

need_gpu();
chomp(my $sanitizer = qx(command -v compute-sanitizer || ls /usr/local/cuda/bin/compute-sanitizer 2>/dev/null));
plan skip_all => 'compute-sanitizer is not installed' if !$sanitizer;
my $aisp = $ENV{AISP} // './aisp';

# Exit status and output of all variants that TARGETS select, under TOOL.
sub sanitize
{
	my ($tool, $targets, @options) = @_;
	my $out = qx($sanitizer --tool $tool @options --error-exitcode 99 $aisp bare --baselines --targets '$targets' 2>&1);
	return ($? >> 8, $out);
}

my @tools = split ' ', $ENV{SANITIZERS} // 'memcheck racecheck initcheck';
for my $tool (@tools) {
	my ($status, $out) = sanitize($tool, '*@cuda');
	is($status, 0, "$tool finds nothing") or diag(substr($out, 0, 6000));
	unlike($out, qr/^WRONG/m, "$tool: all outputs are right");
}
my ($status, $out) = sanitize('memcheck', 'tests/gpu/survival:scale_past_end');
is($status, 99, 'memcheck finds a write behind the end') or diag(substr($out, 0, 2000));
done_testing();
