# Reads URLs with the module URI. README.md says how it is spoken to.
use strict;
use warnings;
use JSON::PP ();
use URI;

my $json = JSON::PP->new->canonical->ascii;

sub read_one {
    my ($text, $base) = @_;
    my $uri = eval { defined $base ? URI->new_abs($text, $base) : URI->new($text) };
    # An empty one is false.
    return { refused => "URI->new: $@" } unless defined $uri;
    my ($host, $port, $path) = map { my $name = $_; $uri->can($name) ? scalar eval { $uri->$name } : undef } qw(host _port path);
    return {
        scheme => $uri->scheme,
        host => defined $host && length $host ? $host : undef,
        port => defined $port && $port =~ /\A[0-9]+\z/ ? 0 + $port : undef,
        path => defined $path ? "$path" : "",
    };
}

print $json->encode({ version => "URI $URI::VERSION" }), "\n";
while (my $line = <STDIN>) {
    chomp $line;
    my @parts = map { my $text = pack "H*", $_; utf8::decode($text); $text } split / /, $line, -1;
    print $json->encode(read_one(@parts)), "\n";
}
