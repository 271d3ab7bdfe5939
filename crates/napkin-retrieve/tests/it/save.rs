//! Downloads into files: complete or absent, and resumed only if the object is unchanged.

use std::fs;
use std::io::Write;

use napkin_retrieve::{Client, Overwrite, Request, SaveOptions, rules};
use tokio::io::AsyncReadExt;

use crate::common::{Server, policy};

const OBJECT: &str = "0123456789";

/// A server that cuts the whole object off after four bytes, and answers range requests with at most `most` bytes.
fn unreliable(tag: &'static str, most: usize) -> Server {
    Server::new(move |head, stream| {
        let range = head.lines().find_map(|line| line.strip_prefix("range: bytes="));
        let first: usize = range.and_then(|range| range.split('-').next()?.parse().ok()).unwrap_or(0);
        let _ = match range {
            None => write!(stream, "HTTP/1.1 200 OK\r\nETag: {tag}\r\nContent-Length: 10\r\n\r\n{}", &OBJECT[..4]),
            Some(_) => {
                let part = &OBJECT[first..(first + most).min(10)];
                let (last, length) = (first + part.len() - 1, part.len());
                let head = format!("HTTP/1.1 206 Partial Content\r\nETag: {tag}\r\nContent-Length: {length}\r\n");
                write!(stream, "{head}Content-Range: bytes {first}-{last}/10\r\n\r\n{part}")
            }
        };
    })
}

#[tokio::test]
async fn save_resumes_an_interrupted_download() {
    let server = unreliable("\"1\"", 10);
    let client = Client::new(policy(&[&server]));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("menu");
    let request = Request::get(server.url("/menu")).uncompressed();

    let failed = client.save(&request, &path, SaveOptions::default()).await.unwrap_err();
    assert_eq!((failed.failure().error().rule(), failed.bytes()), (rules::BODY_INCOMPLETE, 4));
    let left = failed.left().expect("a part").clone();
    assert_eq!((fs::read(&left.path).unwrap(), left.bytes, path.exists()), (b"0123".to_vec(), 4, false));

    let mut seen = Vec::new();
    let options =
        SaveOptions::default().with_resume(true).with_progress(|now| seen.push((now.resumed, now.bytes, now.total)));
    let saved = client.save(&request, &path, options).await.unwrap();
    assert_eq!((saved.bytes, fs::read(&path).unwrap()), (6, OBJECT.into()));
    assert_eq!(seen.last(), Some(&(4, 6, Some(10))));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    let heads = server.heads();
    assert!(heads[1].contains("range: bytes=4-\r\n") && heads[1].contains("if-range: \"1\"\r\n"), "{}", heads[1]);
}

#[tokio::test]
async fn save_leaves_no_part_without_a_strong_validator() {
    let server = unreliable("W/\"1\"", 10);
    let folder = tempfile::tempdir().unwrap();
    let request = Request::get(server.url("/menu")).uncompressed();
    let path = folder.path().join("menu");
    let failed = Client::new(policy(&[&server])).save(&request, path, SaveOptions::default()).await.unwrap_err();
    assert_eq!((failed.left(), fs::read_dir(folder.path()).unwrap().count()), (None, 0));
}

/// The part that `Retrieved::save` leaves is resumed by `Client::save`.
#[tokio::test]
async fn save_of_an_answer_can_be_resumed_by_the_client() {
    let server = unreliable("\"1\"", 10);
    let client = Client::new(policy(&[&server]));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("menu");
    let request = Request::get(server.url("/menu")).uncompressed();
    let got = client.retrieve(&request).await.unwrap();
    assert!(got.save(&path).await.unwrap_err().left().is_some());
    let saved = client.save(&request, &path, SaveOptions::default().with_resume(true)).await.unwrap();
    assert_eq!((saved.bytes, fs::read(&path).unwrap()), (6, OBJECT.into()));
}

#[tokio::test]
async fn save_requests_the_rest_of_short_ranges() {
    let server = unreliable("\"1\"", 3);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("menu");
    let request = Request::get(server.url("/menu")).from_byte(1);
    let client = Client::new(policy(&[&server]));
    let saved = client.save(&request, &path, SaveOptions::default()).await.unwrap();
    assert_eq!((fs::read(&path).unwrap(), server.heads().len()), (OBJECT[1..].into(), 3));
    assert_eq!(saved.retrieved.trail().hops().len(), 3);
}

#[tokio::test]
async fn save_overwrites_only_if_allowed() {
    let client = Client::new(policy(&[]));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("menu");
    fs::write(&path, "bread").unwrap();
    let request = Request::get("data:,beer");
    let never = SaveOptions::default().with_overwrite(Overwrite::Never);
    let failed = client.save(&request, &path, never).await.unwrap_err();
    assert_eq!((failed.failure().error().rule(), fs::read(&path).unwrap()), (rules::STORAGE_FAILED, b"bread".to_vec()));
    client.save(&request, &path, SaveOptions::default()).await.unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"beer");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// Reads of any size, mixed with chunks, return all bytes in order.
#[tokio::test]
async fn body_can_be_read_as_a_reader_and_by_chunks() {
    let mut got = Client::new(policy(&[])).retrieve(&Request::get("data:,0123456789")).await.unwrap();
    let mut three = [0; 3];
    got.body().read_exact(&mut three).await.unwrap();
    assert_eq!(&three, b"012");
    assert_eq!(got.body().chunk().await.unwrap().as_deref(), Some(&b"3456789"[..]));
    assert_eq!(got.body().read(&mut three).await.unwrap(), 0);
    let server = unreliable("\"1\"", 10);
    let mut cut = Client::new(policy(&[&server])).retrieve(&Request::get(server.url("/"))).await.unwrap();
    let error = cut.body().read_to_end(&mut Vec::new()).await.unwrap_err();
    let error = error.get_ref().and_then(|error| error.downcast_ref::<napkin_retrieve::Error>()).expect("our error");
    assert_eq!(error.rule(), rules::BODY_INCOMPLETE);
}
