import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;

/** What Spark's parse_url, which asks java.net.URI, has of each line: the line and its eight parts; \N is null, \E an invalid URL. */
class JavaUri {
    public static void main(String[] arguments) throws Exception {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var out = new java.io.PrintStream(System.out, true, StandardCharsets.UTF_8);
        for (String line; (line = in.readLine()) != null;) {
            out.println(line + "\t" + parts(line));
        }
    }

    private static String parts(String line) {
        try {
            var uri = new URI(line);
            var file = uri.getRawQuery() == null ? uri.getRawPath() : uri.getRawPath() + "?" + uri.getRawQuery();
            return text(uri.getScheme()) + text(uri.getRawAuthority()) + text(uri.getRawUserInfo()) + text(uri.getHost())
                    + text(uri.getRawPath()) + text(uri.getRawQuery()) + text(uri.getRawFragment()) + (file == null ? "\\N" : file);
        } catch (URISyntaxException error) {
            return "\\E";
        }
    }

    private static String text(String text) {
        return (text == null ? "\\N" : text) + "\t";
    }
}
