# A name server that hands every question on to another one, except those for addresses of IPv6, which it never answers.
# usage: silent-aaaa.pl OTHER ADDRESS...
use strict;
use warnings;
use IO::Select;
use IO::Socket::IP;

my $other = IO::Socket::IP->new(PeerHost => shift, PeerPort => 53, Proto => "udp") or die "$@";
my @sockets = map { IO::Socket::IP->new(LocalHost => $_, LocalPort => 53, Proto => "udp") or die "$_: $@" } @ARGV;
my $select = IO::Select->new($other, @sockets);
my %asked;
while (my @ready = $select->can_read) {
    for my $socket (@ready) {
        my $peer = $socket->recv(my $packet, 4096);
        # The number and the question, which ends behind the first empty label, with its type and class.
        next unless defined $peer && $packet =~ /\A(..).{10}(.*?\x00(..)..)/s;
        my ($key, $type) = ("$1$2", unpack "n", $3);
        if ($socket != $other) {
            next if $type == 28;
            $asked{$key} = [$socket, $peer];
            $other->send($packet);
        } elsif (my $asker = delete $asked{$key}) {
            $asker->[0]->send($packet, 0, $asker->[1]);
        }
    }
}
