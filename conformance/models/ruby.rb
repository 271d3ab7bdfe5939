# Reads URLs with URI.parse. README.md says how it is spoken to.
require "json"
require "uri"

def read(text, base = nil)
  uri = base ? URI.join(base, text) : URI.parse(text)
  host = uri.hostname
  { scheme: uri.scheme, host: host.nil? || host.empty? ? nil : host, port: uri.port, path: uri.path || "" }
rescue URI::Error, NoMethodError => error
  # With a base of FTP, joining asks a text for what only a URI has.
  { refused: error.message }
end

puts JSON.generate({ version: "Ruby #{RUBY_VERSION}" })
STDIN.each_line do |line|
  puts JSON.generate(read(*line.chomp.split(" ", -1).map { |part| [part].pack("H*").force_encoding("UTF-8") }))
end
