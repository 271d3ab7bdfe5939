//! Tests the files and the exit status of `napkin unbundle`.
#![cfg(unix)]

use std::fs;
use std::path::PathBuf;

use crate::common::{Ran, napkin_with};

/// A folder that exists for a single test.
struct Room {
    folder: PathBuf,
}

const PAGE: &str = "<img src=data:image/png,A><iframe src='data:text/html,%3Cimg src=data:image/png,A%3E'></iframe>";
const IMAGE: &str = "image-559aead08264d579.png";

impl Room {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("napkin-unbundle-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        let room = Self { folder };
        room.put("page.html", PAGE);
        room
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    fn put(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("a file");
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("a file")
    }

    /// Unbundles a page into the folder `out`.
    fn unbundle(&self, page: &str, options: &[&str]) -> Ran {
        let (page, out) = (self.path(page), self.path("out"));
        let mut arguments = vec!["unbundle", page.to_str().expect("text"), "-o", out.to_str().expect("text")];
        arguments.extend(options);
        napkin_with(&arguments, "")
    }

    /// Returns the names in the folder `out`, including hidden ones.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.path("out")).into_iter().flatten();
        let mut names: Vec<String> =
            entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("text")).collect();
        names.sort();
        names
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

#[test]
fn a_page_and_its_files_are_written_and_said() {
    let room = Room::new("plain");
    let ran = room.unbundle("page.html", &[]);
    let (page, out) = (room.path("page.html"), room.path("out"));
    let (page, out) = (page.display(), out.display());
    let frame = room.names().into_iter().find(|name| name.starts_with("page-")).expect("a frame");
    assert_eq!(ran.out, format!("{out}/{IMAGE}\n{out}/{frame}\n{out}/page.html\n"));
    let note = "what this frame shows is of the page's own origin now, and its scripts can reach the page";
    assert_eq!((ran.status, ran.err), (0, format!("note: {page}:1:40: {note}\n")));
    assert_eq!(room.names(), [IMAGE, &frame, "page.html"]);
    assert_eq!(room.read(&format!("out/{IMAGE}")), "A");
    assert_eq!(room.read(&format!("out/{frame}")), format!("<img src={IMAGE}>"));
    assert_eq!(room.read("out/page.html"), format!("<img src={IMAGE}><iframe src='{frame}'></iframe>"));
}

#[test]
fn records_say_files_and_what_stays() {
    let room = Room::new("records");
    room.put("page.html", "<img src=data:image/png,A><img src=data:image/png>");
    let ran = room.unbundle("page.html", &["--json"]);
    let (page, out) = (room.path("page.html"), room.path("out"));
    let (page, out) = (page.display(), out.display());
    let rest = "\"start\":null,\"end\":null,\"line\":null,\"column\":null,\"context\":null,\"text\":null,\"reason\":null,\
                \"message\":null}";
    let expected = format!(
        "{{\"ok\":true,\"file\":\"{out}/{IMAGE}\",\"use\":\"image\",\"media_type\":\"image/png\",\"size\":1,\"times\":1,\
         \"source\":\"{page}\",{rest}\n\
         {{\"ok\":true,\"file\":\"{out}/page.html\",\"use\":null,\"media_type\":\"text/html\",\"size\":60,\"times\":0,\
         \"source\":\"{page}\",{rest}\n\
         {{\"ok\":false,\"file\":null,\"use\":\"image\",\"media_type\":null,\"size\":null,\"times\":null,\"source\":\"{page}\",\
         \"start\":35,\"end\":49,\"line\":1,\"column\":36,\"context\":\"html img[src]\",\"text\":\"data:image/png\",\
         \"reason\":\"wrong\",\"message\":\"browsers load nothing from it: expected `,` before the data, but found the \
         end\"}}\n"
    );
    assert_eq!((ran.status, ran.out, ran.err), (1, expected, String::new()));
}

#[test]
fn nothing_is_written_over_unless_asked() {
    let room = Room::new("over");
    fs::create_dir(room.path("out")).expect("a folder");
    room.put("out/page.html", "older");
    let ran = room.unbundle("page.html", &[]);
    let place = room.path("out/page.html");
    let err = format!("error: {}: there already; --force writes over it\n", place.display());
    assert_eq!((ran.status, ran.out, ran.err), (2, String::new(), err));
    assert_eq!(room.names(), ["page.html"]);
    assert_eq!(room.read("out/page.html"), "older");
    assert_eq!(room.unbundle("page.html", &["--force"]).status, 0);
    assert_eq!(room.names().len(), 3);
    assert!(room.read("out/page.html").starts_with("<img src=image-"));
    // The same run again overwrites nothing.
    assert_eq!(room.unbundle("page.html", &[]).status, 0);
    assert_eq!(room.names().len(), 3);
}

#[test]
fn links_of_the_file_system_lead_nowhere_else() {
    let room = Room::new("links");
    fs::create_dir(room.path("out")).expect("a folder");
    room.put("secret", "older");
    std::os::unix::fs::symlink(room.path("secret"), room.path("out").join(IMAGE)).expect("a link");
    assert_eq!(room.unbundle("page.html", &[]).status, 2);
    assert_eq!(room.unbundle("page.html", &["--force"]).status, 0);
    assert_eq!(room.read("secret"), "older");
    assert_eq!(room.read(&format!("out/{IMAGE}")), "A");
}

#[test]
fn after_a_failure_the_folder_is_as_it_was() {
    let room = Room::new("failure");
    // A folder is in the place of the page, which no file can replace.
    fs::create_dir_all(room.path("out/page.html")).expect("a folder");
    let place = room.path("out").join(IMAGE);
    fs::write(&place, "older").expect("a file");
    assert_eq!(room.unbundle("page.html", &["--force"]).status, 2);
    assert_eq!(room.names(), [IMAGE, "page.html"]);
    assert_eq!(room.read(&format!("out/{IMAGE}")), "older");
    room.put("file", "");
    let (page, out) = (room.path("page.html"), room.path("file/out"));
    let ran = napkin_with(&["unbundle", page.to_str().expect("text"), "-o", out.to_str().expect("text")], "");
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
}

#[test]
fn unbundle_reports_limits_and_usage() {
    let room = Room::new("limits");
    for (options, status) in [
        (&["--max-object", "0"][..], 1),
        (&["--max-total", "1"], 1),
        (&["--max-count", "1"], 1),
        (&["--max-depth", "0"], 1),
        (&["--max-depth", "x"], 2),
    ] {
        let _ = fs::remove_dir_all(room.path("out"));
        assert_eq!(room.unbundle("page.html", options).status, status, "{options:?}");
    }
    assert_eq!(room.unbundle("gone.html", &[]).status, 2);
    let name = |name: &str| room.path(name).display().to_string();
    for (file, text, message) in [
        ("a.mht", "", "expected a page in the message, but found no part that is HTML"),
        (
            "saved",
            "From: <Saved by Blink>\nMIME-Version: 1.0\nContent-Type: multipart/related\n\n",
            "expected a page in the message, but found no part that is HTML",
        ),
        ("a.txt", "two pints", "expected an HTML document, a style sheet or SVG, but found text"),
    ] {
        room.put(file, text);
        let ran = room.unbundle(file, &[]);
        assert_eq!((ran.status, ran.err), (2, format!("error: {}: {message}\n", name(file))));
    }
}

#[test]
fn a_message_becomes_a_page_with_files() {
    let room = Room::new("message");
    room.put(
        "saved.mhtml",
        "Content-Location: http://pub.example/\nContent-Type: multipart/related; boundary=b\n\n\
         --b\nContent-Type: text/html\n\n<link rel=stylesheet href=s.css><img src=gone.png>\n\
         --b\nContent-Type: text/css\nContent-Location: s.css\n\np{background:url(a.png)}\n\
         --b\nContent-Type: image/png\nContent-Location: a.png\n\nA\n\
         --b\nContent-Type: text/plain\n\nA note.\n--b--\n",
    );
    let ran = room.unbundle("saved.mhtml", &[]);
    let name = room.path("saved.mhtml").display().to_string();
    let err =
        format!("error: {name} part 1:1:42: html img[src] `gone.png` is left as a link: no part of the message\n");
    assert_eq!((ran.status, ran.err), (1, err));
    let names = room.names();
    assert_eq!(names.len(), 4, "{names:?}");
    let read = |name: &str| fs::read_to_string(room.path("out").join(name)).expect("a file");
    let sheet = names.iter().find(|name| name.ends_with(".css")).expect("the style sheet");
    assert_eq!(read("saved.html"), format!("<link rel=stylesheet href={sheet}><img src=http://pub.example/gone.png>"));
    assert_eq!(read(sheet), format!("p{{background:url({IMAGE})}}"));
    assert_eq!(read(IMAGE), "A");
    assert!(names.iter().any(|name| name.ends_with(".txt")), "{names:?}");
}

#[test]
fn standard_input_is_a_page() {
    let room = Room::new("stdin");
    let out = room.path("out");
    let ran = napkin_with(&["unbundle", "-", "-o", out.to_str().expect("text")], "<img src=data:image/png,A>");
    assert_eq!((ran.status, room.names()), (0, vec![IMAGE.to_owned(), "index.html".to_owned()]));
}

/// Creates the leftovers of a run, and returns its lock: a new file, a replaced old file, and an old file that was not
/// replaced.
fn leftovers(room: &Room) -> (PathBuf, fs::File) {
    let work = room.path("out/.napkin-unbundle-1-0");
    fs::create_dir_all(&work).expect("a folder");
    for (name, text) in [("new-page.html", "new"), ("old-a.png", "old a"), ("old-b.png", "old b")] {
        fs::write(work.join(name), text).expect("a file");
    }
    fs::write(room.path("out/a.png"), "a").expect("a file");
    let lock = fs::File::create_new(work.join("lock")).expect("a lock");
    (work, lock)
}

#[test]
fn unbundle_clears_up_after_a_killed_run() {
    let room = Room::new("killed");
    let (work, lock) = leftovers(&room);
    lock.try_lock().expect("a lock");
    assert_eq!(room.unbundle("page.html", &["--force"]).status, 0);
    // The run is still alive: its files stay.
    assert!(work.join("new-page.html").exists() && work.join("old-b.png").exists());
    // Closing the file is not enough: a process that another test is starting may have a copy of it for a moment.
    lock.unlock().expect("a lock");
    assert_eq!(room.unbundle("page.html", &["--force"]).status, 0);
    assert!(!work.exists());
    assert_eq!((room.read("out/a.png"), room.read("out/b.png")), ("a".into(), "old b".into()));
    assert!(room.names().iter().all(|name| !name.starts_with('.')), "{:?}", room.names());
}

#[test]
fn unbundle_clears_up_nothing_behind_links() {
    let room = Room::new("planted");
    let elsewhere = room.path("elsewhere");
    fs::create_dir_all(&elsewhere).expect("a folder");
    fs::create_dir_all(room.path("out")).expect("a folder");
    for name in ["lock", "new-a", "old-a"] {
        fs::write(elsewhere.join(name), name).expect("a file");
    }
    std::os::unix::fs::symlink(&elsewhere, room.path("out/.napkin-unbundle-1-0")).expect("a link");
    let planted = room.path("out/.napkin-unbundle-2-0");
    fs::create_dir_all(&planted).expect("a folder");
    std::os::unix::fs::symlink(elsewhere.join("lock"), planted.join("lock")).expect("a link");
    assert_eq!(room.unbundle("page.html", &[]).status, 0);
    assert_eq!(fs::read_dir(&elsewhere).expect("a folder").count(), 3);
    assert!(planted.join("lock").exists() && !room.path("out/a").exists());
}

/// Writes sixty thousand files much faster than with one disk sync per file.
#[test]
fn unbundle_writes_many_files_without_waiting_for_each() {
    let room = Room::new("many");
    let page: String = (0..60_000).map(|number| format!("<img src=data:image/gif,GIF{number}>")).collect();
    room.put("many.html", &page);
    let begun = std::time::Instant::now();
    assert_eq!(room.unbundle("many.html", &["-q"]).status, 0);
    assert_eq!(room.names().len(), 60_001);
    assert!(begun.elapsed().as_secs() < 20, "{:?}", begun.elapsed());
}
