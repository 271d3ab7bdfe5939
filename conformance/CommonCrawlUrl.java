import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.IDN;
import java.net.InetAddress;
import java.net.URL;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** What java.net.URL, by which Common Crawl makes its index, makes of each line: host, protocol, port, path, query; null is \N. */
class CommonCrawlUrl {
    public static void main(String[] arguments) throws Exception {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var out = new PrintStream(new java.io.BufferedOutputStream(System.out, 1 << 20), false, StandardCharsets.UTF_8);
        for (String line; (line = in.readLine()) != null;) {
            out.println(row(line));
        }
        out.flush();
    }

    @SuppressWarnings("deprecation")
    private static String row(String line) {
        try {
            var url = new URL(line);
            var port = url.getPort() == -1 ? null : String.valueOf(url.getPort());
            return String.join("\t", text(host(url.getHost())), text(url.getProtocol()), text(port), text(url.getPath()), text(url.getQuery()));
        } catch (Exception error) {
            return "error\t" + error.getMessage();
        }
    }

    /** "Hostname, including IP addresses": small letters, no dot of the root, ASCII, addresses as four numbers. */
    private static String host(String written) throws Exception {
        var host = written.toLowerCase(Locale.ROOT);
        if (host.startsWith("[")) {
            return host;
        }
        if (host.matches("([0-9]+\\.){0,2}[0-9]+")) {
            try {
                return InetAddress.getByName(host).getHostAddress();
            } catch (java.net.UnknownHostException error) {
                return host;
            }
        }
        if (host.contains("%")) {
            host = URLDecoder.decode(host, StandardCharsets.UTF_8);
        }
        if (!host.chars().allMatch(unit -> unit < 128)) {
            host = IDN.toASCII(host, IDN.ALLOW_UNASSIGNED);
        }
        return host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    }

    private static String text(String text) {
        return text == null ? "\\N" : text;
    }
}
