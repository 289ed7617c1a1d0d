# SPDX-License-Identifier: MIT
#
# Gpu.pm - is there a GPU?  A test that wants one calls need_gpu() first; n_gpus() counts
# those that programs may use.
package Gpu;
use strict;
use warnings;
use Exporter 'import';
use lib 'tests/exploits';
use Bench;
use Test::More;

our @EXPORT = qw(need_gpu n_gpus);

sub need_gpu
{
	my $r = aisp('bare', '--targets', 'tests/gpu/pairs');
	my ($why) = $r->{out} =~ /^skipped .*?: (.*)/m;
	plan skip_all => $why // "aisp bare failed: $r->{err}" if $r->{status};
}

sub n_gpus
{
	return scalar(my @visible = split /,/, $ENV{CUDA_VISIBLE_DEVICES}) if defined $ENV{CUDA_VISIBLE_DEVICES};
	return scalar(grep { /^GPU \d/ } `nvidia-smi -L 2>/dev/null`);
}

1;
