# SPDX-License-Identifier: MIT
#
# Gpu.pm - is there a GPU?  A test that wants one calls need_gpu() first.
package Gpu;
use strict;
use warnings;
use Exporter 'import';
use lib 'tests/exploits';
use Bench;
use Test::More;

our @EXPORT = qw(need_gpu);

sub need_gpu
{
	my $r = aisp('bare', '--targets', 'tests/gpu/pairs');
	my ($why) = $r->{out} =~ /^skipped .*?: (.*)/m;
	plan skip_all => $why // "aisp bare failed: $r->{err}" if $r->{status};
}

1;
