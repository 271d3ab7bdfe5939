//! The registry of schemes.
//!
//! Made by `cargo xtask gen` from `data/schemes.toml` and `data/iana-schemes.tsv`.

use super::{
    Authority, Component, Definition, Gateway, List, Locates, Mapping, Operation, Registered, Resolution,
    Statement, Status, Text, Transport,
};

const fn t(text: &'static str) -> Text {
    Text::Borrowed(text)
}

const fn none<T: Clone>() -> List<T> {
    List::Borrowed(&[])
}

const fn row(
    name: &'static str,
    status: Status,
    description: &'static str,
    reference: &'static str,
    port: Option<u16>,
) -> Registered {
    Registered { name, status, description, reference, port }
}

static ABOUT_REFERENCE: [Text; 2] = [
    t("RFC 6694"),
    t("HTML Standard section 7.4"),
];
static ABOUT_STATEMENTS: [(Statement, Text); 15] = [
    (Statement::Description, t("about")),
    (Statement::Applications, t("Browsers.")),
    (Statement::Contact, t("Joseph Holsten")),
    (Statement::ChangeController, t("IETF")),
    (Statement::Resource, t("Something of the program itself: an empty page, its settings, what it is.")),
    (Statement::Charset, t("US-ASCII.")),
    (Statement::CharsetReason, t("Tokens are words of the program that knows them.")),
    (Statement::Utility, t("What a program has to say of itself is on no server.")),
    (Statement::RunningCode, t("Every browser answers it from within.")),
    (Statement::Retriever, t("napkin, for `about:blank` and `about:napkin`; every browser for its own.")),
    (Statement::Security, t("Pages from elsewhere must not reach those that change settings. `about:blank` has the origin of who opened it.")),
    (Statement::Identity, t("None: nobody is asked.")),
    (Statement::Context, t("Within one program.")),
    (Statement::Privacy, t("Pages such as `about:memory` show what the user does, so that no other page may read them.")),
    (Statement::Interoperability, t("Only `about:blank` and `about:srcdoc` mean the same everywhere.")),
];
static ABOUT_RELATIVE_FORMS: [Text; 1] = [
    t("none"),
];
static ABOUT_COMPONENTS: [Component; 2] = [
    Component { name: t("token"), part: t("path"), piece: t(""), why: t(""), allow: t("pchar"), reserved: t(""), never: t(""), escapes: true, text: false, unused: false },
    Component { name: t("query"), part: t("query"), piece: t(""), why: t(""), allow: t("pchar / ?"), reserved: t(""), never: t(""), escapes: true, text: false, unused: false },
];
static ABOUT_VALUES: [(Text, Text); 1] = [
    (t("blank"), t("about:blank")),
];
static ABOUT_OPERATIONS: [Operation; 1] = [
    Operation { name: t("GET"), http: t("GET"), does: t("Gives the page that the program has under the token; an empty one for `blank`."), actions: none(), writes: false, stream: false, unasked: false },
];
static ABOUT_CONFIGURATION: [Text; 1] = [
    t("program: the tokens that it knows"),
];
static ABOUT_KINDS: [Text; 1] = [
    t("page of the program"),
];
static ABOUT_EXAMPLES: [Text; 2] = [
    t("about:blank"),
    t("about:legacy-compat"),
];
static ABOUT_ACCEPTED: [(Text, Text); 1] = [
    (t("scheme-fragment-from-media-type"), t("The fragment is evaluated in the page.")),
];
static AFS_REFERENCE: [Text; 1] = [
    t("RFC 1738 section 5"),
];
static AFS_STATEMENTS: [(Statement, Text); 17] = [
    (Statement::Description, t("Andrew File System global file names")),
    (Statement::Applications, t("Machines that are clients of AFS.")),
    (Statement::Contact, t("Dave Thaler")),
    (Statement::ChangeController, t("IETF")),
    (Statement::Resource, t("A file or a directory of a cell of AFS.")),
    (Statement::Hierarchy, t("Cell, then directories, from left to right with `/` between them.")),
    (Statement::Charset, t("The octets of the names as the cell has them.")),
    (Statement::CharsetReason, t("AFS has names as octets; which characters they are is up to each cell.")),
    (Statement::Utility, t("A file has one name all over the world, whichever machine looks at it.")),
    (Statement::Html, t("Directories become pages of links; files are taken for the type that their name and first bytes say.")),
    (Statement::RunningCode, t("Web servers on machines that are clients of AFS serve its files.")),
    (Statement::Retriever, t("any program that opens files, where the machine is a client")),
    (Statement::Security, t("Access is by the tickets of who asks: a program that follows a reference reads what its user may read, and must not let a page learn that. Cells are trusted as far as their lists of access go.")),
    (Statement::Identity, t("The Kerberos login that AFS asks for.")),
    (Statement::Context, t("On machines that are clients of AFS.")),
    (Statement::Privacy, t("Names of files often hold the name of the user; the cell sees who asks.")),
    (Statement::Interoperability, t("RFC 1738 reserves the name and defines no form; in practice names are written as `file:///afs/...`.")),
];
static AFS_RELATIVE_FORMS: [Text; 3] = [
    t("absolute-path"),
    t("relative-path"),
    t("same-document"),
];
static AFS_COMPONENTS: [Component; 1] = [
    Component { name: t("path"), part: t("path"), piece: t(""), why: t(""), allow: t("pchar"), reserved: t("/"), never: t("%00"), escapes: true, text: false, unused: false },
];
static AFS_VALUES: [(Text, Text); 1] = [
    (t("/afs/pub.example/menu"), t("afs:/afs/pub.example/menu")),
];
static AFS_OPERATIONS: [Operation; 1] = [
    Operation { name: t("GET"), http: t("GET"), does: t("Reads the file through the AFS client of the machine."), actions: none(), writes: false, stream: false, unasked: false },
];
static AFS_CONFIGURATION: [Text; 1] = [
    t("client: the AFS client, and a ticket where the cell asks for one"),
];
static AFS_KINDS: [Text; 2] = [
    t("file"),
    t("directory"),
];
static AFS_EXAMPLES: [Text; 1] = [
    t("afs:/afs/pub.example/menu/today.txt"),
];
static AFS_ACCEPTED: [(Text, Text); 1] = [
    (t("scheme-fragment-from-media-type"), t("Nothing gives fragments a meaning but the media type of the file.")),
];
static BLOB_REFERENCE: [Text; 1] = [
    t("File API section 8"),
];
static BLOB_STATEMENTS: [(Statement, Text); 15] = [
    (Statement::Description, t("blob")),
    (Statement::Applications, t("Scripts of pages.")),
    (Statement::Contact, t("W3C Web Applications Working Group")),
    (Statement::ChangeController, t("W3C")),
    (Statement::Resource, t("An object that a script holds in memory.")),
    (Statement::Charset, t("US-ASCII.")),
    (Statement::CharsetReason, t("Both pieces are made by the browser of ASCII.")),
    (Statement::Utility, t("Objects that are in memory have no other address.")),
    (Statement::RunningCode, t("Every browser answers it from within.")),
    (Statement::Retriever, t("every browser")),
    (Statement::Security, t("It is of the origin that made it, and so are pages that are opened from it: what a script puts there runs as if it came from its server.")),
    (Statement::Identity, t("None: nobody is asked.")),
    (Statement::Context, t("Within the browser that made it, as long as the page lives.")),
    (Statement::Privacy, t("Nothing leaves the browser; identifiers cannot be guessed.")),
    (Statement::Interoperability, t("Browsers differ on which parts of the page's storage a URL can be used in.")),
];
static BLOB_RELATIVE_FORMS: [Text; 1] = [
    t("none"),
];
static BLOB_COMPONENTS: [Component; 2] = [
    Component { name: t("origin"), part: t("path"), piece: t("up to the last slash"), why: t("It is a whole URL's scheme, host and port; who may read is decided by it."), allow: t("unreserved : / [ ] @"), reserved: t(""), never: t(""), escapes: true, text: false, unused: false },
    Component { name: t("identifier"), part: t("path"), piece: t("behind the last slash"), why: t("It is made up by the browser, and unique."), allow: t("HEXDIG -"), reserved: t(""), never: t(""), escapes: false, text: false, unused: false },
];
static BLOB_VALUES: [(Text, Text); 1] = [
    (t("object 9115d58c of https://pub.example"), t("blob:https://pub.example/9115d58c-bcda-ff47-86e5-083e9a215304")),
];
static BLOB_OPERATIONS: [Operation; 1] = [
    Operation { name: t("GET"), http: t("GET"), does: t("Gives the object that the script has made, with its media type."), actions: none(), writes: false, stream: false, unasked: false },
];
static BLOB_CONFIGURATION: [Text; 1] = [
    t("browser: the store of objects of the page that made the URL"),
];
static BLOB_KINDS: [Text; 1] = [
    t("object in memory"),
];
static BLOB_EXAMPLES: [Text; 1] = [
    t("blob:https://pub.example/9115d58c-bcda-ff47-86e5-083e9a215304"),
];
static BLOB_ACCEPTED: [(Text, Text); 2] = [
    (t("scheme-fragment-from-media-type"), t("The fragment is evaluated in the object, by its media type.")),
    (t("mapping-escapes-stated"), t("`[` and `]` stand in origins whose host is an IPv6 address, though the generic syntax has no such path.")),
];
static CID_REFERENCE: [Text; 1] = [
    t("RFC 2392"),
];
static CID_STATEMENTS: [(Statement, Text); 15] = [
    (Statement::Description, t("content identifier")),
    (Statement::Applications, t("Mail and MHTML.")),
    (Statement::Contact, t("IETF")),
    (Statement::ChangeController, t("IETF")),
    (Statement::Resource, t("A part of a message.")),
    (Statement::Charset, t("US-ASCII.")),
    (Statement::CharsetReason, t("The identifiers of RFC 2045 are ASCII.")),
    (Statement::Utility, t("Parts of one message refer to each other without any server.")),
    (Statement::RunningCode, t("Webmail serves the parts of a message so.")),
    (Statement::Retriever, t("Thunderbird, and other readers of HTML mail.")),
    (Statement::Security, t("An identifier is only looked up in its own message, since another's may bear the same. What is found is of any media type, whatever the reference expects.")),
    (Statement::Identity, t("None: nobody is asked.")),
    (Statement::Context, t("Within one message or MHTML file.")),
    (Statement::Privacy, t("None beyond the message's.")),
    (Statement::Interoperability, t("Some programs write the angle brackets, or do not escape `%`; some make identifiers without `@`.")),
];
static CID_RELATIVE_FORMS: [Text; 1] = [
    t("none"),
];
static CID_COMPONENTS: [Component; 1] = [
    Component { name: t("content-id"), part: t("path"), piece: t(""), why: t(""), allow: t("unreserved ! $ & ' ( ) * + , ; = : @"), reserved: t("/"), never: t("%00 %0A %0D"), escapes: true, text: false, unused: false },
];
static CID_VALUES: [(Text, Text); 2] = [
    (t("foo4%foo1@bar.net"), t("cid:foo4%25foo1@bar.net")),
    (t("a/b@pub.example"), t("cid:a%2Fb@pub.example")),
];
static CID_OPERATIONS: [Operation; 1] = [
    Operation { name: t("GET"), http: t("GET"), does: t("Finds the part of the message whose Content-ID this is."), actions: none(), writes: false, stream: false, unasked: false },
];
static CID_CONFIGURATION: [Text; 1] = [
    t("message: the message, or the MHTML file, that the reference stands in"),
];
static CID_KINDS: [Text; 1] = [
    t("part of a message"),
];
static CID_EXAMPLES: [Text; 2] = [
    t("cid:foo4%25foo1@bar.net"),
    t("cid:logo.1@pub.example"),
];
static CID_ACCEPTED: [(Text, Text); 1] = [
    (t("scheme-fragment-from-media-type"), t("The fragment is evaluated in the part, by its media type.")),
];
static DATA_REFERENCE: [Text; 2] = [
    t("RFC 2397"),
    t("Fetch Standard section 6"),
];
static DATA_STATEMENTS: [(Statement, Text); 16] = [
    (Statement::Description, t("Small data in the place of its address")),
    (Statement::Applications, t("Pages, style sheets and mail.")),
    (Statement::Contact, t("Larry Masinter")),
    (Statement::ChangeController, t("IETF")),
    (Statement::Resource, t("The data that it holds.")),
    (Statement::Charset, t("That of the `charset` in the media type; US-ASCII where there is none.")),
    (Statement::CharsetReason, t("The data is octets, of any media type; RFC 2397 lets it name its own charset.")),
    (Statement::Utility, t("Small images and styles that would not be worth a request, and whole pages in one file.")),
    (Statement::Html, t("The media type that stands in it is the answer's; what has none is text.")),
    (Statement::RunningCode, t("Any program that decodes it can serve it; `napkin data decode` does.")),
    (Statement::Retriever, t("napkin, and every browser.")),
    (Statement::Security, t("It brings data past whatever looks at what is retrieved: a page in a link runs scripts. Browsers open none at the top; media types that a policy denies are denied here too. Its length is only limited by who reads it.")),
    (Statement::Identity, t("None: nobody is asked.")),
    (Statement::Context, t("Anywhere that loads subresources.")),
    (Statement::Privacy, t("The object is in the URL, and so in every log of it.")),
    (Statement::Interoperability, t("RFC 2397 and browsers differ on white space, escapes in the media type, and base64.")),
];
static DATA_RELATIVE_FORMS: [Text; 1] = [
    t("none"),
];
static DATA_COMPONENTS: [Component; 3] = [
    Component { name: t("media type"), part: t("path"), piece: t("up to the comma, without `;base64`"), why: t("The data brings its type along, since no protocol says it."), allow: t("unreserved sub-delims / : @"), reserved: t(", ;"), never: t(""), escapes: true, text: false, unused: true },
    Component { name: t("data"), part: t("path"), piece: t("behind the first comma, up to the fragment"), why: t("It is the object itself."), allow: t("unreserved sub-delims / : @"), reserved: t(""), never: t(""), escapes: true, text: false, unused: true },
    Component { name: t("more data"), part: t("query"), piece: t(""), why: t(""), allow: t("pchar / ?"), reserved: t(""), never: t(""), escapes: true, text: false, unused: true },
];
static DATA_VALUES: [(Text, Text); 1] = [
    (t("A brief note"), t("data:,A%20brief%20note")),
];
static DATA_OPERATIONS: [Operation; 1] = [
    Operation { name: t("GET"), http: t("GET"), does: t("Decodes the data."), actions: none(), writes: false, stream: false, unasked: false },
];
static DATA_KINDS: [Text; 1] = [
    t("data of any media type"),
];
static DATA_EXAMPLES: [Text; 2] = [
    t("data:,A%20brief%20note"),
    t("data:image/gif;base64,R0lGODlhAQABAAAAACw="),
];
static DATA_ACCEPTED: [(Text, Text); 2] = [
    (t("scheme-fragment-from-media-type"), t("The fragment is evaluated in the data, by its media type.")),
    (t("mapping-escapes-stated"), t("The comma is reserved up to the first, and stands for itself behind it: one component in two states.")),
];
static FILE_ACTIONS_0: [Text; 1] = [
    t("open {path}"),
];
static FILE_REFERENCE: [Text; 1] = [
    t("RFC 8089"),
];
static FILE_STATEMENTS: [(Statement, Text); 17] = [
    (Statement::Description, t("Host-specific file names")),
    (Statement::Applications, t("Files of one machine.")),
    (Statement::Contact, t("IETF")),
    (Statement::ChangeController, t("IETF")),
    (Statement::Resource, t("A file or a directory, of this machine where there is no host or it is localhost.")),
    (Statement::Hierarchy, t("Directories go from left to right, with `/` between them.")),
    (Statement::Charset, t("UTF-8; on systems where names are octets, those octets.")),
    (Statement::Utility, t("Files that nothing serves.")),
    (Statement::Html, t("Directories become pages of links; files are taken for the type that their name and first bytes say.")),
    (Statement::RunningCode, t("Any web server that serves files.")),
    (Statement::Retriever, t("napkin, curl, and every browser.")),
    (Statement::Security, t("Pages from elsewhere must not read files, or tell whether there are any. Devices and pipes are no files to read. A host in the URL makes Windows log in to it. What a name is depends on the system: drives, `\\`, case, links, names of devices.")),
    (Statement::Identity, t("None, but for the log in to other hosts.")),
    (Statement::Context, t("On the machine itself, in documents that come from it.")),
    (Statement::Privacy, t("Names of files often hold the name of the user.")),
    (Statement::Interoperability, t("Paths of Windows are written in many ways (RFC 8089 appendix E); some programs put them where the host stands.")),
    (Statement::WellKnown, t("no")),
];
static FILE_RELATIVE_FORMS: [Text; 3] = [
    t("absolute-path"),
    t("relative-path"),
    t("same-document"),
];
static FILE_COMPONENTS: [Component; 3] = [
    Component { name: t("host"), part: t("host"), piece: t(""), why: t(""), allow: t(""), reserved: t(""), never: t("CTL"), escapes: true, text: false, unused: false },
    Component { name: t("path"), part: t("path"), piece: t(""), why: t(""), allow: t("pchar"), reserved: t("/"), never: t("%00"), escapes: true, text: false, unused: false },
    Component { name: t("query"), part: t("query"), piece: t(""), why: t(""), allow: t("pchar / ?"), reserved: t(""), never: t(""), escapes: true, text: false, unused: true },
];
static FILE_VALUES: [(Text, Text); 1] = [
    (t("/etc/motd"), t("file:///etc/motd")),
];
static FILE_OPERATIONS: [Operation; 1] = [
    Operation { name: t("GET"), http: t("GET"), does: t("Reads the file, or the names in the directory."), actions: List::Borrowed(&FILE_ACTIONS_0), writes: false, stream: false, unasked: false },
];
static FILE_CONFIGURATION: [Text; 1] = [
    t("host: which files on this machine may be read"),
];
static FILE_KINDS: [Text; 2] = [
    t("file"),
    t("directory"),
];
static FILE_EXAMPLES: [Text; 3] = [
    t("file:///home/sam/caf%C3%A9.txt"),
    t("file:/etc/motd"),
    t("file:///C:/menu/today.txt"),
];
static FILE_EQUAL: [(Text, Text); 1] = [
    (t("file:///etc/motd"), t("file://localhost/etc/motd")),
];
static FILE_ACCEPTED: [(Text, Text); 1] = [
    (t("scheme-fragment-from-media-type"), t("RFC 8089 gives fragments no meaning; they are evaluated in the file.")),
];
static FTP_ACTIONS_0: [Text; 6] = [
    t("connect {host} {port}"),
    t("USER {user}"),
    t("PASS {password}"),
    t("CWD {directory}, once for each"),
    t("TYPE {type}"),
    t("RETR {file}, or NLST {file} for type d"),
];
static FTP_REFERENCE: [Text; 2] = [
    t("RFC 1738 section 3.2"),
    t("RFC 959"),
];
static FTP_STATEMENTS: [(Statement, Text); 19] = [
    (Statement::Description, t("File Transfer Protocol")),
    (Statement::Applications, t("Archives of files.")),
    (Statement::Contact, t("IETF")),
    (Statement::ChangeController, t("IETF")),
    (Statement::Resource, t("A file, or a directory, on a server.")),
    (Statement::Hierarchy, t("Directories go from left to right, with `/` between them; the last segment is a file, or a directory if it is empty.")),
    (Statement::Protocol, t("FTP")),
    (Statement::Charset, t("The octets of the names as the server has them.")),
    (Statement::CharsetReason, t("RFC 959 has names of files in whatever set the server uses; RFC 2640 asks for UTF-8, and not every server follows.")),
    (Statement::Utility, t("Files in archives that no other protocol serves.")),
    (Statement::Html, t("Lists of names become pages of links; files are taken for the type that their name and first bytes say.")),
    (Statement::RunningCode, t("Squid answers `ftp:` URLs over HTTP.")),
    (Statement::Retriever, t("napkin, curl.")),
    (Statement::Security, t("User and password stand in the URL, and go over the wire, in the clear. An escaped line break in any component would end a command and begin another. The server names the address of the data connection, so it can send a client to another host, which must be refused.")),
    (Statement::Identity, t("User and password; for anonymous access by custom a mail address as the password.")),
    (Statement::Context, t("Anywhere; browsers have dropped it since 2021.")),
    (Statement::Privacy, t("The names of files, and the password, are seen by anyone on the way.")),
    (Statement::Interoperability, t("Programs differ on whether the first segment is below the directory of the login, as RFC 1738 says, or below the root; on whether they ask directory by directory; and on `;type=`.")),
    (Statement::WellKnown, t("no")),
];
static FTP_RELATIVE_FORMS: [Text; 4] = [
    t("network-path"),
    t("absolute-path"),
    t("relative-path"),
    t("same-document"),
];
static FTP_COMPONENTS: [Component; 7] = [
    Component { name: t("user"), part: t("user"), piece: t(""), why: t(""), allow: t("unreserved sub-delims"), reserved: t(""), never: t("%00 %0A %0D"), escapes: true, text: false, unused: false },
    Component { name: t("password"), part: t("password"), piece: t(""), why: t(""), allow: t("unreserved sub-delims"), reserved: t(""), never: t("%00 %0A %0D"), escapes: true, text: false, unused: false },
    Component { name: t("host"), part: t("host"), piece: t(""), why: t(""), allow: t(""), reserved: t(""), never: t("CTL"), escapes: true, text: false, unused: false },
    Component { name: t("port"), part: t("port"), piece: t(""), why: t(""), allow: t(""), reserved: t(""), never: t(""), escapes: false, text: false, unused: false },
    Component { name: t("directory"), part: t("path"), piece: t("each segment but the last"), why: t("Each is an argument of one CWD; a server may have other separators than `/`, and an escaped slash is part of a name."), allow: t("unreserved ! $ & ' ( ) * + , = : @"), reserved: t("/ ;"), never: t("%00 %0A %0D"), escapes: true, text: false, unused: false },
    Component { name: t("file"), part: t("path"), piece: t("the last segment without its type"), why: t("It is the argument of RETR, not of CWD."), allow: t("unreserved ! $ & ' ( ) * + , = : @"), reserved: t("/ ;"), never: t("%00 %0A %0D"), escapes: true, text: false, unused: false },
    Component { name: t("type"), part: t("path"), piece: t("behind `;type=`"), why: t("The type of transfer belongs to the request, not to the name of the file."), allow: t("a i d A I D"), reserved: t(""), never: t(""), escapes: false, text: false, unused: false },
];
static FTP_PORTS: [Text; 1] = [
    t("1024-65535"),
];
static FTP_VALUES: [(Text, Text); 1] = [
    (t("/etc/motd on host.dom"), t("ftp://host.dom/%2Fetc/motd")),
];
static FTP_OPERATIONS: [Operation; 1] = [
    Operation { name: t("GET"), http: t("GET"), does: t("Retrieves the file, or the list of names in the directory."), actions: List::Borrowed(&FTP_ACTIONS_0), writes: false, stream: false, unasked: false },
];
static FTP_CONFIGURATION: [Text; 1] = [
    t("mail: the mail address that is sent as the password where the URL names no user"),
];
static FTP_KINDS: [Text; 2] = [
    t("file"),
    t("directory"),
];
static FTP_REDACT: [Text; 1] = [
    t("password"),
];
static FTP_EXAMPLES: [Text; 3] = [
    t("ftp://pub.example/menu/today.txt;type=a"),
    t("ftp://pub.example/%2Fetc/motd"),
    t("ftp://pub.example/menu/"),
];
static FTP_EQUAL: [(Text, Text); 1] = [
    (t("ftp://pub.example/menu"), t("ftp://pub.example:21/menu")),
];
static FTP_ACCEPTED: [(Text, Text); 2] = [
    (t("scheme-fragment-from-media-type"), t("RFC 1738 gives fragments no meaning; they are evaluated in the file.")),
    (t("security-password-in-clear"), t("RFC 1738 section 3.2.1 defines it, and archives are referred to so. It is masked wherever it is shown, and retrieving with one is for a policy to allow.")),
];
static GOPHER_ACTIONS_0: [Text; 2] = [
    t("connect {host} {port}"),
    t("{selector} TAB {search} TAB {gopher+} CR LF"),
];
static GOPHER_REFERENCE: [Text; 2] = [
    t("RFC 4266"),
    t("RFC 1436"),
];
static GOPHER_STATEMENTS: [(Statement, Text); 19] = [
    (Statement::Description, t("The Gopher Protocol")),
    (Statement::Applications, t("Gopher servers and their clients.")),
    (Statement::Contact, t("IETF")),
    (Statement::ChangeController, t("IETF")),
    (Statement::Resource, t("An item of a gopher server: a menu, a document, a search, a place to log in.")),
    (Statement::Hierarchy, t("The selector is the server's; where it has levels, they go from left to right with `/` between them.")),
    (Statement::Protocol, t("Gopher")),
    (Statement::Charset, t("The octets of the selectors as the server has them.")),
    (Statement::CharsetReason, t("RFC 1436 takes a selector for an opaque string of the server's; RFC 4266 recommends UTF-8 for what people type.")),
    (Statement::Utility, t("What gopher servers hold is served by nothing else.")),
    (Statement::Html, t("Menus become lists of links, with all texts escaped; items of type h whose selector begins with `URL:` become links.")),
    (Statement::RunningCode, t("Squid answers `gopher:` URLs over HTTP.")),
    (Statement::Retriever, t("napkin, curl, lynx.")),
    (Statement::Security, t("A client sends to any port whatever the URL says: with an escaped line break in the selector, mail has been sent by SMTP servers (draft-fielding-url-syntax-05 section 7). Line breaks are never sent, and ports of other services are refused. Menus come from strangers, and must be escaped in pages.")),
    (Statement::Identity, t("The address.")),
    (Statement::Context, t("Anywhere; browsers reach it by gateways.")),
    (Statement::Privacy, t("Selectors and searches are seen by anyone on the way.")),
    (Statement::Interoperability, t("Some write the search behind a `?`; some take the character of the type for part of the selector.")),
    (Statement::WellKnown, t("no")),
];
static GOPHER_RELATIVE_FORMS: [Text; 1] = [
    t("none"),
];
static GOPHER_COMPONENTS: [Component; 7] = [
    Component { name: t("host"), part: t("host"), piece: t(""), why: t(""), allow: t(""), reserved: t(""), never: t("CTL"), escapes: true, text: false, unused: false },
    Component { name: t("port"), part: t("port"), piece: t(""), why: t(""), allow: t(""), reserved: t(""), never: t(""), escapes: false, text: false, unused: false },
    Component { name: t("type"), part: t("path"), piece: t("the first character behind the slash"), why: t("A client must know what kind of item it is before it asks; the protocol does not say with the answer."), allow: t("ALPHA DIGIT + ; : ."), reserved: t("/"), never: t("%00 %0A %0D"), escapes: true, text: false, unused: true },
    Component { name: t("selector"), part: t("path"), piece: t("behind that, up to the first %09"), why: t("It is any string that a server has given, slashes or not."), allow: t("pchar /"), reserved: t(""), never: t("%00 %0A %0D"), escapes: true, text: false, unused: false },
    Component { name: t("search"), part: t("path"), piece: t("behind the first %09"), why: t("A tab separates it from the selector in the line that is sent."), allow: t("pchar /"), reserved: t(""), never: t("%00 %0A %0D"), escapes: true, text: false, unused: false },
    Component { name: t("gopher+"), part: t("path"), piece: t("behind the second %09"), why: t("A tab separates it from the search in the line that is sent."), allow: t("pchar /"), reserved: t(""), never: t("%00 %0A %0D"), escapes: true, text: false, unused: false },
    Component { name: t("question"), part: t("query"), piece: t(""), why: t(""), allow: t("pchar / ?"), reserved: t(""), never: t("%00 %0A %0D"), escapes: true, text: false, unused: true },
];
static GOPHER_PORTS: [Text; 2] = [
    t("70"),
    t("1024-65535"),
];
static GOPHER_VALUES: [(Text, Text); 1] = [
    (t("type 1, selector empty"), t("gopher://pub.example/1")),
];
static GOPHER_OPERATIONS: [Operation; 1] = [
    Operation { name: t("GET"), http: t("GET"), does: t("Retrieves the item, or has the server search for what is asked."), actions: List::Borrowed(&GOPHER_ACTIONS_0), writes: false, stream: false, unasked: false },
];
static GOPHER_KINDS: [Text; 4] = [
    t("menu"),
    t("document"),
    t("search"),
    t("session"),
];
static GOPHER_MEDIA_TYPES: [(Text, Text); 12] = [
    (t("0"), t("text/plain")),
    (t("1"), t("application/gopher-menu")),
    (t("4"), t("application/mac-binhex40")),
    (t("5"), t("application/zip")),
    (t("6"), t("text/x-uuencode")),
    (t("7"), t("application/gopher-menu")),
    (t("9"), t("application/octet-stream")),
    (t("g"), t("image/gif")),
    (t("h"), t("text/html")),
    (t("I"), t("image/png")),
    (t("s"), t("audio/basic")),
    (t("*"), t("application/octet-stream")),
];
static GOPHER_EXAMPLES: [Text; 3] = [
    t("gopher://pub.example/1/menu"),
    t("gopher://pub.example/7/search%09beer"),
    t("gopher://pub.example"),
];
static GOPHER_EQUAL: [(Text, Text); 1] = [
    (t("gopher://pub.example/1"), t("gopher://pub.example:70/1")),
];
static GOPHER_ACCEPTED: [(Text, Text); 1] = [
    (t("scheme-fragment-from-media-type"), t("RFC 4266 gives fragments no meaning; they are evaluated in the item.")),
];
static HTTP_ACTIONS_0: [Text; 3] = [
    t("connect {host} {port}"),
    t("GET {path:encoded}?{query:encoded} HTTP/1.1"),
    t("Host: {host:encoded}:{port}"),
];
static HTTP_ACTIONS_1: [Text; 1] = [
    t("HEAD {path:encoded}?{query:encoded} HTTP/1.1"),
];
static HTTP_ACTIONS_2: [Text; 1] = [
    t("POST {path:encoded}?{query:encoded} HTTP/1.1"),
];
static HTTP_ACTIONS_3: [Text; 1] = [
    t("PUT {path:encoded}?{query:encoded} HTTP/1.1"),
];
static HTTP_ACTIONS_4: [Text; 1] = [
    t("DELETE {path:encoded}?{query:encoded} HTTP/1.1"),
];
static HTTP_REFERENCE: [Text; 1] = [
    t("RFC 9110 section 4.2.1"),
];
static HTTP_STATEMENTS: [(Statement, Text); 17] = [
    (Statement::Description, t("Hypertext Transfer Protocol")),
    (Statement::Applications, t("The web.")),
    (Statement::Contact, t("IETF, HTTP working group")),
    (Statement::ChangeController, t("IETF")),
    (Statement::Resource, t("Whatever a server on the host says that the path and query identify; what is retrieved is a representation of it.")),
    (Statement::Hierarchy, t("Levels of the path go from left to right, with `/` between them; the host is above them.")),
    (Statement::Protocol, t("HTTP")),
    (Statement::Charset, t("UTF-8, as RFC 3987 section 3.1 maps IRIs; a server may name resources by other octets.")),
    (Statement::Utility, t("The scheme that gateways translate others into; nothing else names its resources.")),
    (Statement::RunningCode, t("Any HTTP proxy.")),
    (Statement::Retriever, t("napkin, curl, and every browser.")),
    (Statement::Security, t("Anyone on the way reads and changes what is sent. Retrieving must be safe by itself (RFC 9110 section 9.2.1), and servers that act on GET are the risk of who follows a reference. A URL can reach hosts and ports inside a network that its writer cannot.")),
    (Statement::Identity, t("Fields of the request: Authorization, Cookie, From, User-Agent; and the address.")),
    (Statement::Context, t("Anywhere.")),
    (Statement::Privacy, t("Host, path and query are seen by the server, by proxies, and by anyone on the way; Referer passes them on.")),
    (Statement::Interoperability, t("Browsers read the URL Standard, others RFC 3986; they differ on backslashes, odd addresses and user information.")),
    (Statement::WellKnown, t("yes (RFC 8615)")),
];
static HTTP_RELATIVE_FORMS: [Text; 4] = [
    t("network-path"),
    t("absolute-path"),
    t("relative-path"),
    t("same-document"),
];
static HTTP_COMPONENTS: [Component; 6] = [
    Component { name: t("user"), part: t("user"), piece: t(""), why: t(""), allow: t("unreserved sub-delims"), reserved: t(""), never: t(""), escapes: true, text: false, unused: true },
    Component { name: t("password"), part: t("password"), piece: t(""), why: t(""), allow: t("unreserved sub-delims :"), reserved: t(""), never: t(""), escapes: true, text: false, unused: true },
    Component { name: t("host"), part: t("host"), piece: t(""), why: t(""), allow: t(""), reserved: t(""), never: t("CTL"), escapes: true, text: false, unused: false },
    Component { name: t("port"), part: t("port"), piece: t(""), why: t(""), allow: t(""), reserved: t(""), never: t(""), escapes: false, text: false, unused: false },
    Component { name: t("path"), part: t("path"), piece: t(""), why: t(""), allow: t("pchar"), reserved: t("/"), never: t(""), escapes: true, text: false, unused: false },
    Component { name: t("query"), part: t("query"), piece: t(""), why: t(""), allow: t("pchar / ?"), reserved: t(""), never: t(""), escapes: true, text: false, unused: false },
];
static HTTP_OPERATIONS: [Operation; 5] = [
    Operation { name: t("GET"), http: t("GET"), does: t("Retrieves a representation of the resource."), actions: List::Borrowed(&HTTP_ACTIONS_0), writes: false, stream: false, unasked: false },
    Operation { name: t("HEAD"), http: t("HEAD"), does: t("As GET, without the representation."), actions: List::Borrowed(&HTTP_ACTIONS_1), writes: false, stream: false, unasked: false },
    Operation { name: t("POST"), http: t("POST"), does: t("Has the resource process what is sent."), actions: List::Borrowed(&HTTP_ACTIONS_2), writes: true, stream: false, unasked: false },
    Operation { name: t("PUT"), http: t("PUT"), does: t("Replaces the resource by what is sent."), actions: List::Borrowed(&HTTP_ACTIONS_3), writes: true, stream: false, unasked: false },
    Operation { name: t("DELETE"), http: t("DELETE"), does: t("Removes the resource."), actions: List::Borrowed(&HTTP_ACTIONS_4), writes: true, stream: false, unasked: false },
];
static HTTP_KINDS: [Text; 2] = [
    t("document"),
    t("service"),
];
static HTTP_REDACT: [Text; 1] = [
    t("password"),
];
static HTTP_EXAMPLES: [Text; 3] = [
    t("http://pub.example/menu/caf%C3%A9?size=pint"),
    t("http://pub.example:8080/menu/today;lang=en"),
    t("http://pub.example"),
];
static HTTP_EQUAL: [(Text, Text); 2] = [
    (t("http://pub.example"), t("http://PUB.example:80/")),
    (t("http://pub.example/~sam"), t("http://pub.example/%7Esam")),
];
static HTTP_ACCEPTED: [(Text, Text); 2] = [
    (t("scheme-fragment-from-media-type"), t("RFC 9110 section 4.2.5 leaves fragments to the media type of the representation.")),
    (t("security-password-in-clear"), t("RFC 9110 section 4.2.4 deprecates user information; it is defined because old URLs have it, and is masked wherever it is shown.")),
];
static HTTPS_ACTIONS_0: [Text; 3] = [
    t("connect {host} {port} by TLS"),
    t("GET {path:encoded}?{query:encoded} HTTP/1.1"),
    t("Host: {host:encoded}:{port}"),
];
static HTTPS_ACTIONS_1: [Text; 1] = [
    t("HEAD {path:encoded}?{query:encoded} HTTP/1.1"),
];
static HTTPS_ACTIONS_2: [Text; 1] = [
    t("POST {path:encoded}?{query:encoded} HTTP/1.1"),
];
static HTTPS_ACTIONS_3: [Text; 1] = [
    t("PUT {path:encoded}?{query:encoded} HTTP/1.1"),
];
static HTTPS_ACTIONS_4: [Text; 1] = [
    t("DELETE {path:encoded}?{query:encoded} HTTP/1.1"),
];
static HTTPS_REFERENCE: [Text; 1] = [
    t("RFC 9110 section 4.2.2"),
];
static HTTPS_STATEMENTS: [(Statement, Text); 17] = [
    (Statement::Description, t("Hypertext Transfer Protocol Secure")),
    (Statement::Applications, t("The web.")),
    (Statement::Contact, t("IETF, HTTP working group")),
    (Statement::ChangeController, t("IETF")),
    (Statement::Resource, t("Whatever a server with a certificate for the host says that the path and query identify; what is retrieved is a representation of it.")),
    (Statement::Hierarchy, t("Levels of the path go from left to right, with `/` between them; the host is above them.")),
    (Statement::Protocol, t("HTTP over TLS")),
    (Statement::Charset, t("UTF-8, as RFC 3987 section 3.1 maps IRIs; a server may name resources by other octets.")),
    (Statement::Utility, t("As http, with a server that has shown who it is and nobody listening; resources are not those of http, even under the same name.")),
    (Statement::RunningCode, t("Any HTTP proxy, by CONNECT.")),
    (Statement::Retriever, t("napkin, curl, and every browser.")),
    (Statement::Security, t("The certificate must be for the host of the URL (RFC 9110 section 4.3.4), and nothing that was had by https may be taken from http. A URL can reach hosts and ports inside a network that its writer cannot.")),
    (Statement::Identity, t("Fields of the request, a client's certificate, and the address.")),
    (Statement::Context, t("Anywhere.")),
    (Statement::Privacy, t("Host, path and query are seen by the server; the host also by anyone on the way, by the name in the handshake.")),
    (Statement::Interoperability, t("Browsers read the URL Standard, others RFC 3986; they differ on backslashes, odd addresses and user information.")),
    (Statement::WellKnown, t("yes (RFC 8615)")),
];
static HTTPS_RELATIVE_FORMS: [Text; 4] = [
    t("network-path"),
    t("absolute-path"),
    t("relative-path"),
    t("same-document"),
];
static HTTPS_COMPONENTS: [Component; 6] = [
    Component { name: t("user"), part: t("user"), piece: t(""), why: t(""), allow: t("unreserved sub-delims"), reserved: t(""), never: t(""), escapes: true, text: false, unused: true },
    Component { name: t("password"), part: t("password"), piece: t(""), why: t(""), allow: t("unreserved sub-delims :"), reserved: t(""), never: t(""), escapes: true, text: false, unused: true },
    Component { name: t("host"), part: t("host"), piece: t(""), why: t(""), allow: t(""), reserved: t(""), never: t("CTL"), escapes: true, text: false, unused: false },
    Component { name: t("port"), part: t("port"), piece: t(""), why: t(""), allow: t(""), reserved: t(""), never: t(""), escapes: false, text: false, unused: false },
    Component { name: t("path"), part: t("path"), piece: t(""), why: t(""), allow: t("pchar"), reserved: t("/"), never: t(""), escapes: true, text: false, unused: false },
    Component { name: t("query"), part: t("query"), piece: t(""), why: t(""), allow: t("pchar / ?"), reserved: t(""), never: t(""), escapes: true, text: false, unused: false },
];
static HTTPS_OPERATIONS: [Operation; 5] = [
    Operation { name: t("GET"), http: t("GET"), does: t("Retrieves a representation of the resource."), actions: List::Borrowed(&HTTPS_ACTIONS_0), writes: false, stream: false, unasked: false },
    Operation { name: t("HEAD"), http: t("HEAD"), does: t("As GET, without the representation."), actions: List::Borrowed(&HTTPS_ACTIONS_1), writes: false, stream: false, unasked: false },
    Operation { name: t("POST"), http: t("POST"), does: t("Has the resource process what is sent."), actions: List::Borrowed(&HTTPS_ACTIONS_2), writes: true, stream: false, unasked: false },
    Operation { name: t("PUT"), http: t("PUT"), does: t("Replaces the resource by what is sent."), actions: List::Borrowed(&HTTPS_ACTIONS_3), writes: true, stream: false, unasked: false },
    Operation { name: t("DELETE"), http: t("DELETE"), does: t("Removes the resource."), actions: List::Borrowed(&HTTPS_ACTIONS_4), writes: true, stream: false, unasked: false },
];
static HTTPS_KINDS: [Text; 2] = [
    t("document"),
    t("service"),
];
static HTTPS_REDACT: [Text; 1] = [
    t("password"),
];
static HTTPS_EXAMPLES: [Text; 3] = [
    t("https://pub.example/menu/caf%C3%A9?size=pint"),
    t("https://pub.example:8443/menu/today"),
    t("https://pub.example"),
];
static HTTPS_EQUAL: [(Text, Text); 1] = [
    (t("https://pub.example"), t("https://PUB.example:443/")),
];
static HTTPS_ACCEPTED: [(Text, Text); 2] = [
    (t("scheme-fragment-from-media-type"), t("RFC 9110 section 4.2.5 leaves fragments to the media type of the representation.")),
    (t("security-password-in-clear"), t("RFC 9110 section 4.2.4 deprecates user information; it is defined because old URLs have it, and is masked wherever it is shown.")),
];
static JAVASCRIPT_REFERENCE: [Text; 2] = [
    t("HTML Standard section 7.4.2.3"),
    t("draft-hoehrmann-javascript-scheme"),
];
static JAVASCRIPT_STATEMENTS: [(Statement, Text); 13] = [
    (Statement::Description, t("A script in the place of an address")),
    (Statement::Applications, t("Pages, and bookmarks that act on a page.")),
    (Statement::Contact, t("WHATWG")),
    (Statement::ChangeController, t("WHATWG")),
    (Statement::Resource, t("A program.")),
    (Statement::Properties, t("The name is the program. Two programs that do the same have different names, and nothing can be told from a name without running it.")),
    (Statement::Charset, t("UTF-8.")),
    (Statement::Utility, t("Bookmarks that act on the page that is open.")),
    (Statement::Security, t("It runs with everything that the page may do, so that a link from a stranger must never have it. Lists of what to refuse miss it behind white space and controls, which browsers remove from the scheme.")),
    (Statement::Identity, t("Whatever the page is logged in to.")),
    (Statement::Context, t("Within a page of a browser.")),
    (Statement::Privacy, t("The script reads whatever the page shows.")),
    (Statement::Interoperability, t("Browsers take escapes for what they stand for before they run the script; programs that check it often do not.")),
];
static JAVASCRIPT_RELATIVE_FORMS: [Text; 1] = [
    t("none"),
];
static JAVASCRIPT_COMPONENTS: [Component; 2] = [
    Component { name: t("script"), part: t("path"), piece: t("with the `?` and what follows it"), why: t("It is a program, in which `?` is an operator."), allow: t("pchar /"), reserved: t(""), never: t(""), escapes: true, text: true, unused: false },
    Component { name: t("rest of the script"), part: t("query"), piece: t(""), why: t(""), allow: t("pchar / ?"), reserved: t(""), never: t(""), escapes: true, text: true, unused: false },
];
static JAVASCRIPT_VALUES: [(Text, Text); 1] = [
    (t("alert(1)"), t("javascript:alert(1)")),
];
static JAVASCRIPT_OPERATIONS: [Operation; 1] = [
    Operation { name: t("RUN"), http: t("POST"), does: t("Runs the script in the page that it is followed from; if its value is a text, that becomes the page."), actions: none(), writes: true, stream: false, unasked: false },
];
static JAVASCRIPT_CONFIGURATION: [Text; 1] = [
    t("page: the page that the script runs in"),
];
static JAVASCRIPT_KINDS: [Text; 1] = [
    t("program"),
];
static JAVASCRIPT_EXAMPLES: [Text; 1] = [
    t("javascript:alert('caf%C3%A9')"),
];
static JAVASCRIPT_ACCEPTED: [(Text, Text); 2] = [
    (t("scheme-fragment-from-media-type"), t("A fragment is cut off the script, which is why `#` in a script must be escaped; it means nothing by itself.")),
    (t("proxy-running-code"), t("There must be none: a gateway would run a stranger's program.")),
];
static MAILTO_ACTIONS_0: [Text; 2] = [
    t("To: {to}"),
    t("{fields}, each as a header field or the body"),
];
static MAILTO_REFERENCE: [Text; 1] = [
    t("RFC 6068"),
];
static MAILTO_STATEMENTS: [(Statement, Text); 15] = [
    (Statement::Description, t("Electronic mail address")),
    (Statement::Applications, t("Pages and documents that invite mail.")),
    (Statement::Contact, t("IETF")),
    (Statement::ChangeController, t("IETF")),
    (Statement::Resource, t("One or more mailboxes.")),
    (Statement::Properties, t("Two addresses are the same if their domains are, without regard to case, and their local parts are, which only the domain's own hosts can judge. A URL may name none, to leave the choice to the user.")),
    (Statement::Protocol, t("mail by SMTP")),
    (Statement::Charset, t("UTF-8.")),
    (Statement::Utility, t("Mailboxes cannot be referred to in any other way.")),
    (Statement::RunningCode, t("Forms on the web that open a message, such as those that `registerProtocolHandler` is for.")),
    (Statement::Security, t("Mail is sent in the name of who follows the link, so nothing is sent without asking. Header fields other than subject, keywords and body are for the program to refuse; a line break in one would begin another. Files must not be attached.")),
    (Statement::Identity, t("The `From` field of the message.")),
    (Statement::Context, t("Anywhere; handed to the program for mail.")),
    (Statement::Privacy, t("Addresses in pages are collected. Fields may hold what the sender did not write.")),
    (Statement::Interoperability, t("Programs differ on several addresses, on `+` for a space, and on which fields they take.")),
];
static MAILTO_RELATIVE_FORMS: [Text; 1] = [
    t("none"),
];
static MAILTO_COMPONENTS: [Component; 2] = [
    Component { name: t("to"), part: t("path"), piece: t(""), why: t(""), allow: t("unreserved ! $ ' ( ) * + : @"), reserved: t(","), never: t("%00 %0A %0D"), escapes: true, text: true, unused: false },
    Component { name: t("fields"), part: t("query"), piece: t(""), why: t(""), allow: t("unreserved ! $ ' ( ) * + , : ; @"), reserved: t("& ="), never: t("%00"), escapes: true, text: true, unused: false },
];
static MAILTO_VALUES: [(Text, Text); 1] = [
    (t("sam@pub.example"), t("mailto:sam@pub.example")),
];
static MAILTO_OPERATIONS: [Operation; 1] = [
    Operation { name: t("COMPOSE"), http: t("POST"), does: t("Opens a message to the addresses, with the fields, for the user to write and send."), actions: List::Borrowed(&MAILTO_ACTIONS_0), writes: true, stream: false, unasked: false },
];
static MAILTO_KINDS: [Text; 2] = [
    t("mailbox"),
    t("message to be written"),
];
static MAILTO_EXAMPLES: [Text; 3] = [
    t("mailto:sam@pub.example"),
    t("mailto:sam@pub.example,kim@pub.example?subject=caf%C3%A9"),
    t("mailto:?to=sam@pub.example&body=hello"),
];
static MAILTO_EQUAL: [(Text, Text); 1] = [
    (t("mailto:sam@pub.example"), t("MAILTO:sam@pub.example")),
];
static MAILTO_ACCEPTED: [(Text, Text); 1] = [
    (t("scheme-fragment-from-media-type"), t("RFC 6068 section 2: fragments have no meaning, as nothing is retrieved.")),
];
static MID_REFERENCE: [Text; 1] = [
    t("RFC 2392"),
];
static MID_STATEMENTS: [(Statement, Text); 15] = [
    (Statement::Description, t("message identifier")),
    (Statement::Applications, t("Mail readers and archives of mail.")),
    (Statement::Contact, t("IETF")),
    (Statement::ChangeController, t("IETF")),
    (Statement::Resource, t("A message, or a part of one.")),
    (Statement::Charset, t("US-ASCII.")),
    (Statement::CharsetReason, t("The identifiers of RFC 5322 are ASCII.")),
    (Statement::Utility, t("A message is the same wherever it is kept.")),
    (Statement::RunningCode, t("Archives such as public-inbox serve messages by their identifiers.")),
    (Statement::Retriever, t("Apple Mail, which calls it `message:`.")),
    (Statement::Security, t("Anyone can send a message under an identifier that another one bears. A page must not learn whether a mailbox holds a message.")),
    (Statement::Identity, t("Whatever opens the mailbox.")),
    (Statement::Context, t("Within the mail of one user, or an archive.")),
    (Statement::Privacy, t("That a message is there says who wrote to whom.")),
    (Statement::Interoperability, t("Few programs follow it. Some write the angle brackets.")),
];
static MID_RELATIVE_FORMS: [Text; 1] = [
    t("none"),
];
static MID_COMPONENTS: [Component; 2] = [
    Component { name: t("message-id"), part: t("path"), piece: t("up to the first slash"), why: t("A part of a message is named by both identifiers."), allow: t("unreserved ! $ & ' ( ) * + , ; = : @"), reserved: t("/"), never: t("%00 %0A %0D"), escapes: true, text: false, unused: false },
    Component { name: t("content-id"), part: t("path"), piece: t("behind the first slash"), why: t("A part of a message is named by both identifiers."), allow: t("unreserved ! $ & ' ( ) * + , ; = : @"), reserved: t("/"), never: t("%00 %0A %0D"), escapes: true, text: false, unused: false },
];
static MID_VALUES: [(Text, Text); 1] = [
    (t("960830.1639@XIson.com"), t("mid:960830.1639@XIson.com")),
];
static MID_OPERATIONS: [Operation; 1] = [
    Operation { name: t("GET"), http: t("GET"), does: t("Finds the message, or the part of it."), actions: none(), writes: false, stream: false, unasked: false },
];
static MID_CONFIGURATION: [Text; 1] = [
    t("mail: the mailboxes and archives that are searched"),
];
static MID_KINDS: [Text; 2] = [
    t("message"),
    t("part of a message"),
];
static MID_EXAMPLES: [Text; 2] = [
    t("mid:960830.1639@XIson.com"),
    t("mid:960830.1639@XIson.com/partA.960830.1639@XIson.com"),
];
static MID_ACCEPTED: [(Text, Text); 1] = [
    (t("scheme-fragment-from-media-type"), t("The fragment is evaluated in the message or the part, by its media type.")),
];
static NEWS_ACTIONS_0: [Text; 2] = [
    t("connect {host} {port}, or {server}"),
    t("ARTICLE <{article or group}>, or GROUP {article or group}, or LIST"),
];
static NEWS_REFERENCE: [Text; 1] = [
    t("RFC 5538"),
];
static NEWS_STATEMENTS: [(Statement, Text); 17] = [
    (Statement::Description, t("USENET news")),
    (Statement::Applications, t("News readers.")),
    (Statement::Contact, t("IETF")),
    (Statement::ChangeController, t("IETF")),
    (Statement::Resource, t("An article of USENET, wherever it is held, a newsgroup, or all groups.")),
    (Statement::Protocol, t("NNTP by configuration")),
    (Statement::Charset, t("US-ASCII.")),
    (Statement::CharsetReason, t("Message identifiers are ASCII (RFC 5536), and so are the names of groups that servers have in common.")),
    (Statement::Utility, t("Articles are the same on every server, which no other scheme says of them.")),
    (Statement::RunningCode, t("Gateways such as Google Groups served articles by their identifiers; browsers of old did themselves.")),
    (Statement::Retriever, t("napkin, Thunderbird.")),
    (Statement::Security, t("Articles are unsigned, and anyone can cancel or forge them. A line break in a name would begin another command, and is never sent.")),
    (Statement::Identity, t("The address; where a server asks, a user and a password that are configured.")),
    (Statement::Context, t("News readers, and mail.")),
    (Statement::Privacy, t("The server learns which articles are read.")),
    (Statement::Interoperability, t("Some programs write angle brackets around identifiers; some take a server in the URL for another group.")),
    (Statement::WellKnown, t("no")),
];
static NEWS_RELATIVE_FORMS: [Text; 1] = [
    t("none"),
];
static NEWS_COMPONENTS: [Component; 3] = [
    Component { name: t("host"), part: t("host"), piece: t(""), why: t(""), allow: t(""), reserved: t(""), never: t("CTL"), escapes: true, text: false, unused: false },
    Component { name: t("port"), part: t("port"), piece: t(""), why: t(""), allow: t(""), reserved: t(""), never: t(""), escapes: false, text: false, unused: false },
    Component { name: t("article or group"), part: t("path"), piece: t(""), why: t(""), allow: t("unreserved ! $ & ' ( ) * + , ; = : @"), reserved: t(""), never: t("%00-%20 %7F"), escapes: true, text: false, unused: false },
];
static NEWS_PORTS: [Text; 2] = [
    t("563"),
    t("1024-65535"),
];
static NEWS_VALUES: [(Text, Text); 2] = [
    (t("4k4fj3$gh6@news.pub.example"), t("news:4k4fj3$gh6@news.pub.example")),
    (t("a/b@pub.example"), t("news:a%2Fb@pub.example")),
];
static NEWS_OPERATIONS: [Operation; 1] = [
    Operation { name: t("GET"), http: t("GET"), does: t("Retrieves the article, or the list of articles of the group, or of all groups for `*`."), actions: List::Borrowed(&NEWS_ACTIONS_0), writes: false, stream: false, unasked: false },
];
static NEWS_CONFIGURATION: [Text; 1] = [
    t("server: the news server that is asked where the URL names none"),
];
static NEWS_KINDS: [Text; 3] = [
    t("article"),
    t("newsgroup"),
    t("all newsgroups"),
];
static NEWS_EXAMPLES: [Text; 3] = [
    t("news:comp.infosystems.www"),
    t("news:4k4fj3$gh6@news.pub.example"),
    t("news:*"),
];
static NEWS_ACCEPTED: [(Text, Text); 2] = [
    (t("scheme-fragment-from-media-type"), t("RFC 5538 gives fragments no meaning; they are evaluated in the article.")),
    (t("double-slash-without-hierarchy"), t("RFC 5538 section 4 has an optional server in a scheme that has no hierarchy otherwise.")),
];
static NNTP_ACTIONS_0: [Text; 3] = [
    t("connect {host} {port}"),
    t("GROUP {group}"),
    t("ARTICLE {article}"),
];
static NNTP_REFERENCE: [Text; 1] = [
    t("RFC 5538"),
];
static NNTP_STATEMENTS: [(Statement, Text); 18] = [
    (Statement::Description, t("USENET news using NNTP access")),
    (Statement::Applications, t("News readers.")),
    (Statement::Contact, t("IETF")),
    (Statement::ChangeController, t("IETF")),
    (Statement::Resource, t("An article of a newsgroup as one server has it, or a group.")),
    (Statement::Hierarchy, t("Server, group, article, from left to right with `/` between them.")),
    (Statement::Protocol, t("NNTP")),
    (Statement::Charset, t("US-ASCII.")),
    (Statement::CharsetReason, t("Names of groups that servers have in common are ASCII (RFC 5536).")),
    (Statement::Utility, t("Groups that are on one server only.")),
    (Statement::RunningCode, t("Squid had a relay for news; gateways of archives serve groups as pages.")),
    (Statement::Retriever, t("napkin, slrn, Thunderbird.")),
    (Statement::Security, t("Articles are unsigned. A line break in a name would begin another command, and is never sent.")),
    (Statement::Identity, t("The address; where a server asks, a user and a password that are configured.")),
    (Statement::Context, t("News readers.")),
    (Statement::Privacy, t("The server learns which articles are read, and so does anyone on the way.")),
    (Statement::Interoperability, t("Numbers differ between servers and change over time, so that URLs of articles are seldom written.")),
    (Statement::WellKnown, t("no")),
];
static NNTP_RELATIVE_FORMS: [Text; 1] = [
    t("none"),
];
static NNTP_COMPONENTS: [Component; 4] = [
    Component { name: t("host"), part: t("host"), piece: t(""), why: t(""), allow: t(""), reserved: t(""), never: t("CTL"), escapes: true, text: false, unused: false },
    Component { name: t("port"), part: t("port"), piece: t(""), why: t(""), allow: t(""), reserved: t(""), never: t(""), escapes: false, text: false, unused: false },
    Component { name: t("group"), part: t("path"), piece: t("the first segment"), why: t("GROUP is a command of its own."), allow: t("unreserved ! $ & ' ( ) * + , ; = : @"), reserved: t("/"), never: t("%00-%20 %7F"), escapes: true, text: false, unused: false },
    Component { name: t("article"), part: t("path"), piece: t("the second segment"), why: t("ARTICLE is a command of its own."), allow: t("DIGIT"), reserved: t(""), never: t(""), escapes: false, text: false, unused: false },
];
static NNTP_PORTS: [Text; 2] = [
    t("563"),
    t("1024-65535"),
];
static NNTP_VALUES: [(Text, Text); 1] = [
    (t("alt.pubs 17 on news.pub.example"), t("nntp://news.pub.example/alt.pubs/17")),
];
static NNTP_OPERATIONS: [Operation; 1] = [
    Operation { name: t("GET"), http: t("GET"), does: t("Retrieves the article of this number, or the list of articles of the group."), actions: List::Borrowed(&NNTP_ACTIONS_0), writes: false, stream: false, unasked: false },
];
static NNTP_KINDS: [Text; 2] = [
    t("newsgroup"),
    t("article of a newsgroup"),
];
static NNTP_EXAMPLES: [Text; 2] = [
    t("nntp://news.pub.example/alt.pubs/17"),
    t("nntp://news.pub.example/alt.pubs"),
];
static NNTP_EQUAL: [(Text, Text); 1] = [
    (t("nntp://news.pub.example/alt.pubs"), t("nntp://NEWS.pub.example:119/alt.pubs")),
];
static NNTP_ACCEPTED: [(Text, Text); 1] = [
    (t("scheme-fragment-from-media-type"), t("RFC 5538 gives fragments no meaning; they are evaluated in the article.")),
];
static TEL_REFERENCE: [Text; 1] = [
    t("RFC 3966"),
];
static TEL_STATEMENTS: [(Statement, Text); 15] = [
    (Statement::Description, t("telephone")),
    (Statement::Applications, t("Telephones, and pages that show numbers.")),
    (Statement::Contact, t("IETF")),
    (Statement::ChangeController, t("IETF")),
    (Statement::Resource, t("A terminal of a telephone network.")),
    (Statement::Properties, t("Two numbers are the same if they are without the marks between the digits, and their parameters are. A global number is assigned by ITU-T E.164; a local one means something only in its context.")),
    (Statement::Charset, t("US-ASCII.")),
    (Statement::CharsetReason, t("Digits and a few marks are all that there is; values of parameters are escaped octets.")),
    (Statement::Utility, t("Telephones cannot be referred to in any other way.")),
    (Statement::RunningCode, t("Gateways between SIP and telephones.")),
    (Statement::Security, t("Calls cost money, and codes can change the settings of a telephone: nothing is dialled without asking, and the number is shown.")),
    (Statement::Identity, t("The number of who calls.")),
    (Statement::Context, t("Anywhere; handed to the program that dials.")),
    (Statement::Privacy, t("Whom one calls is seen by the networks.")),
    (Statement::Interoperability, t("Numbers are often written without `+` or context, and with spaces.")),
];
static TEL_RELATIVE_FORMS: [Text; 1] = [
    t("none"),
];
static TEL_COMPONENTS: [Component; 2] = [
    Component { name: t("number"), part: t("path"), piece: t("up to the first semicolon"), why: t("Parameters follow the number as they do in SIP."), allow: t("HEXDIG + - . ( ) *"), reserved: t(""), never: t(""), escapes: true, text: false, unused: false },
    Component { name: t("parameters"), part: t("path"), piece: t("behind the first semicolon"), why: t("Parameters follow the number as they do in SIP."), allow: t("unreserved / : & + $ ! * ' ( )"), reserved: t("; ="), never: t(""), escapes: true, text: false, unused: false },
];
static TEL_VALUES: [(Text, Text); 1] = [
    (t("+12015550123"), t("tel:+12015550123")),
];
static TEL_OPERATIONS: [Operation; 1] = [
    Operation { name: t("CALL"), http: t("POST"), does: t("Calls the number, after asking the user."), actions: none(), writes: true, stream: false, unasked: false },
];
static TEL_CONFIGURATION: [Text; 1] = [
    t("network: how numbers of the user's own network are dialled"),
];
static TEL_KINDS: [Text; 3] = [
    t("telephone"),
    t("fax machine"),
    t("modem"),
];
static TEL_EXAMPLES: [Text; 2] = [
    t("tel:+1-201-555-0123"),
    t("tel:7042;phone-context=example.com"),
];
static TEL_ACCEPTED: [(Text, Text); 1] = [
    (t("scheme-fragment-from-media-type"), t("Nothing is retrieved, so that fragments have no meaning.")),
];
static TELNET_ACTIONS_0: [Text; 2] = [
    t("connect {host} {port}"),
    t("tell the user, at the prompt, {user} and {password}"),
];
static TELNET_REFERENCE: [Text; 1] = [
    t("RFC 4248"),
];
static TELNET_STATEMENTS: [(Statement, Text); 19] = [
    (Statement::Description, t("Reference to interactive sessions")),
    (Statement::Applications, t("Terminals.")),
    (Statement::Contact, t("IETF")),
    (Statement::ChangeController, t("IETF")),
    (Statement::Resource, t("A service to talk to.")),
    (Statement::Properties, t("The name says where to connect to; user and password are advice for a person. Two names with the same host and port are the same service.")),
    (Statement::Hierarchy, t("There is a host, and nothing below it.")),
    (Statement::Protocol, t("Telnet")),
    (Statement::Charset, t("US-ASCII.")),
    (Statement::CharsetReason, t("User and password are what is typed at a terminal; RFC 854 has ASCII.")),
    (Statement::Note, t("It is a stream in both directions, that a person talks into. There is nothing to retrieve, and no end but the session's.")),
    (Statement::Utility, t("Services for people at terminals, which are not documents.")),
    (Statement::RunningCode, t("Web terminals such as shellinabox.")),
    (Statement::Security, t("Everything goes in the clear, the password too. A name that begins with a hyphen has been taken for an option of the program that is started.")),
    (Statement::Identity, t("User and password.")),
    (Statement::Context, t("Where a terminal can be opened.")),
    (Statement::Privacy, t("Anyone on the way sees the session.")),
    (Statement::Interoperability, t("Programs ignore user and password, or type them for the user.")),
    (Statement::WellKnown, t("no")),
];
static TELNET_RELATIVE_FORMS: [Text; 1] = [
    t("none"),
];
static TELNET_COMPONENTS: [Component; 5] = [
    Component { name: t("user"), part: t("user"), piece: t(""), why: t(""), allow: t("unreserved sub-delims"), reserved: t(""), never: t("CTL"), escapes: true, text: false, unused: false },
    Component { name: t("password"), part: t("password"), piece: t(""), why: t(""), allow: t("unreserved sub-delims"), reserved: t(""), never: t("CTL"), escapes: true, text: false, unused: false },
    Component { name: t("host"), part: t("host"), piece: t(""), why: t(""), allow: t(""), reserved: t(""), never: t("CTL"), escapes: true, text: false, unused: false },
    Component { name: t("port"), part: t("port"), piece: t(""), why: t(""), allow: t(""), reserved: t(""), never: t(""), escapes: false, text: false, unused: false },
    Component { name: t("end"), part: t("path"), piece: t("one slash"), why: t("RFC 4248 lets a slash follow that says nothing."), allow: t("/"), reserved: t(""), never: t(""), escapes: false, text: false, unused: true },
];
static TELNET_PORTS: [Text; 1] = [
    t("1024-65535"),
];
static TELNET_VALUES: [(Text, Text); 1] = [
    (t("pub.example port 2323"), t("telnet://pub.example:2323/")),
];
static TELNET_OPERATIONS: [Operation; 1] = [
    Operation { name: t("TALK"), http: t("CONNECT"), does: t("Opens a session in a terminal."), actions: List::Borrowed(&TELNET_ACTIONS_0), writes: true, stream: true, unasked: false },
];
static TELNET_KINDS: [Text; 1] = [
    t("session"),
];
static TELNET_REDACT: [Text; 1] = [
    t("password"),
];
static TELNET_EXAMPLES: [Text; 2] = [
    t("telnet://pub.example:2323/"),
    t("telnet://pub.example"),
];
static TELNET_EQUAL: [(Text, Text); 1] = [
    (t("telnet://pub.example/"), t("telnet://pub.example:23/")),
];
static TELNET_ACCEPTED: [(Text, Text); 2] = [
    (t("scheme-fragment-from-media-type"), t("Nothing is retrieved, so that fragments have no meaning.")),
    (t("security-password-in-clear"), t("RFC 4248 defines it as advice, for services that publish it, such as catalogues of libraries. It is masked wherever it is shown.")),
];
static TFTP_ACTIONS_0: [Text; 1] = [
    t("send to {host} {port}: RRQ {file} NUL {mode} NUL"),
];
static TFTP_ACTIONS_1: [Text; 1] = [
    t("send to {host} {port}: WRQ {file} NUL {mode} NUL"),
];
static TFTP_REFERENCE: [Text; 1] = [
    t("RFC 3617"),
];
static TFTP_STATEMENTS: [(Statement, Text); 19] = [
    (Statement::Description, t("Trivial File Transfer Protocol")),
    (Statement::Applications, t("Starting and configuring devices on a network.")),
    (Statement::Contact, t("Eliot Lear")),
    (Statement::ChangeController, t("IETF")),
    (Statement::Resource, t("A file on a server.")),
    (Statement::Hierarchy, t("Names of files are the server's; by custom directories go from left to right with `/` between them.")),
    (Statement::Protocol, t("TFTP")),
    (Statement::Charset, t("The octets of the names as the server has them.")),
    (Statement::CharsetReason, t("RFC 1350 has names in netascii; servers use the octets of their file system.")),
    (Statement::Utility, t("Devices that know no other protocol.")),
    (Statement::Html, t("There are no lists; a file is taken for the type that its name and first bytes say.")),
    (Statement::RunningCode, t("`napkin get`, of which a gateway is made; the protocol is for devices on one network, and others had no use for one.")),
    (Statement::Retriever, t("napkin, curl.")),
    (Statement::Security, t("There is no login and no protection: anyone on the network reads and forges what is sent. The answer comes from another port, which must stay the same.")),
    (Statement::Identity, t("The address.")),
    (Statement::Context, t("Within one network, mostly by devices.")),
    (Statement::Privacy, t("Anyone on the way sees the name and the file.")),
    (Statement::Interoperability, t("Programs differ on whether the first slash belongs to the name.")),
    (Statement::WellKnown, t("no")),
];
static TFTP_RELATIVE_FORMS: [Text; 1] = [
    t("none"),
];
static TFTP_COMPONENTS: [Component; 4] = [
    Component { name: t("host"), part: t("host"), piece: t(""), why: t(""), allow: t(""), reserved: t(""), never: t("CTL"), escapes: true, text: false, unused: false },
    Component { name: t("port"), part: t("port"), piece: t(""), why: t(""), allow: t(""), reserved: t(""), never: t(""), escapes: false, text: false, unused: false },
    Component { name: t("file"), part: t("path"), piece: t("behind the first slash, up to `;mode=`"), why: t("The mode belongs to the request, not to the name of the file."), allow: t("pchar"), reserved: t("/"), never: t("%00"), escapes: true, text: false, unused: false },
    Component { name: t("mode"), part: t("path"), piece: t("behind `;mode=`"), why: t("It is a field of the request."), allow: t("ALPHA"), reserved: t(""), never: t(""), escapes: false, text: false, unused: false },
];
static TFTP_PORTS: [Text; 1] = [
    t("69"),
];
static TFTP_VALUES: [(Text, Text); 1] = [
    (t("menu.cfg in octet"), t("tftp://pub.example/menu.cfg;mode=octet")),
];
static TFTP_OPERATIONS: [Operation; 2] = [
    Operation { name: t("GET"), http: t("GET"), does: t("Reads the file."), actions: List::Borrowed(&TFTP_ACTIONS_0), writes: false, stream: false, unasked: false },
    Operation { name: t("PUT"), http: t("PUT"), does: t("Writes the file."), actions: List::Borrowed(&TFTP_ACTIONS_1), writes: true, stream: false, unasked: false },
];
static TFTP_KINDS: [Text; 1] = [
    t("file"),
];
static TFTP_EXAMPLES: [Text; 2] = [
    t("tftp://pub.example/menu.cfg;mode=netascii"),
    t("tftp://pub.example/boot/menu.bin"),
];
static TFTP_EQUAL: [(Text, Text); 1] = [
    (t("tftp://pub.example/menu"), t("tftp://PUB.example:69/menu")),
];
static TFTP_ACCEPTED: [(Text, Text); 1] = [
    (t("scheme-fragment-from-media-type"), t("RFC 3617 gives fragments no meaning; they are evaluated in the file.")),
];
static URN_REFERENCE: [Text; 1] = [
    t("RFC 8141"),
];
static URN_STATEMENTS: [(Statement, Text); 16] = [
    (Statement::Description, t("Uniform Resource Names")),
    (Statement::Applications, t("Names of books, standards, identifiers of all kinds.")),
    (Statement::Contact, t("IETF")),
    (Statement::ChangeController, t("IETF")),
    (Statement::Resource, t("Whatever its namespace assigns the name to, for good.")),
    (Statement::Properties, t("A name is never assigned twice. Two names are the same if their namespaces are, without regard to case, and the names are, with escapes in one case; namespaces may say that more names are the same.")),
    (Statement::Charset, t("UTF-8.")),
    (Statement::NoOperation, t("What can be asked of a name is up to its namespace and to resolvers; no operation is defined for all.")),
    (Statement::Utility, t("Names that outlive the places of what they name.")),
    (Statement::RunningCode, t("Resolvers of single namespaces, such as that of the German national library.")),
    (Statement::Security, t("A resolver is trusted to find the right thing. Names that look alike are different ones.")),
    (Statement::Identity, t("None by the scheme.")),
    (Statement::Consensus, t("RFC 8141, a standards-track document of the IETF, is the only scheme of its type; RFC 1737 and RFC 2141 led to it.")),
    (Statement::Context, t("Anywhere that needs a name rather than a place.")),
    (Statement::Privacy, t("A resolver learns who asks for what.")),
    (Statement::Interoperability, t("RFC 2141 knew neither `/` nor components; who compares must know which characters a namespace folds.")),
];
static URN_RELATIVE_FORMS: [Text; 1] = [
    t("none"),
];
static URN_COMPONENTS: [Component; 3] = [
    Component { name: t("nid"), part: t("path"), piece: t("up to the first colon behind the scheme"), why: t("It says who assigns the name, and colons are what names of that kind had before URLs."), allow: t("ALPHA DIGIT -"), reserved: t(""), never: t(""), escapes: false, text: false, unused: false },
    Component { name: t("nss"), part: t("path"), piece: t("behind that colon"), why: t("It is the name, by the rules of its namespace."), allow: t("pchar /"), reserved: t(""), never: t(""), escapes: true, text: true, unused: false },
    Component { name: t("resolution and query"), part: t("query"), piece: t("behind `?+` and `?=`"), why: t("What is for a resolver and what is for the resource are told apart."), allow: t("pchar / ?"), reserved: t(""), never: t(""), escapes: true, text: false, unused: false },
];
static URN_VALUES: [(Text, Text); 1] = [
    (t("ISBN 0451450523"), t("urn:isbn:0451450523")),
];
static URN_CONFIGURATION: [Text; 1] = [
    t("resolver: what finds the resources of a namespace, if anything does"),
];
static URN_KINDS: [Text; 1] = [
    t("anything that is named"),
];
static URN_EXAMPLES: [Text; 2] = [
    t("urn:isbn:0451450523"),
    t("urn:example:caf%C3%A9?=size=pint"),
];
static URN_ACCEPTED: [(Text, Text); 2] = [
    (t("scheme-fragment-from-media-type"), t("RFC 8141 section 2.3.3: the f-component is evaluated by the rules of what is retrieved.")),
    (t("starts-with-ur"), t("It is the one scheme that the rule was written about: the name says `uniform`, and the IETF's consensus is RFC 8141.")),
];
static WS_ACTIONS_0: [Text; 2] = [
    t("connect {host} {port}"),
    t("GET {path:encoded}?{query:encoded} HTTP/1.1 with Upgrade: websocket"),
];
static WS_REFERENCE: [Text; 1] = [
    t("RFC 6455 section 3"),
];
static WS_STATEMENTS: [(Statement, Text); 18] = [
    (Statement::Description, t("WebSocket connections")),
    (Statement::Applications, t("Pages that talk to a server.")),
    (Statement::Contact, t("IETF")),
    (Statement::ChangeController, t("IETF")),
    (Statement::Resource, t("An endpoint that messages are exchanged with.")),
    (Statement::Properties, t("Two names are the same endpoint if they are equivalent as URLs of http are.")),
    (Statement::Hierarchy, t("As for http: levels of the path go from left to right with `/` between them.")),
    (Statement::Protocol, t("WebSocket")),
    (Statement::Charset, t("UTF-8, as for http.")),
    (Statement::Note, t("It is a stream of messages in both directions, which does not end by itself: there is nothing to retrieve.")),
    (Statement::Utility, t("Servers that speak first.")),
    (Statement::RunningCode, t("Any HTTP proxy that passes on Upgrade.")),
    (Statement::Security, t("Browsers connect for any page, with cookies, and say its origin: the server must look at it. Frames are masked so that a proxy takes them for nothing else. Anyone on the way reads and changes messages.")),
    (Statement::Identity, t("Origin and Cookie in the request, and the address.")),
    (Statement::Context, t("Scripts of pages, and programs.")),
    (Statement::Privacy, t("As for http.")),
    (Statement::Interoperability, t("Browsers take http: for ws: since 2024, and drop nothing else; user information is refused.")),
    (Statement::WellKnown, t("yes (RFC 8307)")),
];
static WS_RELATIVE_FORMS: [Text; 3] = [
    t("network-path"),
    t("absolute-path"),
    t("relative-path"),
];
static WS_COMPONENTS: [Component; 4] = [
    Component { name: t("host"), part: t("host"), piece: t(""), why: t(""), allow: t(""), reserved: t(""), never: t("CTL"), escapes: true, text: false, unused: false },
    Component { name: t("port"), part: t("port"), piece: t(""), why: t(""), allow: t(""), reserved: t(""), never: t(""), escapes: false, text: false, unused: false },
    Component { name: t("path"), part: t("path"), piece: t(""), why: t(""), allow: t("pchar"), reserved: t("/"), never: t(""), escapes: true, text: false, unused: false },
    Component { name: t("query"), part: t("query"), piece: t(""), why: t(""), allow: t("pchar / ?"), reserved: t(""), never: t(""), escapes: true, text: false, unused: false },
];
static WS_OPERATIONS: [Operation; 1] = [
    Operation { name: t("TALK"), http: t("GET with Upgrade: websocket"), does: t("Opens a connection on which both sides send messages."), actions: List::Borrowed(&WS_ACTIONS_0), writes: true, stream: true, unasked: false },
];
static WS_KINDS: [Text; 1] = [
    t("conversation"),
];
static WS_EXAMPLES: [Text; 2] = [
    t("ws://pub.example/orders/caf%C3%A9?table=7"),
    t("ws://pub.example:8080/orders"),
];
static WS_EQUAL: [(Text, Text); 1] = [
    (t("ws://pub.example"), t("ws://pub.example:80/")),
];
static WS_ACCEPTED: [(Text, Text); 1] = [
    (t("scheme-fragment-from-media-type"), t("RFC 6455 section 3 forbids fragments, since nothing is retrieved.")),
];
static WSS_ACTIONS_0: [Text; 2] = [
    t("connect {host} {port} by TLS"),
    t("GET {path:encoded}?{query:encoded} HTTP/1.1 with Upgrade: websocket"),
];
static WSS_REFERENCE: [Text; 1] = [
    t("RFC 6455 section 3"),
];
static WSS_STATEMENTS: [(Statement, Text); 18] = [
    (Statement::Description, t("Encrypted WebSocket connections")),
    (Statement::Applications, t("Pages that talk to a server.")),
    (Statement::Contact, t("IETF")),
    (Statement::ChangeController, t("IETF")),
    (Statement::Resource, t("An endpoint that messages are exchanged with.")),
    (Statement::Properties, t("Two names are the same endpoint if they are equivalent as URLs of https are.")),
    (Statement::Hierarchy, t("As for https: levels of the path go from left to right with `/` between them.")),
    (Statement::Protocol, t("WebSocket over TLS")),
    (Statement::Charset, t("UTF-8, as for https.")),
    (Statement::Note, t("It is a stream of messages in both directions, which does not end by itself: there is nothing to retrieve.")),
    (Statement::Utility, t("Servers that speak first, with a server that has shown who it is.")),
    (Statement::RunningCode, t("Any HTTP proxy, by CONNECT.")),
    (Statement::Security, t("Browsers connect for any page, with cookies, and say its origin: the server must look at it. The certificate must be for the host.")),
    (Statement::Identity, t("Origin and Cookie in the request, a client's certificate, and the address.")),
    (Statement::Context, t("Scripts of pages, and programs.")),
    (Statement::Privacy, t("As for https.")),
    (Statement::Interoperability, t("Browsers take https: for wss: since 2024, and drop nothing else; user information is refused.")),
    (Statement::WellKnown, t("yes (RFC 8307)")),
];
static WSS_RELATIVE_FORMS: [Text; 3] = [
    t("network-path"),
    t("absolute-path"),
    t("relative-path"),
];
static WSS_COMPONENTS: [Component; 4] = [
    Component { name: t("host"), part: t("host"), piece: t(""), why: t(""), allow: t(""), reserved: t(""), never: t("CTL"), escapes: true, text: false, unused: false },
    Component { name: t("port"), part: t("port"), piece: t(""), why: t(""), allow: t(""), reserved: t(""), never: t(""), escapes: false, text: false, unused: false },
    Component { name: t("path"), part: t("path"), piece: t(""), why: t(""), allow: t("pchar"), reserved: t("/"), never: t(""), escapes: true, text: false, unused: false },
    Component { name: t("query"), part: t("query"), piece: t(""), why: t(""), allow: t("pchar / ?"), reserved: t(""), never: t(""), escapes: true, text: false, unused: false },
];
static WSS_OPERATIONS: [Operation; 1] = [
    Operation { name: t("TALK"), http: t("GET with Upgrade: websocket"), does: t("Opens a connection over TLS on which both sides send messages."), actions: List::Borrowed(&WSS_ACTIONS_0), writes: true, stream: true, unasked: false },
];
static WSS_KINDS: [Text; 1] = [
    t("conversation"),
];
static WSS_EXAMPLES: [Text; 2] = [
    t("wss://pub.example/orders/caf%C3%A9?table=7"),
    t("wss://pub.example:8443/orders"),
];
static WSS_EQUAL: [(Text, Text); 1] = [
    (t("wss://pub.example"), t("wss://pub.example:443/")),
];
static WSS_ACCEPTED: [(Text, Text); 1] = [
    (t("scheme-fragment-from-media-type"), t("RFC 6455 section 3 forbids fragments, since nothing is retrieved.")),
];
pub(super) static DEFINITIONS: [Definition; 21] = [
    Definition {
        name: t("about"),
        status: Status::Permanent,
        reference: List::Borrowed(&ABOUT_REFERENCE),
        statements: List::Borrowed(&ABOUT_STATEMENTS),
        hierarchical: false,
        authority: Authority::None,
        relative: false,
        relative_forms: List::Borrowed(&ABOUT_RELATIVE_FORMS),
        components: List::Borrowed(&ABOUT_COMPONENTS),
        port: None,
        ports: none(),
        empty_path_is_root: false,
        transport: None,
        terminator: t(""),
        mapping: Mapping { from: t("Tokens of a program"), notation: t("RFC 6694 section 2.1: the token"), template: t("about:{token}"), legal: t("%21-%7E"), excluded: t(""), modifiers: t("none"), values: List::Borrowed(&ABOUT_VALUES) },
        operations: List::Borrowed(&ABOUT_OPERATIONS),
        configuration: List::Borrowed(&ABOUT_CONFIGURATION),
        kinds: List::Borrowed(&ABOUT_KINDS),
        locates: Locates::Data,
        resolution: Some(Resolution::Context),
        gateway: Some(Gateway::Retrieves),
        media_type: t("text/html"),
        media_types: none(),
        safe_unasked: Some(true),
        redact: none(),
        examples: List::Borrowed(&ABOUT_EXAMPLES),
        equal: none(),
        accepted: List::Borrowed(&ABOUT_ACCEPTED),
    },
    Definition {
        name: t("afs"),
        status: Status::Provisional,
        reference: List::Borrowed(&AFS_REFERENCE),
        statements: List::Borrowed(&AFS_STATEMENTS),
        hierarchical: true,
        authority: Authority::None,
        relative: true,
        relative_forms: List::Borrowed(&AFS_RELATIVE_FORMS),
        components: List::Borrowed(&AFS_COMPONENTS),
        port: None,
        ports: none(),
        empty_path_is_root: false,
        transport: None,
        terminator: t(""),
        mapping: Mapping { from: t("Global names of files of AFS"), notation: t("The name, which begins with `/afs/`, behind the colon; each part of it is a segment, encoded"), template: t(""), legal: t("octets"), excluded: t("%00"), modifiers: t("Mount points for writing (`/afs/.cell`) are names like any other; volumes are left out."), values: List::Borrowed(&AFS_VALUES) },
        operations: List::Borrowed(&AFS_OPERATIONS),
        configuration: List::Borrowed(&AFS_CONFIGURATION),
        kinds: List::Borrowed(&AFS_KINDS),
        locates: Locates::Data,
        resolution: Some(Resolution::Configured),
        gateway: Some(Gateway::Retrieves),
        media_type: t("sniffed"),
        media_types: none(),
        safe_unasked: Some(false),
        redact: none(),
        examples: List::Borrowed(&AFS_EXAMPLES),
        equal: none(),
        accepted: List::Borrowed(&AFS_ACCEPTED),
    },
    Definition {
        name: t("blob"),
        status: Status::Provisional,
        reference: List::Borrowed(&BLOB_REFERENCE),
        statements: List::Borrowed(&BLOB_STATEMENTS),
        hierarchical: false,
        authority: Authority::None,
        relative: false,
        relative_forms: List::Borrowed(&BLOB_RELATIVE_FORMS),
        components: List::Borrowed(&BLOB_COMPONENTS),
        port: None,
        ports: none(),
        empty_path_is_root: false,
        transport: None,
        terminator: t(""),
        mapping: Mapping { from: t("Objects of the File API"), notation: t("File API section 8.2: the serialised origin, a slash, and a UUID"), template: t(""), legal: t("HEXDIG -"), excluded: t(""), modifiers: t("Parts of an object are left out; ranges of HTTP ask for them."), values: List::Borrowed(&BLOB_VALUES) },
        operations: List::Borrowed(&BLOB_OPERATIONS),
        configuration: List::Borrowed(&BLOB_CONFIGURATION),
        kinds: List::Borrowed(&BLOB_KINDS),
        locates: Locates::Data,
        resolution: Some(Resolution::Context),
        gateway: Some(Gateway::Refuses),
        media_type: t("from-protocol"),
        media_types: none(),
        safe_unasked: Some(true),
        redact: none(),
        examples: List::Borrowed(&BLOB_EXAMPLES),
        equal: none(),
        accepted: List::Borrowed(&BLOB_ACCEPTED),
    },
    Definition {
        name: t("cid"),
        status: Status::Permanent,
        reference: List::Borrowed(&CID_REFERENCE),
        statements: List::Borrowed(&CID_STATEMENTS),
        hierarchical: false,
        authority: Authority::None,
        relative: false,
        relative_forms: List::Borrowed(&CID_RELATIVE_FORMS),
        components: List::Borrowed(&CID_COMPONENTS),
        port: None,
        ports: none(),
        empty_path_is_root: false,
        transport: None,
        terminator: t(""),
        mapping: Mapping { from: t("The Content-ID of RFC 2045"), notation: t("RFC 2392 section 2: the identifier without its angle brackets, encoded"), template: t("cid:{content-id}"), legal: t("%01-%09 %0B %0C %0E-%7F"), excluded: t(""), modifiers: t("The angle brackets are left out, and comments and white space around the identifier."), values: List::Borrowed(&CID_VALUES) },
        operations: List::Borrowed(&CID_OPERATIONS),
        configuration: List::Borrowed(&CID_CONFIGURATION),
        kinds: List::Borrowed(&CID_KINDS),
        locates: Locates::Data,
        resolution: Some(Resolution::Context),
        gateway: Some(Gateway::Retrieves),
        media_type: t("from-protocol"),
        media_types: none(),
        safe_unasked: Some(true),
        redact: none(),
        examples: List::Borrowed(&CID_EXAMPLES),
        equal: none(),
        accepted: List::Borrowed(&CID_ACCEPTED),
    },
    Definition {
        name: t("data"),
        status: Status::Permanent,
        reference: List::Borrowed(&DATA_REFERENCE),
        statements: List::Borrowed(&DATA_STATEMENTS),
        hierarchical: false,
        authority: Authority::None,
        relative: false,
        relative_forms: List::Borrowed(&DATA_RELATIVE_FORMS),
        components: List::Borrowed(&DATA_COMPONENTS),
        port: None,
        ports: none(),
        empty_path_is_root: false,
        transport: None,
        terminator: t(""),
        mapping: Mapping { from: t("Octets with a media type"), notation: t("RFC 2397 section 3: `data:` [ mediatype ] [ `;base64` ] `,` data"), template: t(""), legal: t("octets"), excluded: t(""), modifiers: t("Parameters of media types are included; transfer encodings but base64 are left out."), values: List::Borrowed(&DATA_VALUES) },
        operations: List::Borrowed(&DATA_OPERATIONS),
        configuration: none(),
        kinds: List::Borrowed(&DATA_KINDS),
        locates: Locates::Data,
        resolution: Some(Resolution::Global),
        gateway: Some(Gateway::Retrieves),
        media_type: t("sniffed"),
        media_types: none(),
        safe_unasked: Some(true),
        redact: none(),
        examples: List::Borrowed(&DATA_EXAMPLES),
        equal: none(),
        accepted: List::Borrowed(&DATA_ACCEPTED),
    },
    Definition {
        name: t("file"),
        status: Status::Permanent,
        reference: List::Borrowed(&FILE_REFERENCE),
        statements: List::Borrowed(&FILE_STATEMENTS),
        hierarchical: true,
        authority: Authority::Optional,
        relative: true,
        relative_forms: List::Borrowed(&FILE_RELATIVE_FORMS),
        components: List::Borrowed(&FILE_COMPONENTS),
        port: None,
        ports: none(),
        empty_path_is_root: false,
        transport: None,
        terminator: t(""),
        mapping: Mapping { from: t("Paths of a system's files"), notation: t("RFC 8089 section 2 and appendices D and E: each name is a segment, encoded; a drive is the first"), template: t(""), legal: t("octets"), excluded: t("%00"), modifiers: t("Drives of Windows are included; hosts of its network paths are, as the authority; streams and versions are left out."), values: List::Borrowed(&FILE_VALUES) },
        operations: List::Borrowed(&FILE_OPERATIONS),
        configuration: List::Borrowed(&FILE_CONFIGURATION),
        kinds: List::Borrowed(&FILE_KINDS),
        locates: Locates::Data,
        resolution: Some(Resolution::Context),
        gateway: Some(Gateway::Retrieves),
        media_type: t("sniffed"),
        media_types: none(),
        safe_unasked: Some(false),
        redact: none(),
        examples: List::Borrowed(&FILE_EXAMPLES),
        equal: List::Borrowed(&FILE_EQUAL),
        accepted: List::Borrowed(&FILE_ACCEPTED),
    },
    Definition {
        name: t("ftp"),
        status: Status::Permanent,
        reference: List::Borrowed(&FTP_REFERENCE),
        statements: List::Borrowed(&FTP_STATEMENTS),
        hierarchical: true,
        authority: Authority::Required,
        relative: true,
        relative_forms: List::Borrowed(&FTP_RELATIVE_FORMS),
        components: List::Borrowed(&FTP_COMPONENTS),
        port: Some(21),
        ports: List::Borrowed(&FTP_PORTS),
        empty_path_is_root: false,
        transport: Some(Transport::Tcp),
        terminator: t("%0D %0A"),
        mapping: Mapping { from: t("Names of files and directories of FTP (RFC 959)"), notation: t("RFC 1738 section 3.2.2: each name is a segment, encoded; a slash in a name is `%2F`"), template: t(""), legal: t("octets"), excluded: t("%00 %0A %0D"), modifiers: t("The type of transfer is included as `;type=` with `a`, `i` or `d`; other types, structures and modes of RFC 959 are left out, and so are accounts."), values: List::Borrowed(&FTP_VALUES) },
        operations: List::Borrowed(&FTP_OPERATIONS),
        configuration: List::Borrowed(&FTP_CONFIGURATION),
        kinds: List::Borrowed(&FTP_KINDS),
        locates: Locates::Data,
        resolution: Some(Resolution::Global),
        gateway: Some(Gateway::Retrieves),
        media_type: t("sniffed"),
        media_types: none(),
        safe_unasked: Some(true),
        redact: List::Borrowed(&FTP_REDACT),
        examples: List::Borrowed(&FTP_EXAMPLES),
        equal: List::Borrowed(&FTP_EQUAL),
        accepted: List::Borrowed(&FTP_ACCEPTED),
    },
    Definition {
        name: t("gopher"),
        status: Status::Permanent,
        reference: List::Borrowed(&GOPHER_REFERENCE),
        statements: List::Borrowed(&GOPHER_STATEMENTS),
        hierarchical: true,
        authority: Authority::Required,
        relative: false,
        relative_forms: List::Borrowed(&GOPHER_RELATIVE_FORMS),
        components: List::Borrowed(&GOPHER_COMPONENTS),
        port: Some(70),
        ports: List::Borrowed(&GOPHER_PORTS),
        empty_path_is_root: false,
        transport: Some(Transport::Tcp),
        terminator: t("%0D %0A"),
        mapping: Mapping { from: t("Items of gopher: a type, a selector, a search, a Gopher+ string (RFC 1436)"), notation: t("RFC 4266 section 2.1: type, selector, and behind tabs, as `%09`, the search and the Gopher+ string"), template: t(""), legal: t("octets"), excluded: t("%00 %0A %0D"), modifiers: t("Searches and Gopher+ strings are included; the names that menus show are left out."), values: List::Borrowed(&GOPHER_VALUES) },
        operations: List::Borrowed(&GOPHER_OPERATIONS),
        configuration: none(),
        kinds: List::Borrowed(&GOPHER_KINDS),
        locates: Locates::Data,
        resolution: Some(Resolution::Global),
        gateway: Some(Gateway::Retrieves),
        media_type: t("table"),
        media_types: List::Borrowed(&GOPHER_MEDIA_TYPES),
        safe_unasked: Some(true),
        redact: none(),
        examples: List::Borrowed(&GOPHER_EXAMPLES),
        equal: List::Borrowed(&GOPHER_EQUAL),
        accepted: List::Borrowed(&GOPHER_ACCEPTED),
    },
    Definition {
        name: t("http"),
        status: Status::Permanent,
        reference: List::Borrowed(&HTTP_REFERENCE),
        statements: List::Borrowed(&HTTP_STATEMENTS),
        hierarchical: true,
        authority: Authority::Required,
        relative: true,
        relative_forms: List::Borrowed(&HTTP_RELATIVE_FORMS),
        components: List::Borrowed(&HTTP_COMPONENTS),
        port: Some(80),
        ports: none(),
        empty_path_is_root: true,
        transport: Some(Transport::Tcp),
        terminator: t("%0D %0A"),
        mapping: Mapping { from: t("none"), notation: t("RFC 9110 section 4.2.1: `http://` authority path-abempty [ `?` query ]"), template: t(""), legal: t(""), excluded: t(""), modifiers: t("none"), values: none() },
        operations: List::Borrowed(&HTTP_OPERATIONS),
        configuration: none(),
        kinds: List::Borrowed(&HTTP_KINDS),
        locates: Locates::Data,
        resolution: Some(Resolution::Global),
        gateway: Some(Gateway::Retrieves),
        media_type: t("from-protocol"),
        media_types: none(),
        safe_unasked: Some(true),
        redact: List::Borrowed(&HTTP_REDACT),
        examples: List::Borrowed(&HTTP_EXAMPLES),
        equal: List::Borrowed(&HTTP_EQUAL),
        accepted: List::Borrowed(&HTTP_ACCEPTED),
    },
    Definition {
        name: t("https"),
        status: Status::Permanent,
        reference: List::Borrowed(&HTTPS_REFERENCE),
        statements: List::Borrowed(&HTTPS_STATEMENTS),
        hierarchical: true,
        authority: Authority::Required,
        relative: true,
        relative_forms: List::Borrowed(&HTTPS_RELATIVE_FORMS),
        components: List::Borrowed(&HTTPS_COMPONENTS),
        port: Some(443),
        ports: none(),
        empty_path_is_root: true,
        transport: Some(Transport::Tcp),
        terminator: t("%0D %0A"),
        mapping: Mapping { from: t("none"), notation: t("RFC 9110 section 4.2.2: `https://` authority path-abempty [ `?` query ]"), template: t(""), legal: t(""), excluded: t(""), modifiers: t("none"), values: none() },
        operations: List::Borrowed(&HTTPS_OPERATIONS),
        configuration: none(),
        kinds: List::Borrowed(&HTTPS_KINDS),
        locates: Locates::Data,
        resolution: Some(Resolution::Global),
        gateway: Some(Gateway::Retrieves),
        media_type: t("from-protocol"),
        media_types: none(),
        safe_unasked: Some(true),
        redact: List::Borrowed(&HTTPS_REDACT),
        examples: List::Borrowed(&HTTPS_EXAMPLES),
        equal: List::Borrowed(&HTTPS_EQUAL),
        accepted: List::Borrowed(&HTTPS_ACCEPTED),
    },
    Definition {
        name: t("javascript"),
        status: Status::Unregistered,
        reference: List::Borrowed(&JAVASCRIPT_REFERENCE),
        statements: List::Borrowed(&JAVASCRIPT_STATEMENTS),
        hierarchical: false,
        authority: Authority::None,
        relative: false,
        relative_forms: List::Borrowed(&JAVASCRIPT_RELATIVE_FORMS),
        components: List::Borrowed(&JAVASCRIPT_COMPONENTS),
        port: None,
        ports: none(),
        empty_path_is_root: false,
        transport: None,
        terminator: t(""),
        mapping: Mapping { from: t("Programs in ECMAScript"), notation: t("HTML Standard section 7.4.2.3: the program in UTF-8, encoded"), template: t(""), legal: t("octets"), excluded: t(""), modifiers: t("Only scripts are included; modules are left out."), values: List::Borrowed(&JAVASCRIPT_VALUES) },
        operations: List::Borrowed(&JAVASCRIPT_OPERATIONS),
        configuration: List::Borrowed(&JAVASCRIPT_CONFIGURATION),
        kinds: List::Borrowed(&JAVASCRIPT_KINDS),
        locates: Locates::NotData,
        resolution: Some(Resolution::Context),
        gateway: Some(Gateway::Refuses),
        media_type: t("none"),
        media_types: none(),
        safe_unasked: Some(false),
        redact: none(),
        examples: List::Borrowed(&JAVASCRIPT_EXAMPLES),
        equal: none(),
        accepted: List::Borrowed(&JAVASCRIPT_ACCEPTED),
    },
    Definition {
        name: t("mailto"),
        status: Status::Permanent,
        reference: List::Borrowed(&MAILTO_REFERENCE),
        statements: List::Borrowed(&MAILTO_STATEMENTS),
        hierarchical: false,
        authority: Authority::None,
        relative: false,
        relative_forms: List::Borrowed(&MAILTO_RELATIVE_FORMS),
        components: List::Borrowed(&MAILTO_COMPONENTS),
        port: None,
        ports: none(),
        empty_path_is_root: false,
        transport: None,
        terminator: t(""),
        mapping: Mapping { from: t("Mail addresses (RFC 5322), and header fields of a message"), notation: t("RFC 6068 section 2: addresses with commas between them, and fields as name=value with `&` between them"), template: t(""), legal: t("octets"), excluded: t("%00"), modifiers: t("Display names, comments and groups of RFC 5322 are left out; header fields and the body are included."), values: List::Borrowed(&MAILTO_VALUES) },
        operations: List::Borrowed(&MAILTO_OPERATIONS),
        configuration: none(),
        kinds: List::Borrowed(&MAILTO_KINDS),
        locates: Locates::NotData,
        resolution: Some(Resolution::Global),
        gateway: Some(Gateway::Describes),
        media_type: t("none"),
        media_types: none(),
        safe_unasked: Some(false),
        redact: none(),
        examples: List::Borrowed(&MAILTO_EXAMPLES),
        equal: List::Borrowed(&MAILTO_EQUAL),
        accepted: List::Borrowed(&MAILTO_ACCEPTED),
    },
    Definition {
        name: t("mid"),
        status: Status::Permanent,
        reference: List::Borrowed(&MID_REFERENCE),
        statements: List::Borrowed(&MID_STATEMENTS),
        hierarchical: false,
        authority: Authority::None,
        relative: false,
        relative_forms: List::Borrowed(&MID_RELATIVE_FORMS),
        components: List::Borrowed(&MID_COMPONENTS),
        port: None,
        ports: none(),
        empty_path_is_root: false,
        transport: None,
        terminator: t(""),
        mapping: Mapping { from: t("The Message-ID of RFC 5322, and the Content-ID of RFC 2045"), notation: t("RFC 2392 section 2: the identifiers without their angle brackets, encoded, with `/` between them"), template: t(""), legal: t("%01-%09 %0B %0C %0E-%7F"), excluded: t(""), modifiers: t("The angle brackets are left out, and comments and white space around the identifiers."), values: List::Borrowed(&MID_VALUES) },
        operations: List::Borrowed(&MID_OPERATIONS),
        configuration: List::Borrowed(&MID_CONFIGURATION),
        kinds: List::Borrowed(&MID_KINDS),
        locates: Locates::Data,
        resolution: Some(Resolution::Context),
        gateway: Some(Gateway::Retrieves),
        media_type: t("from-protocol"),
        media_types: none(),
        safe_unasked: Some(false),
        redact: none(),
        examples: List::Borrowed(&MID_EXAMPLES),
        equal: none(),
        accepted: List::Borrowed(&MID_ACCEPTED),
    },
    Definition {
        name: t("news"),
        status: Status::Permanent,
        reference: List::Borrowed(&NEWS_REFERENCE),
        statements: List::Borrowed(&NEWS_STATEMENTS),
        hierarchical: false,
        authority: Authority::Optional,
        relative: false,
        relative_forms: List::Borrowed(&NEWS_RELATIVE_FORMS),
        components: List::Borrowed(&NEWS_COMPONENTS),
        port: Some(119),
        ports: List::Borrowed(&NEWS_PORTS),
        empty_path_is_root: false,
        transport: Some(Transport::Tcp),
        terminator: t("%0D %0A"),
        mapping: Mapping { from: t("Message identifiers and names of newsgroups (RFC 5536)"), notation: t("RFC 5538 section 4: the identifier without its brackets, the name as it is, or `*`"), template: t("news:{article or group}"), legal: t("%21-%7E"), excluded: t(""), modifiers: t("The angle brackets are left out, and so are wild cards but `*`."), values: List::Borrowed(&NEWS_VALUES) },
        operations: List::Borrowed(&NEWS_OPERATIONS),
        configuration: List::Borrowed(&NEWS_CONFIGURATION),
        kinds: List::Borrowed(&NEWS_KINDS),
        locates: Locates::Data,
        resolution: Some(Resolution::Configured),
        gateway: Some(Gateway::Retrieves),
        media_type: t("from-protocol"),
        media_types: none(),
        safe_unasked: Some(true),
        redact: none(),
        examples: List::Borrowed(&NEWS_EXAMPLES),
        equal: none(),
        accepted: List::Borrowed(&NEWS_ACCEPTED),
    },
    Definition {
        name: t("nntp"),
        status: Status::Permanent,
        reference: List::Borrowed(&NNTP_REFERENCE),
        statements: List::Borrowed(&NNTP_STATEMENTS),
        hierarchical: true,
        authority: Authority::Required,
        relative: false,
        relative_forms: List::Borrowed(&NNTP_RELATIVE_FORMS),
        components: List::Borrowed(&NNTP_COMPONENTS),
        port: Some(119),
        ports: List::Borrowed(&NNTP_PORTS),
        empty_path_is_root: false,
        transport: Some(Transport::Tcp),
        terminator: t("%0D %0A"),
        mapping: Mapping { from: t("Groups and numbers of articles on a server of NNTP (RFC 3977)"), notation: t("RFC 5538 section 3: server, group and number"), template: t(""), legal: t("%21-%7E"), excluded: t(""), modifiers: t("Ranges of numbers and wild cards are left out."), values: List::Borrowed(&NNTP_VALUES) },
        operations: List::Borrowed(&NNTP_OPERATIONS),
        configuration: none(),
        kinds: List::Borrowed(&NNTP_KINDS),
        locates: Locates::Data,
        resolution: Some(Resolution::Global),
        gateway: Some(Gateway::Retrieves),
        media_type: t("from-protocol"),
        media_types: none(),
        safe_unasked: Some(true),
        redact: none(),
        examples: List::Borrowed(&NNTP_EXAMPLES),
        equal: List::Borrowed(&NNTP_EQUAL),
        accepted: List::Borrowed(&NNTP_ACCEPTED),
    },
    Definition {
        name: t("tel"),
        status: Status::Permanent,
        reference: List::Borrowed(&TEL_REFERENCE),
        statements: List::Borrowed(&TEL_STATEMENTS),
        hierarchical: false,
        authority: Authority::None,
        relative: false,
        relative_forms: List::Borrowed(&TEL_RELATIVE_FORMS),
        components: List::Borrowed(&TEL_COMPONENTS),
        port: None,
        ports: none(),
        empty_path_is_root: false,
        transport: None,
        terminator: t(""),
        mapping: Mapping { from: t("Telephone numbers (ITU-T E.164), and numbers of other plans"), notation: t("RFC 3966 section 3: `+` and the digits, or the digits of a local number with its context"), template: t(""), legal: t("DIGIT +"), excluded: t(""), modifiers: t("Extensions and ISDN subaddresses are included as parameters; pauses and tones are left out."), values: List::Borrowed(&TEL_VALUES) },
        operations: List::Borrowed(&TEL_OPERATIONS),
        configuration: List::Borrowed(&TEL_CONFIGURATION),
        kinds: List::Borrowed(&TEL_KINDS),
        locates: Locates::NotData,
        resolution: Some(Resolution::Global),
        gateway: Some(Gateway::Describes),
        media_type: t("none"),
        media_types: none(),
        safe_unasked: Some(false),
        redact: none(),
        examples: List::Borrowed(&TEL_EXAMPLES),
        equal: none(),
        accepted: List::Borrowed(&TEL_ACCEPTED),
    },
    Definition {
        name: t("telnet"),
        status: Status::Permanent,
        reference: List::Borrowed(&TELNET_REFERENCE),
        statements: List::Borrowed(&TELNET_STATEMENTS),
        hierarchical: true,
        authority: Authority::Required,
        relative: false,
        relative_forms: List::Borrowed(&TELNET_RELATIVE_FORMS),
        components: List::Borrowed(&TELNET_COMPONENTS),
        port: Some(23),
        ports: List::Borrowed(&TELNET_PORTS),
        empty_path_is_root: false,
        transport: Some(Transport::Tcp),
        terminator: t("%0D %0A"),
        mapping: Mapping { from: t("Hosts and ports of services"), notation: t("RFC 4248 section 2: host and port as the authority"), template: t(""), legal: t("%21-%7E"), excluded: t(""), modifiers: t("Options of the protocol are left out."), values: List::Borrowed(&TELNET_VALUES) },
        operations: List::Borrowed(&TELNET_OPERATIONS),
        configuration: none(),
        kinds: List::Borrowed(&TELNET_KINDS),
        locates: Locates::NotData,
        resolution: Some(Resolution::Global),
        gateway: Some(Gateway::Describes),
        media_type: t("none"),
        media_types: none(),
        safe_unasked: Some(false),
        redact: List::Borrowed(&TELNET_REDACT),
        examples: List::Borrowed(&TELNET_EXAMPLES),
        equal: List::Borrowed(&TELNET_EQUAL),
        accepted: List::Borrowed(&TELNET_ACCEPTED),
    },
    Definition {
        name: t("tftp"),
        status: Status::Permanent,
        reference: List::Borrowed(&TFTP_REFERENCE),
        statements: List::Borrowed(&TFTP_STATEMENTS),
        hierarchical: true,
        authority: Authority::Required,
        relative: false,
        relative_forms: List::Borrowed(&TFTP_RELATIVE_FORMS),
        components: List::Borrowed(&TFTP_COMPONENTS),
        port: Some(69),
        ports: List::Borrowed(&TFTP_PORTS),
        empty_path_is_root: false,
        transport: Some(Transport::Udp),
        terminator: t("%00"),
        mapping: Mapping { from: t("Names of files and modes of TFTP (RFC 1350)"), notation: t("RFC 3617 section 3: the name is the path without its first slash; the mode follows as `;mode=`"), template: t(""), legal: t("octets"), excluded: t("%00"), modifiers: t("The modes netascii and octet are included; mail, and the options of RFC 2347, are left out."), values: List::Borrowed(&TFTP_VALUES) },
        operations: List::Borrowed(&TFTP_OPERATIONS),
        configuration: none(),
        kinds: List::Borrowed(&TFTP_KINDS),
        locates: Locates::Data,
        resolution: Some(Resolution::Global),
        gateway: Some(Gateway::Retrieves),
        media_type: t("sniffed"),
        media_types: none(),
        safe_unasked: Some(false),
        redact: none(),
        examples: List::Borrowed(&TFTP_EXAMPLES),
        equal: List::Borrowed(&TFTP_EQUAL),
        accepted: List::Borrowed(&TFTP_ACCEPTED),
    },
    Definition {
        name: t("urn"),
        status: Status::Permanent,
        reference: List::Borrowed(&URN_REFERENCE),
        statements: List::Borrowed(&URN_STATEMENTS),
        hierarchical: false,
        authority: Authority::None,
        relative: false,
        relative_forms: List::Borrowed(&URN_RELATIVE_FORMS),
        components: List::Borrowed(&URN_COMPONENTS),
        port: None,
        ports: none(),
        empty_path_is_root: false,
        transport: None,
        terminator: t(""),
        mapping: Mapping { from: t("Identifiers of a namespace"), notation: t("RFC 8141 section 2: `urn:` NID `:` NSS"), template: t(""), legal: t("octets"), excluded: t(""), modifiers: t("What stands behind `?+`, `?=` and `#` is not part of the name."), values: List::Borrowed(&URN_VALUES) },
        operations: none(),
        configuration: List::Borrowed(&URN_CONFIGURATION),
        kinds: List::Borrowed(&URN_KINDS),
        locates: Locates::NotData,
        resolution: Some(Resolution::Configured),
        gateway: Some(Gateway::Describes),
        media_type: t("none"),
        media_types: none(),
        safe_unasked: Some(false),
        redact: none(),
        examples: List::Borrowed(&URN_EXAMPLES),
        equal: none(),
        accepted: List::Borrowed(&URN_ACCEPTED),
    },
    Definition {
        name: t("ws"),
        status: Status::Permanent,
        reference: List::Borrowed(&WS_REFERENCE),
        statements: List::Borrowed(&WS_STATEMENTS),
        hierarchical: true,
        authority: Authority::Required,
        relative: true,
        relative_forms: List::Borrowed(&WS_RELATIVE_FORMS),
        components: List::Borrowed(&WS_COMPONENTS),
        port: Some(80),
        ports: none(),
        empty_path_is_root: true,
        transport: Some(Transport::Tcp),
        terminator: t(""),
        mapping: Mapping { from: t("none"), notation: t("RFC 6455 section 3: host, port, path and query as for http; no fragment"), template: t(""), legal: t(""), excluded: t(""), modifiers: t("none"), values: none() },
        operations: List::Borrowed(&WS_OPERATIONS),
        configuration: none(),
        kinds: List::Borrowed(&WS_KINDS),
        locates: Locates::NotData,
        resolution: Some(Resolution::Global),
        gateway: Some(Gateway::Describes),
        media_type: t("none"),
        media_types: none(),
        safe_unasked: Some(false),
        redact: none(),
        examples: List::Borrowed(&WS_EXAMPLES),
        equal: List::Borrowed(&WS_EQUAL),
        accepted: List::Borrowed(&WS_ACCEPTED),
    },
    Definition {
        name: t("wss"),
        status: Status::Permanent,
        reference: List::Borrowed(&WSS_REFERENCE),
        statements: List::Borrowed(&WSS_STATEMENTS),
        hierarchical: true,
        authority: Authority::Required,
        relative: true,
        relative_forms: List::Borrowed(&WSS_RELATIVE_FORMS),
        components: List::Borrowed(&WSS_COMPONENTS),
        port: Some(443),
        ports: none(),
        empty_path_is_root: true,
        transport: Some(Transport::Tcp),
        terminator: t(""),
        mapping: Mapping { from: t("none"), notation: t("RFC 6455 section 3: host, port, path and query as for https; no fragment"), template: t(""), legal: t(""), excluded: t(""), modifiers: t("none"), values: none() },
        operations: List::Borrowed(&WSS_OPERATIONS),
        configuration: none(),
        kinds: List::Borrowed(&WSS_KINDS),
        locates: Locates::NotData,
        resolution: Some(Resolution::Global),
        gateway: Some(Gateway::Describes),
        media_type: t("none"),
        media_types: none(),
        safe_unasked: Some(false),
        redact: none(),
        examples: List::Borrowed(&WSS_EXAMPLES),
        equal: List::Borrowed(&WSS_EQUAL),
        accepted: List::Borrowed(&WSS_ACCEPTED),
    },
];

