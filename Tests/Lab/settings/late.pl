# A name server that hands every question on to another one, and its answer back after some seconds.
# usage: late.pl SECONDS OTHER ADDRESS...
use strict;
use warnings;
use IO::Select;
use IO::Socket::IP;
use Time::HiRes "time";

my $wait = shift;
my $other = IO::Socket::IP->new(PeerHost => shift, PeerPort => 53, Proto => "udp") or die "$@";
my @sockets = map { IO::Socket::IP->new(LocalHost => $_, LocalPort => 53, Proto => "udp") or die "$_: $@" } @ARGV;
my $select = IO::Select->new($other, @sockets);
my (%asked, @answers);
while (1) {
    my $rest = @answers ? $answers[0][0] - time : undef;
    for my $socket ($select->can_read(defined $rest && $rest < 0 ? 0 : $rest)) {
        my $peer = $socket->recv(my $packet, 4096);
        # The number and the question, which ends behind the first empty label, with its type and class.
        next unless defined $peer && $packet =~ /\A(..).{10}(.*?\x00....)/s;
        if ($socket != $other) {
            $asked{"$1$2"} = [$socket, $peer];
            $other->send($packet);
        } elsif (my $asker = delete $asked{"$1$2"}) {
            push @answers, [time + $wait, $packet, @$asker];
        }
    }
    while (@answers && $answers[0][0] <= time) {
        my ($due, $packet, $socket, $peer) = @{shift @answers};
        $socket->send($packet, 0, $peer);
    }
}
