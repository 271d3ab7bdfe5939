// Reads URLs with java.net.URI, or with java.net.URL if the argument says `url`. README.md says how it is spoken to.

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

public class Java {
    static String quote(String text) {
        if (text == null) {
            return "null";
        }
        StringBuilder out = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c < ' ' || c > '~' || c == '"' || c == '\\') {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        return out.append('"').toString();
    }

    static String answer(String scheme, String host, int port, String path) {
        return "{\"scheme\":" + quote(scheme) + ",\"host\":" + quote(host == null || host.isEmpty() ? null : host)
            + ",\"port\":" + (port == -1 ? "null" : port) + ",\"path\":" + quote(path == null ? "" : path) + "}";
    }

    static String read(String text, String base, boolean url) {
        try {
            if (url) {
                URL read = base == null ? new URL(text) : new URL(new URL(base), text);
                return answer(read.getProtocol(), read.getHost(), read.getPort(), read.getPath());
            }
            URI read = base == null ? new URI(text) : new URI(base).resolve(new URI(text));
            return answer(read.getScheme(), read.getHost(), read.getPort(), read.getRawPath());
        } catch (URISyntaxException | MalformedURLException error) {
            return "{\"refused\":" + quote(String.valueOf(error.getMessage())) + "}";
        }
    }

    static String text(String digits) {
        return new String(HexFormat.of().parseHex(digits), StandardCharsets.UTF_8);
    }

    public static void main(String[] arguments) throws Exception {
        boolean url = arguments[0].equals("url");
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        out.println("{\"version\":" + quote("Java " + System.getProperty("java.version")) + "}");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] parts = line.split(" ", -1);
            out.println(read(text(parts[0]), parts.length > 1 ? text(parts[1]) : null, url));
        }
        out.flush();
    }
}