pub(super) static REGISTERED: [Registered; 436] = [
    row("aaa", Status::Permanent, "Diameter Protocol", "RFC 6733", None),
    row("aaas", Status::Permanent, "Diameter Protocol with Secure Transport", "RFC 6733", None),
    row("about", Status::Permanent, "about", "RFC 6694, HTML Standard section 7.4", None),
    row("acap", Status::Permanent, "application configuration access protocol", "RFC 2244", Some(674)),
    row("acct", Status::Permanent, "acct", "RFC 7565", None),
    row("acd", Status::Provisional, "acd", "Michael Hedenus", None),
    row("ace", Status::Unconfirmed, "ace", "prov/ace", None),
    row("acr", Status::Provisional, "acr", "OMA-OMNA", None),
    row("adiumxtra", Status::Provisional, "adiumxtra", "Dave Thaler", None),
    row("adt", Status::Provisional, "adt", "SAP SE", None),
    row("aet", Status::Provisional, "aet", "prov/aet", None),
    row("afp", Status::Provisional, "afp", "Dave Thaler", None),
    row("afs", Status::Provisional, "Andrew File System global file names", "RFC 1738 section 5", None),
    row("agtp", Status::Provisional, "agtp", "prov/agtp", None),
    row("aim", Status::Provisional, "aim", "Dave Thaler", None),
    row("amss", Status::Provisional, "amss", "RadioDNS Project", None),
    row("android", Status::Provisional, "android", "Adam Barth, https://developer.android.com/guide/topics/manifest/manifest-intro", None),
    row("appdata", Status::Provisional, "appdata", "urischemeowners at microsoft.com", None),
    row("apt", Status::Provisional, "apt", "Dave Thaler", None),
    row("ar", Status::Provisional, "ar", "Arweave Team", None),
    row("ari", Status::Provisional, "ari", "prov/ari", None),
    row("ark", Status::Provisional, "ark", "ARK agency, https://n2t.net/ark:/21206/10015", None),
    row("ars", Status::Provisional, "ars", "prov/ars", None),
    row("at", Status::Provisional, "at", "prov/at", None),
    row("attachment", Status::Provisional, "attachment", "Dave Thaler", None),
    row("aw", Status::Provisional, "aw", "Dave Thaler", None),
    row("barion", Status::Provisional, "barion", "Bíró Tamás", None),
    row("bb", Status::Historical, "bb", "IESG", None),
    row("beshare", Status::Provisional, "beshare", "Dave Thaler", None),
    row("bitcoin", Status::Provisional, "bitcoin", "Dave Thaler", None),
    row("bitcoincash", Status::Provisional, "bitcoincash", "Corentin Mercier", None),
    row("bl", Status::Provisional, "bluetooth (shortened)", "prov/bl", None),
    row("blob", Status::Provisional, "blob", "File API section 8", None),
    row("bluetooth", Status::Provisional, "bluetooth", "prov/bluetooth", None),
    row("bolo", Status::Provisional, "bolo", "Dave Thaler", None),
    row("brid", Status::Provisional, "brid", "prov/brid", None),
    row("browserext", Status::Provisional, "browserext", "Mike Pietraszak", None),
    row("cabal", Status::Provisional, "cabal", "Frédéric Wang, Cabal Club", None),
    row("caip", Status::Provisional, "caip", "prov/caip", None),
    row("calculator", Status::Provisional, "calculator", "urischemeowners at microsoft.com", None),
    row("callto", Status::Provisional, "callto", "Alexey Melnikov", None),
    row("cap", Status::Permanent, "Calendar Access Protocol", "RFC 4324", None),
    row("cast", Status::Provisional, "cast", "Adam Barth, https://developers.google.com/cast/docs/registration", None),
    row("casts", Status::Provisional, "casts", "Adam Barth, https://developers.google.com/cast/docs/registration", None),
    row("chrome", Status::Provisional, "chrome", "Dave Thaler", None),
    row("chrome-extension", Status::Provisional, "chrome-extension", "Dave Thaler", None),
    row("cid", Status::Permanent, "content identifier", "RFC 2392", None),
    row("cm", Status::Provisional, "cm", "prov/cm", None),
    row("coap", Status::Permanent, "coap", "RFC 7252", Some(5683)),
    row("coap+tcp", Status::Permanent, "coap+tcp 1]", "RFC 8323", Some(5683)),
    row("coap+ws", Status::Permanent, "coap+ws 1]", "RFC 8323", Some(80)),
    row("coaps", Status::Permanent, "coaps", "RFC 7252", Some(5684)),
    row("coaps+tcp", Status::Permanent, "coaps+tcp 1]", "RFC 8323", Some(5684)),
    row("coaps+ws", Status::Permanent, "coaps+ws 1]", "RFC 8323", Some(443)),
    row("com-eventbrite-attendee", Status::Provisional, "com-eventbrite-attendee", "Bob Van Zant", None),
    row("content", Status::Provisional, "content", "Dave Thaler", None),
    row("content-type", Status::Provisional, "content-type", "Donald Eastlake", None),
    row("crid", Status::Permanent, "TV-Anytime Content Reference Identifier", "RFC 4078", None),
    row("cstr", Status::Provisional, "cstr", "Wang Shu", None),
    row("cttps", Status::Provisional, "cttps", "prov/cttps", None),
    row("cvs", Status::Provisional, "cvs", "Dave Thaler", None),
    row("dab", Status::Provisional, "dab", "RadioDNS Project", None),
    row("dat", Status::Provisional, "dat", "Frédéric Wang, Paul Frazee", None),
    row("data", Status::Permanent, "Small data in the place of its address", "RFC 2397, Fetch Standard section 6", None),
    row("dav", Status::Permanent, "dav", "RFC 4918", None),
    row("dhttp", Status::Provisional, "dhttp", "prov/dhttp", None),
    row("diaspora", Status::Provisional, "diaspora", "Dennis Schubert", None),
    row("dict", Status::Permanent, "dictionary service protocol", "RFC 2229", Some(2628)),
    row("did", Status::Provisional, "did", "W3C Decentralized Identifier Working Group, Manu Sporny, Ivan Herman", None),
    row("dilithium3", Status::Provisional, "dilithium3", "prov/dilithium3", None),
    row("dis", Status::Provisional, "dis", "Christophe Meessen", None),
    row("dlna-playcontainer", Status::Provisional, "dlna-playcontainer", "DLNA", None),
    row("dlna-playsingle", Status::Provisional, "dlna-playsingle", "DLNA", None),
    row("dnp", Status::Provisional, "dnp", "prov/dnp", None),
    row("dns", Status::Permanent, "Domain Name System", "RFC 4501", Some(53)),
    row("dntp", Status::Provisional, "dntp", "Hans-Dieter A. Hiep", None),
    row("doi", Status::Permanent, "doi", "Frédéric Wang, International DOI Foundation", None),
    row("donau", Status::Provisional, "donau", "prov/donau", None),
    row("dpp", Status::Provisional, "dpp", "Gaurav Jain, Wi-Fi Alliance", None),
    row("drm", Status::Provisional, "drm", "RadioDNS Project", None),
    row("drop", Status::Historical, "drop", "IESG", None),
    row("dtmi", Status::Provisional, "dtmi", "urischemeowners at microsoft.com", None),
    row("dtn", Status::Permanent, "DTNRG research and development", "RFC 9171", None),
    row("dvb", Status::Provisional, "dvb", "draft-mcroberts-uri-dvb", None),
    row("dvx", Status::Provisional, "dvx", "Clemens Bastian", None),
    row("dweb", Status::Provisional, "dweb", "Frédéric Wang, Protocol Labs", None),
    row("ed2k", Status::Provisional, "ed2k", "Dave Thaler", None),
    row("eid", Status::Provisional, "eid", "eSIM Group GSM Association", None),
    row("elsi", Status::Provisional, "elsi", "Kimmo Lindholm", None),
    row("embedded", Status::Provisional, "embedded", "Peter Hoddie", None),
    row("ens", Status::Provisional, "ens", "Ricky Bloomfield, Bradley Nelson", None),
    row("esim", Status::Provisional, "esim", "prov/esim", None),
    row("ethereum", Status::Provisional, "ethereum", "Frédéric Wang, ligi", None),
    row("example", Status::Permanent, "example", "RFC 7595", None),
    row("ez", Status::Provisional, "ez", "prov/ez", None),
    row("facetime", Status::Provisional, "facetime", "Dave Thaler", None),
    row("fax", Status::Historical, "fax", "RFC 2806, RFC 3966", None),
    row("feed", Status::Provisional, "feed", "Dave Thaler", None),
    row("feedready", Status::Provisional, "feedready", "Mirko Nosenzo", None),
    row("fido", Status::Provisional, "fido", "Adam Langley", None),
    row("file", Status::Permanent, "Host-specific file names", "RFC 8089", None),
    row("filesystem", Status::Historical, "filesystem", "W3C WebApps Working Group, Chris Rebert", None),
    row("finger", Status::Provisional, "finger", "Dave Thaler", None),
    row("first-run-pen-experience", Status::Provisional, "first-run-pen-experience", "urischemeowners at microsoft.com", None),
    row("fish", Status::Provisional, "fish", "Dave Thaler", None),
    row("fm", Status::Provisional, "fm", "RadioDNS Project", None),
    row("ftp", Status::Permanent, "File Transfer Protocol", "RFC 1738 section 3.2, RFC 959", Some(21)),
    row("fuchsia-pkg", Status::Provisional, "fuchsia-pkg", "Adam Barth, https://fuchsia.googlesource.com/fuchsia/", None),
    row("gcx", Status::Provisional, "gcx", "prov/gcx", None),
    row("gdsi", Status::Provisional, "gdsi", "prov/gdsi", None),
    row("geo", Status::Permanent, "Geographic Locations", "RFC 5870", None),
    row("gg", Status::Provisional, "gg", "Dave Thaler", None),
    row("git", Status::Provisional, "git", "Dave Thaler", None),
    row("gitoid", Status::Provisional, "gitoid", "Ed Warnicke", None),
    row("gizmoproject", Status::Provisional, "gizmoproject", "Dave Thaler", None),
    row("go", Status::Permanent, "go", "RFC 3368", None),
    row("gopher", Status::Permanent, "The Gopher Protocol", "RFC 4266, RFC 1436", Some(70)),
    row("graph", Status::Provisional, "graph", "Alastair Green", None),
    row("grd", Status::Historical, "grd", "IESG", None),
    row("gtalk", Status::Provisional, "gtalk", "Dave Thaler", None),
    row("h323", Status::Permanent, "H.323", "RFC 3508", None),
    row("ham", Status::Provisional, "ham", "RFC 7046", None),
    row("hcap", Status::Provisional, "hcap", "urischemeowners at microsoft.com", None),
    row("hcp", Status::Provisional, "hcp", "Alexey Melnikov", None),
    row("hs20", Status::Provisional, "hs20", "prov/hs20", None),
    row("http", Status::Permanent, "Hypertext Transfer Protocol", "RFC 9110 section 4.2.1", Some(80)),
    row("https", Status::Permanent, "Hypertext Transfer Protocol Secure", "RFC 9110 section 4.2.2", Some(443)),
    row("hxxp", Status::Provisional, "hxxp", "draft-salgado-hxxp", None),
    row("hxxps", Status::Provisional, "hxxps", "draft-salgado-hxxp", None),
    row("hydrazone", Status::Provisional, "hydrazone", "Matthias Merkel, https://tech.hydrazone.pro/uri/specification/hydrazone.txt", None),
    row("hyper", Status::Provisional, "hyper", "Frédéric Wang, Paul Frazee", None),
    row("i0", Status::Provisional, "i0", "prov/i0", None),
    row("iax", Status::Permanent, "Inter-Asterisk eXchange Version 2", "RFC 5456", Some(4569)),
    row("ibi", Status::Provisional, "ibi", "prov/ibi", None),
    row("ibi-", Status::Provisional, "ibi-", "prov/ibi-", None),
    row("icap", Status::Permanent, "Internet Content Adaptation Protocol", "RFC 3507", Some(1344)),
    row("icon", Status::Provisional, "icon", "draft-lafayette-icon-uri-scheme", None),
    row("ilstring", Status::Provisional, "ilstring", "prov/ilstring", None),
    row("im", Status::Permanent, "Instant Messaging", "RFC 3860", None),
    row("imap", Status::Permanent, "internet message access protocol", "RFC 5092", Some(143)),
    row("info", Status::Permanent, "Information Assets with Identifiers in Public Namespaces. (section 3) defines an \"info\" registry of public namespaces, which is maintained by NISO and can be accessed from .", "RFC 4452", None),
    row("interaction", Status::Provisional, "interaction", "prov/interaction", None),
    row("iotdisco", Status::Provisional, "iotdisco", "Peter Waher, https://www.iana.org/assignments/uri-schemes/prov/iotdisco.pdf", None),
    row("ipfs", Status::Provisional, "ipfs", "Frédéric Wang, Protocol Labs", None),
    row("ipn", Status::Permanent, "ipn", "RFC 9171", None),
    row("ipns", Status::Provisional, "ipns", "Frédéric Wang, Protocol Labs", None),
    row("ipp", Status::Permanent, "Internet Printing Protocol", "RFC 3510", Some(631)),
    row("ipps", Status::Permanent, "Internet Printing Protocol over HTTPS", "RFC 7472", Some(631)),
    row("irc", Status::Provisional, "irc", "Dave Thaler", None),
    row("irc6", Status::Provisional, "irc6", "Dave Thaler", None),
    row("ircs", Status::Provisional, "ircs", "Dave Thaler", None),
    row("iris", Status::Permanent, "Internet Registry Information Service", "RFC 3981", None),
    row("iris.beep", Status::Permanent, "iris.beep", "RFC 3983", None),
    row("iris.lwz", Status::Permanent, "iris.lwz", "RFC 4993", None),
    row("iris.xpc", Status::Permanent, "iris.xpc", "RFC 4992", None),
    row("iris.xpcs", Status::Permanent, "iris.xpcs", "RFC 4992", None),
    row("isostore", Status::Provisional, "isostore", "urischemeowners at microsoft.com", None),
    row("itms", Status::Provisional, "itms", "Dave Thaler", None),
    row("jabber", Status::Permanent, "jabber", "Peter Saint-Andre", None),
    row("jar", Status::Provisional, "jar", "Dave Thaler", None),
    row("javascript", Status::Unregistered, "A script in the place of an address", "HTML Standard section 7.4.2.3, draft-hoehrmann-javascript-scheme", None),
    row("jms", Status::Provisional, "Java Message Service", "RFC 6167", None),
    row("keyparc", Status::Provisional, "keyparc", "Dave Thaler", None),
    row("lastfm", Status::Provisional, "lastfm", "Dave Thaler", None),
    row("lbry", Status::Provisional, "lbry", "Alex Grintsvayg", None),
    row("ldap", Status::Permanent, "Lightweight Directory Access Protocol", "RFC 4516", Some(389)),
    row("ldaps", Status::Provisional, "ldaps", "Dave Thaler", Some(636)),
    row("leaptofrogans", Status::Permanent, "leaptofrogans", "RFC 8589", None),
    row("lid", Status::Provisional, "lid", "prov/lid", None),
    row("linkid", Status::Provisional, "linkid", "prov/linkid", None),
    row("lorawan", Status::Provisional, "lorawan", "OMA-DMSE", None),
    row("lpa", Status::Provisional, "lpa", "eSIM Group GSM Association", None),
    row("lvlt", Status::Provisional, "lvlt", "Alexander Shishenko", None),
    row("machineProvisioningProgressReporter", Status::Provisional, "Windows Autopilot Modern Device Management status updates", "prov/machineProvisioningProgressReporter", None),
    row("magnet", Status::Provisional, "magnet", "Dave Thaler", None),
    row("mailserver", Status::Historical, "Access to data available from mail servers", "RFC 6196", None),
    row("mailto", Status::Permanent, "Electronic mail address", "RFC 6068", None),
    row("maps", Status::Provisional, "maps", "Dave Thaler", None),
    row("market", Status::Provisional, "market", "Dave Thaler", None),
    row("matrix", Status::Provisional, "matrix", "Hubert Chathi", None),
    row("mdoc", Status::Provisional, "mdoc", "prov/mdoc", None),
    row("mdoc-openid4vp", Status::Provisional, "mdoc-openid4vp", "prov/mdoc-openid4vp", None),
    row("message", Status::Provisional, "message", "Dave Thaler", None),
    row("microsoft.windows.camera", Status::Provisional, "microsoft.windows.camera", "urischemeowners at microsoft.com", None),
    row("microsoft.windows.camera.multipicker", Status::Provisional, "microsoft.windows.camera.multipicker", "urischemeowners at microsoft.com", None),
    row("microsoft.windows.camera.picker", Status::Provisional, "microsoft.windows.camera.picker", "urischemeowners at microsoft.com", None),
    row("mid", Status::Permanent, "message identifier", "RFC 2392", None),
    row("mms", Status::Provisional, "mms", "Alexey Melnikov", None),
    row("modem", Status::Historical, "modem", "RFC 2806, RFC 3966", None),
    row("mongodb", Status::Provisional, "mongodb", "Ignacio Losiggio, Mongo DB Inc", None),
    row("moz", Status::Provisional, "moz", "Joe Hildebrand", None),
    row("moz-extension", Status::Unconfirmed, "moz-extension", "", None),
    row("mqtt", Status::Provisional, "mqtt", "prov/mqtt", Some(1883)),
    row("mqtts", Status::Provisional, "mqtts", "prov/mqtts", Some(8883)),
    row("ms-access", Status::Provisional, "ms-access", "urischemeowners at microsoft.com", None),
    row("ms-appinstaller", Status::Provisional, "ms-appinstaller", "urischemeowners at microsoft.com", None),
    row("ms-browser-extension", Status::Provisional, "ms-browser-extension", "urischemeowners at microsoft.com", None),
    row("ms-calculator", Status::Provisional, "ms-calculator", "urischemeowners at microsoft.com", None),
    row("ms-drive-to", Status::Provisional, "ms-drive-to", "urischemeowners at microsoft.com", None),
    row("ms-enrollment", Status::Provisional, "ms-enrollment", "urischemeowners at microsoft.com", None),
    row("ms-excel", Status::Provisional, "ms-excel", "urischemeowners at microsoft.com", None),
    row("ms-eyecontrolspeech", Status::Provisional, "ms-eyecontrolspeech", "urischemeowners at microsoft.com", None),
    row("ms-gamebarservices", Status::Provisional, "ms-gamebarservices", "urischemeowners at microsoft.com", None),
    row("ms-gamingoverlay", Status::Provisional, "ms-gamingoverlay", "urischemeowners at microsoft.com", None),
    row("ms-getoffice", Status::Provisional, "ms-getoffice", "urischemeowners at microsoft.com", None),
    row("ms-help", Status::Provisional, "ms-help", "Alexey Melnikov", None),
    row("ms-infopath", Status::Provisional, "ms-infopath", "urischemeowners at microsoft.com", None),
    row("ms-inputapp", Status::Provisional, "ms-inputapp", "urischemeowners at microsoft.com", None),
    row("ms-launchremotedesktop", Status::Provisional, "ms-launchremotedesktop", "prov/ms-launchremotedesktop", None),
    row("ms-lockscreencomponent-config", Status::Provisional, "ms-lockscreencomponent-config", "urischemeowners at microsoft.com", None),
    row("ms-media-stream-id", Status::Provisional, "ms-media-stream-id", "urischemeowners at microsoft.com", None),
    row("ms-meetnow", Status::Provisional, "ms-meetnow", "urischemeowners at microsoft.com", None),
    row("ms-mixedrealitycapture", Status::Provisional, "ms-mixedrealitycapture", "urischemeowners at microsoft.com", None),
    row("ms-mobileplans", Status::Provisional, "ms-mobileplans", "urischemeowners at microsoft.com", None),
    row("ms-newsandinterests", Status::Provisional, "ms-newsandinterests", "urischemeowners at microsoft.com", None),
    row("ms-officeapp", Status::Provisional, "ms-officeapp", "urischemeowners at microsoft.com", None),
    row("ms-people", Status::Provisional, "ms-people", "urischemeowners at microsoft.com", None),
    row("ms-personacard", Status::Provisional, "ms-personacard", "prov/ms-personacard", None),
    row("ms-powerpoint", Status::Provisional, "ms-powerpoint", "urischemeowners at microsoft.com", None),
    row("ms-project", Status::Provisional, "ms-project", "urischemeowners at microsoft.com", None),
    row("ms-publisher", Status::Provisional, "ms-publisher", "urischemeowners at microsoft.com", None),
    row("ms-recall", Status::Provisional, "ms-recall", "prov/ms-recall", None),
    row("ms-remotedesktop", Status::Provisional, "ms-remotedesktop", "prov/ms-remotedesktop", None),
    row("ms-remotedesktop-launch", Status::Provisional, "ms-remotedesktop-launch", "prov/ms-remotedesktop-launch", None),
    row("ms-restoretabcompanion", Status::Provisional, "ms-restoretabcompanion", "urischemeowners at microsoft.com", None),
    row("ms-screenclip", Status::Provisional, "ms-screenclip", "urischemeowners at microsoft.com", None),
    row("ms-screensketch", Status::Provisional, "ms-screensketch", "urischemeowners at microsoft.com", None),
    row("ms-search", Status::Provisional, "ms-search", "urischemeowners at microsoft.com", None),
    row("ms-search-repair", Status::Provisional, "ms-search-repair", "urischemeowners at microsoft.com", None),
    row("ms-secondary-screen-controller", Status::Provisional, "ms-secondary-screen-controller", "urischemeowners at microsoft.com", None),
    row("ms-secondary-screen-setup", Status::Provisional, "ms-secondary-screen-setup", "urischemeowners at microsoft.com", None),
    row("ms-settings", Status::Provisional, "ms-settings", "urischemeowners at microsoft.com", None),
    row("ms-settings-airplanemode", Status::Provisional, "ms-settings-airplanemode", "urischemeowners at microsoft.com", None),
    row("ms-settings-bluetooth", Status::Provisional, "ms-settings-bluetooth", "urischemeowners at microsoft.com", None),
    row("ms-settings-camera", Status::Provisional, "ms-settings-camera", "urischemeowners at microsoft.com", None),
    row("ms-settings-cellular", Status::Provisional, "ms-settings-cellular", "urischemeowners at microsoft.com", None),
    row("ms-settings-cloudstorage", Status::Provisional, "ms-settings-cloudstorage", "urischemeowners at microsoft.com", None),
    row("ms-settings-connectabledevices", Status::Provisional, "ms-settings-connectabledevices", "urischemeowners at microsoft.com", None),
    row("ms-settings-displays-topology", Status::Provisional, "ms-settings-displays-topology", "urischemeowners at microsoft.com", None),
    row("ms-settings-emailandaccounts", Status::Provisional, "ms-settings-emailandaccounts", "urischemeowners at microsoft.com", None),
    row("ms-settings-language", Status::Provisional, "ms-settings-language", "urischemeowners at microsoft.com", None),
    row("ms-settings-location", Status::Provisional, "ms-settings-location", "urischemeowners at microsoft.com", None),
    row("ms-settings-lock", Status::Provisional, "ms-settings-lock", "urischemeowners at microsoft.com", None),
    row("ms-settings-nfctransactions", Status::Provisional, "ms-settings-nfctransactions", "urischemeowners at microsoft.com", None),
    row("ms-settings-notifications", Status::Provisional, "ms-settings-notifications", "urischemeowners at microsoft.com", None),
    row("ms-settings-power", Status::Provisional, "ms-settings-power", "urischemeowners at microsoft.com", None),
    row("ms-settings-privacy", Status::Provisional, "ms-settings-privacy", "urischemeowners at microsoft.com", None),
    row("ms-settings-proximity", Status::Provisional, "ms-settings-proximity", "urischemeowners at microsoft.com", None),
    row("ms-settings-screenrotation", Status::Provisional, "ms-settings-screenrotation", "urischemeowners at microsoft.com", None),
    row("ms-settings-wifi", Status::Provisional, "ms-settings-wifi", "urischemeowners at microsoft.com", None),
    row("ms-settings-workplace", Status::Provisional, "ms-settings-workplace", "urischemeowners at microsoft.com", None),
    row("ms-spd", Status::Provisional, "ms-spd", "urischemeowners at microsoft.com", None),
    row("ms-stickers", Status::Provisional, "ms-stickers", "urischemeowners at microsoft.com", None),
    row("ms-sttoverlay", Status::Provisional, "ms-sttoverlay", "urischemeowners at microsoft.com", None),
    row("ms-transit-to", Status::Provisional, "ms-transit-to", "urischemeowners at microsoft.com", None),
    row("ms-useractivityset", Status::Provisional, "ms-useractivityset", "urischemeowners at microsoft.com", None),
    row("ms-uup", Status::Provisional, "ms-uup", "prov/ms-uup", None),
    row("ms-virtualtouchpad", Status::Provisional, "ms-virtualtouchpad", "urischemeowners at microsoft.com", None),
    row("ms-visio", Status::Provisional, "ms-visio", "urischemeowners at microsoft.com", None),
    row("ms-walk-to", Status::Provisional, "ms-walk-to", "urischemeowners at microsoft.com", None),
    row("ms-whiteboard", Status::Provisional, "ms-whiteboard", "urischemeowners at microsoft.com", None),
    row("ms-whiteboard-cmd", Status::Provisional, "ms-whiteboard-cmd", "urischemeowners at microsoft.com", None),
    row("ms-widgetboard", Status::Provisional, "ms-widgetboard", "prov/ms-widgetboard", None),
    row("ms-widgets", Status::Provisional, "ms-widgets", "prov/ms-widgets", None),
    row("ms-word", Status::Provisional, "ms-word", "urischemeowners at microsoft.com", None),
    row("msnim", Status::Provisional, "msnim", "Alexey Melnikov", None),
    row("msrp", Status::Permanent, "Message Session Relay Protocol", "RFC 4975", Some(2855)),
    row("msrps", Status::Permanent, "Message Session Relay Protocol Secure", "RFC 4975, RFC 8873", Some(2855)),
    row("mss", Status::Provisional, "mss", "Jarmo Miettinen", None),
    row("mt", Status::Permanent, "Matter protocol", "Connectivity Standards Alliance", None),
    row("mtqp", Status::Permanent, "Message Tracking Query Protocol", "RFC 3887", Some(1038)),
    row("mtrust", Status::Provisional, "mtrust", "prov/mtrust", None),
    row("mumble", Status::Provisional, "mumble", "Dave Thaler", None),
    row("mupdate", Status::Permanent, "Mailbox Update (MUPDATE) Protocol", "RFC 3656", Some(3905)),
    row("musik", Status::Provisional, "musik", "prov/musik", None),
    row("mvn", Status::Provisional, "mvn", "Dave Thaler", None),
    row("mvrp", Status::Provisional, "mvrp", "prov/mvrp", None),
    row("mvrps", Status::Provisional, "mvrps", "prov/mvrps", None),
    row("news", Status::Permanent, "USENET news", "RFC 5538", Some(119)),
    row("nfs", Status::Permanent, "network file system protocol", "RFC 2224", Some(2049)),
    row("ni", Status::Permanent, "ni", "RFC 6920", None),
    row("nih", Status::Permanent, "nih", "RFC 6920", None),
    row("nntp", Status::Permanent, "USENET news using NNTP access", "RFC 5538", Some(119)),
    row("nostr", Status::Provisional, "nostr", "prov/nostr", None),
    row("notes", Status::Provisional, "notes", "draft-dconmy-notes-uri-scheme-02", None),
    row("npamp", Status::Provisional, "npamp", "prov/npamp", None),
    row("num", Status::Provisional, "Namespace Utility Modules", "Elliott Brown, https://www.numprotocol.com/specification", None),
    row("ocf", Status::Provisional, "ocf", "Dave Thaler", None),
    row("oid", Status::Provisional, "oid", "draft-larmouth-oid-iri", None),
    row("onenote", Status::Provisional, "onenote", "urischemeowners at microsoft.com", None),
    row("onenote-cmd", Status::Provisional, "onenote-cmd", "urischemeowners at microsoft.com", None),
    row("opaquelocktoken", Status::Permanent, "opaquelocktokent", "RFC 4918", None),
    row("openid", Status::Provisional, "OpenID Connect", "prov/openid", None),
    row("openpgp4fpr", Status::Provisional, "openpgp4fpr", "Wiktor Kwapisiewicz", None),
    row("otpauth", Status::Provisional, "otpauth", "Frédéric Wang, Thomas Habets", None),
    row("p1", Status::Historical, "p1", "IESG", None),
    row("pack", Status::Historical, "pack", "draft-shur-pack-uri-scheme", None),
    row("palm", Status::Provisional, "palm", "Dave Thaler", None),
    row("paparazzi", Status::Provisional, "paparazzi", "Dave Thaler", None),
    row("payment", Status::Historical, "payment", "Arild Hegvik, https://bitcoincheque.org", None),
    row("payto", Status::Provisional, "payto", "RFC 8905", None),
    row("pkcs11", Status::Permanent, "PKCS#11", "RFC 7512", None),
    row("pkg", Status::Provisional, "pkg", "prov/pkg", None),
    row("platform", Status::Provisional, "platform", "Dave Thaler", None),
    row("pop", Status::Permanent, "Post Office Protocol v3", "RFC 2384", Some(110)),
    row("pres", Status::Permanent, "Presence", "RFC 3859", None),
    row("prospero", Status::Historical, "Prospero Directory Service", "RFC 4157", Some(1525)),
    row("proxy", Status::Provisional, "proxy", "Dave Thaler", None),
    row("psyc", Status::Provisional, "psyc", "Dave Thaler", None),
    row("pttp", Status::Provisional, "pttp", "Tony Deng, Tuan Hoang, Bob Hinkle, Mark Chen", None),
    row("pwid", Status::Provisional, "pwid", "Eld Zierau", None),
    row("qb", Status::Provisional, "qb", "Jan Pokorny", None),
    row("query", Status::Provisional, "query", "Dave Thaler", None),
    row("quic-transport", Status::Provisional, "quic-transport", "draft-vvv-webtransport-quic", None),
    row("redis", Status::Provisional, "redis", "Chris Rebert", None),
    row("rediss", Status::Provisional, "rediss", "Chris Rebert", None),
    row("reload", Status::Permanent, "reload", "RFC 6940", None),
    row("res", Status::Provisional, "res", "Alexey Melnikov", None),
    row("resource", Status::Provisional, "resource", "Dave Thaler", None),
    row("rmi", Status::Provisional, "rmi", "Dave Thaler", None),
    row("rsync", Status::Provisional, "rsync", "RFC 5781", None),
    row("rtmfp", Status::Provisional, "rtmfp", "RFC 7425", None),
    row("rtmp", Status::Provisional, "rtmp", "Dave Thaler", None),
    row("rtsp", Status::Permanent, "Real-time Streaming Protocol (RTSP)", "RFC 2326, RFC 7826", Some(554)),
    row("rtsps", Status::Permanent, "Real-time Streaming Protocol (RTSP) over TLS", "RFC 2326, RFC 7826", Some(322)),
    row("rtspu", Status::Permanent, "Real-time Streaming Protocol (RTSP) over unreliable datagram transport", "RFC 2326", Some(554)),
    row("sarif", Status::Provisional, "sarif", "OASIS Open, Michael C Fanning, David Keaton", None),
    row("secondlife", Status::Provisional, "query", "Dave Thaler", None),
    row("secret-token", Status::Provisional, "secret-token", "RFC 8959", None),
    row("seki", Status::Unconfirmed, "seki", "prov/seki", None),
    row("service", Status::Permanent, "service location", "RFC 2609", None),
    row("session", Status::Permanent, "session", "RFC 6787", None),
    row("sftp", Status::Provisional, "query", "Dave Thaler", None),
    row("sgn", Status::Provisional, "sgn", "Dave Thaler", None),
    row("shc", Status::Provisional, "shc", "Josh Mandel", None),
    row("shelter", Status::Provisional, "shelter", "prov/shelter", None),
    row("shttp", Status::Permanent, "Secure Hypertext Transfer Protocol", "RFC 2660, status-change-http-experiments-to-historic", None),
    row("sieve", Status::Permanent, "ManageSieve Protocol", "RFC 5804", Some(4190)),
    row("simpleledger", Status::Provisional, "simpleledger", "James Cramer", None),
    row("simplex", Status::Provisional, "simplex", "Evgeny Poberezkin", None),
    row("sip", Status::Permanent, "session initiation protocol", "RFC 3261", Some(5060)),
    row("sips", Status::Permanent, "secure session initiation protocol", "RFC 3261", Some(5061)),
    row("skype", Status::Provisional, "skype", "Alexey Melnikov", None),
    row("smb", Status::Provisional, "smb", "Dave Thaler", None),
    row("smp", Status::Provisional, "smp", "Evgeny Poberezkin", None),
    row("sms", Status::Permanent, "Short Message Service", "RFC 5724", None),
    row("smtp", Status::Provisional, "smtp", "draft-melnikov-smime-msa-to-mda", None),
    row("snews", Status::Historical, "NNTP over SSL/TLS", "RFC 5538", None),
    row("snmp", Status::Permanent, "Simple Network Management Protocol", "RFC 4088", Some(161)),
    row("soap.beep", Status::Permanent, "soap.beep", "RFC 4227", Some(605)),
    row("soap.beeps", Status::Permanent, "soap.beeps", "RFC 4227", None),
    row("soldat", Status::Provisional, "soldat", "Dave Thaler", None),
    row("spacify", Status::Provisional, "spacify", "prov/spacify", None),
    row("spiffe", Status::Provisional, "spiffe", "Evan Gilman", None),
    row("spotify", Status::Provisional, "spotify", "Dave Thaler", None),
    row("ssb", Status::Provisional, "ssb", "Frédéric Wang, Secure Scuttlebutt Consortium", None),
    row("ssh", Status::Provisional, "ssh", "Dave Thaler", None),
    row("sss", Status::Provisional, "sss", "prov/sss", None),
    row("starknet", Status::Provisional, "starknet", "prov/starknet", None),
    row("steam", Status::Provisional, "steam", "Dave Thaler", None),
    row("stun", Status::Permanent, "stun", "RFC 7064", Some(3478)),
    row("stuns", Status::Permanent, "stuns", "RFC 7064", Some(5349)),
    row("submit", Status::Provisional, "submit", "draft-melnikov-smime-msa-to-mda", None),
    row("svn", Status::Provisional, "svn", "Dave Thaler", None),
    row("swh", Status::Provisional, "swh", "Software Heritage, Stefano Zacchiroli", None),
    row("swid", Status::Provisional, "swid", "draft-ietf-sacm-coswid-19", None),
    row("swidpath", Status::Provisional, "swidpath", "draft-ietf-sacm-coswid-19", None),
    row("tag", Status::Permanent, "tag", "RFC 4151", None),
    row("taler", Status::Provisional, "taler", "draft-grothoff-taler-01", None),
    row("teamspeak", Status::Provisional, "teamspeak", "Dave Thaler", None),
    row("teapot", Status::Provisional, "teapot", "prov/teapot", None),
    row("teapots", Status::Provisional, "teapots", "prov/teapots", None),
    row("tel", Status::Permanent, "telephone", "RFC 3966", None),
    row("teliaeid", Status::Provisional, "teliaeid", "Peter Lewandowski", None),
    row("telnet", Status::Permanent, "Reference to interactive sessions", "RFC 4248", Some(23)),
    row("tftp", Status::Permanent, "Trivial File Transfer Protocol", "RFC 3617", Some(69)),
    row("things", Status::Provisional, "things", "Dave Thaler", None),
    row("thismessage", Status::Permanent, "multipart/related relative reference resolution", "RFC 2557", None),
    row("thzp", Status::Historical, "thzp", "", None),
    row("tii", Status::Unconfirmed, "tii", "prov/tii", None),
    row("tip", Status::Permanent, "Transaction Internet Protocol", "RFC 2371", Some(3372)),
    row("tn3270", Status::Permanent, "Interactive 3270 emulation sessions", "RFC 6270", Some(23)),
    row("tool", Status::Provisional, "tool", "Matthias Merkel", None),
    row("tttps", Status::Provisional, "TLS TimeToken Secure Protocol (TTTPS). A cryptographic temporal ordering proof protocol augmenting TLS 1.3 with Proof-of-Time records.", "prov/tttps", None),
    row("turn", Status::Permanent, "turn", "RFC 7065", Some(3478)),
    row("turns", Status::Permanent, "turns", "RFC 7065", Some(5349)),
    row("tv", Status::Permanent, "TV Broadcasts", "RFC 2838", None),
    row("udp", Status::Provisional, "udp", "Dave Thaler", None),
    row("unreal", Status::Provisional, "unreal", "Dave Thaler", None),
    row("upn", Status::Provisional, "upn", "prov/upn", None),
    row("upt", Status::Historical, "upt", "IESG", None),
    row("urn", Status::Permanent, "Uniform Resource Names", "RFC 8141", None),
    row("ust", Status::Provisional, "ust", "prov/ust", None),
    row("ut2004", Status::Provisional, "ut2004", "Dave Thaler", None),
    row("uuaid", Status::Provisional, "uuaid", "prov/uuaid", None),
    row("uuid-in-package", Status::Provisional, "uuid-in-package", "Kunihiko Sakamoto", None),
    row("v-event", Status::Provisional, "v-event", "draft-menderico-v-event-uri", None),
    row("vemmi", Status::Permanent, "versatile multimedia interface", "RFC 2122", Some(575)),
    row("ventrilo", Status::Provisional, "ventrilo", "Dave Thaler", None),
    row("ves", Status::Provisional, "ves", "Jim Zubov", None),
    row("videotex", Status::Historical, "videotex", "draft-mavrakis-videotex-url-spec, RFC 2122, RFC 3986", None),
    row("view-source", Status::Provisional, "view-source", "Mykyta Yevstifeyev", None),
    row("vnc", Status::Permanent, "Remote Framebuffer Protocol", "RFC 7869", None),
    row("vscode", Status::Provisional, "vscode", "urischemeowners at microsoft.com", None),
    row("vscode-insiders", Status::Provisional, "vscode-insiders", "urischemeowners at microsoft.com", None),
    row("vsls", Status::Provisional, "vsls", "urischemeowners at microsoft.com", None),
    row("w3", Status::Provisional, "w3", "Qi Zhou", None),
    row("wais", Status::Historical, "Wide Area Information Servers", "RFC 4156", Some(210)),
    row("wasm", Status::Provisional, "wasm", "prov/wasm", None),
    row("wasm-js", Status::Provisional, "wasm-js", "prov/wasm-js", None),
    row("wcr", Status::Provisional, "wcr", "Jason Dzubak", None),
    row("web+ap", Status::Provisional, "web+ap", "prov/web+ap", None),
    row("web+interaction", Status::Provisional, "web+interaction", "prov/web+interaction", None),
    row("web3", Status::Provisional, "web3", "Qi Zhou", None),
    row("webcal", Status::Provisional, "webcal", "Dave Thaler", None),
    row("wifi", Status::Provisional, "wifi", "Wi-Fi Alliance, Jun Tian", None),
    row("wpid", Status::Historical, "wpid", "Eld Zierau", None),
    row("ws", Status::Permanent, "WebSocket connections", "RFC 6455 section 3", Some(80)),
    row("wss", Status::Permanent, "Encrypted WebSocket connections", "RFC 6455 section 3", Some(443)),
    row("wtai", Status::Provisional, "wtai", "Dave Thaler", None),
    row("wyciwyg", Status::Provisional, "wyciwyg", "Dave Thaler", None),
    row("xcompute", Status::Provisional, "xcompute", "prov/xcompute", None),
    row("xcon", Status::Permanent, "xcon", "RFC 6501", None),
    row("xcon-userid", Status::Permanent, "xcon-userid", "RFC 6501", None),
    row("xfire", Status::Provisional, "xfire", "Dave Thaler", None),
    row("xftp", Status::Provisional, "xftp", "prov/xftp", None),
    row("xmlrpc.beep", Status::Permanent, "xmlrpc.beep", "RFC 3529", Some(602)),
    row("xmlrpc.beeps", Status::Permanent, "xmlrpc.beeps", "RFC 3529", None),
    row("xmpp", Status::Permanent, "Extensible Messaging and Presence Protocol", "RFC 5122", None),
    row("xrcp", Status::Provisional, "xrcp", "prov/xrcp", None),
    row("xri", Status::Provisional, "xri", "Dave Thaler", None),
    row("ymsgr", Status::Provisional, "ymsgr", "Dave Thaler", None),
    row("z39.50", Status::Historical, "Z39.50 information access", "RFC 1738, RFC 2056", None),
    row("z39.50r", Status::Permanent, "Z39.50 Retrieval", "RFC 2056", Some(210)),
    row("z39.50s", Status::Permanent, "Z39.50 Session", "RFC 2056", Some(210)),
    row("ztdnaid", Status::Provisional, "ztdnaid", "prov/ztdnaid", None),
];
