//! Tests the output and the exit status of `napkin screen`.

use crate::common::{napkin, napkin_with};

const PAGE: &str = "<p>\n<img src='data:image/svg+xml,&lt;svg/>'><a href='data:text/html,<img src=data:image/png,x>'>";

#[test]
fn a_policy_decides_the_exit_status() {
    for (options, status) in [
        ("", 0),
        ("--deny active", 1),
        ("--deny application/pdf", 0),
        ("--deny image/png", 1),
        ("--deny */*+xml", 1),
        ("--allow image/*", 1),
        ("--allow image/*,text/html", 0),
        ("--allow image/*,text/html --allow-in image=image/png,image/gif", 1),
        ("--deny-in image=image/svg+xml", 1),
        ("--deny-in navigation=*/*", 1),
        ("--deny-in frame=*/*", 0),
        ("--max-depth 1", 1),
        ("--max-count 2", 1),
        ("--max-size 10", 1),
        ("--max-total 30", 1),
        ("--deny html", 2),
        ("--deny-in picture=image/png", 2),
        ("--allow-in image", 2),
        ("--type docx", 2),
        ("--format {x}", 2),
    ] {
        assert_eq!(napkin(&format!("screen -q --type html {options}"), PAGE).status, status, "{options}");
    }
    assert_eq!(napkin("screen no-such-file.html", "").status, 2);
}

#[test]
fn a_mismatch_counts_with_sniff() {
    let page = "<img src='data:image/gif,<script>1</script>'>";
    assert_eq!(napkin("screen", page).status, 0);
    assert_eq!(napkin("screen --sniff", page).status, 1);
    let gif = "<img src='data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs='>";
    assert_eq!(napkin("screen --sniff", gif).status, 0);
}

#[test]
fn json_has_the_chain() {
    let ran = napkin_with(&["screen", "--json", "--type", "css"], "@import 'data:text/css,a{b:url(data:,x)}'");
    let last = ran.out.lines().last().unwrap_or_default();
    let expected = "{\"source\":\"stdin\",\"start\":9,\"end\":40,\"line\":1,\"column\":10,\
                    \"chain\":[{\"start\":9,\"end\":40},{\"start\":8,\"end\":15}],\"depth\":2,\"context\":\"css url()\",\
                    \"use\":\"image\",\"url\":\"data:,x\",\"ok\":true,\"media_type\":\"text/plain;charset=US-ASCII\",\
                    \"essence\":\"text/plain\",\"in_chromium\":null,\"sniffed\":null,\"size\":1,\"denied\":false,\"findings\":[],\
                    \"refused\":null}";
    assert_eq!((ran.status, last), (0, expected));
}

#[test]
fn data_that_browsers_refuse_is_reported() {
    let page = "<a href='data:text/html;base64,-_'>";
    let ran = napkin("screen --deny active", page);
    assert_eq!((ran.status, ran.out.as_str()), (0, "stdin:1:10\t1\t-\t-\thtml a[href]\trefused\n"));
    assert!(napkin("screen --json", page).out.contains("\"refused\":{\"rule\":\"base64-url-alphabet\""));
}

#[test]
fn screen_reads_mail_through_its_encodings() {
    let mail = "MIME-Version: 1.0\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n\
                <a href=3D'da=\r\nta:text/html,x'>\r\n";
    let ran = napkin("screen --format {chain}|{line}|{essence}|{context}", mail);
    assert_eq!((ran.status, ran.out.as_str()), (0, "102-121|5|text/html|html a[href]\n"));
    assert_eq!(&mail[102..121], "da=\r\nta:text/html,x");
}
