//! Compares napkin's reader of mail with mail-parser on the messages of an mbox file: `napkin-bench-mail MBOX` prints
//! a table. `napkin-bench-mail --once PEER PASSES MBOX` repeats one operation, for a tool that counts instructions.

#[allow(dead_code, reason = "results are not compared here: the tests of conformance/ do that")]
mod timing;

use std::process::ExitCode;

use mail_parser::MessageParser;
use napkin_mail::{Bases, Limits, Mailbox, Message, Part, Profile, Spaces, content_id, decode_words};

use timing::Case;

const PEERS: [&str; 5] =
    ["mail-parser: parse", "napkin: parse", "napkin: all that `mail list` says", "mail-parser: mbox", "napkin: mbox"];

/// The messages of a mailbox, and the whole mailbox.
struct Corpus {
    mailbox: Vec<u8>,
    messages: Vec<Vec<u8>>,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        [file] => load(file).map(|corpus| table(&corpus)),
        ["--once", peer, passes, file] => once(peer, passes, file),
        _ => Err("usage: napkin-bench-mail MBOX\n       napkin-bench-mail --once PEER PASSES MBOX".to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn load(file: &str) -> Result<Corpus, String> {
    let mailbox = std::fs::read(file).map_err(|error| format!("{file}: {error}"))?;
    let messages: Vec<Vec<u8>> = Mailbox::new(&mailbox[..]).flatten().map(|entry| entry.message).collect();
    Ok(Corpus { mailbox, messages })
}

fn table(corpus: &Corpus) {
    let mut cases: Vec<Case<'_>> = PEERS.iter().map(|&peer| Case::new(peer, move || pass(peer, corpus))).collect();
    let seconds = timing::fastest(&mut cases);
    let bytes: usize = corpus.messages.iter().map(Vec::len).sum();
    println!("{} messages, {} bytes\n", corpus.messages.len(), bytes);
    println!("| | ns a message | MB/s | × mail-parser |");
    println!("|---|--:|--:|--:|");
    for (peer, took) in PEERS.iter().zip(&seconds) {
        let beside = seconds[if peer.ends_with("mbox") { 3 } else { 0 }];
        let each = took * 1e9 / corpus.messages.len() as f64;
        println!("| {peer} | {each:.0} | {:.0} | {:.2} |", bytes as f64 / took / 1e6, beside / took);
    }
}

fn once(peer: &str, passes: &str, file: &str) -> Result<(), String> {
    let corpus = load(file)?;
    let passes: usize = passes.parse().map_err(|_| "PASSES is a number")?;
    let peer = PEERS.into_iter().find(|known| *known == peer).ok_or_else(|| format!("expected one of {PEERS:?}"))?;
    let sum: usize = (0..passes).map(|_| pass(peer, &corpus)).sum();
    println!("{sum}");
    Ok(())
}

/// Processes all messages once; returns a number that depends on each result.
fn pass(peer: &str, corpus: &Corpus) -> usize {
    let messages = || corpus.messages.iter().map(Vec::as_slice);
    match peer {
        "mail-parser: parse" => messages().map(theirs).sum(),
        "napkin: parse" => messages().map(|bytes| Message::parse(bytes).parts().count()).sum(),
        "mail-parser: mbox" => {
            let messages = mail_parser::mailbox::mbox::MessageIterator::new(&corpus.mailbox[..]);
            messages.flatten().map(|message| message.contents().len()).sum()
        }
        "napkin: mbox" => Mailbox::new(&corpus.mailbox[..]).flatten().map(|entry| entry.message.len()).sum(),
        _ => messages().map(listed).sum(),
    }
}

fn theirs(bytes: &[u8]) -> usize {
    MessageParser::default().parse(bytes).map_or(0, |message| message.parts().len())
}

/// Asks the questions of `mail list` in a pipe about a message.
fn listed(bytes: &[u8]) -> usize {
    let mut findings = Vec::new();
    let message = Message::read(bytes, &Limits::default(), &mut findings);
    message.check(&mut findings);
    let bases = Bases::new(&message, Profile::Lenient, None);
    let of_part = |part: Part<'_, '_>| {
        let disposition = part.field("content-disposition").map(|field| field.structured());
        let name = disposition.as_ref().and_then(|it| it.parameter("filename"));
        let name = name.or_else(|| part.content_type()?.parameter("name"));
        let name = name.map(|name| decode_words(name.text().as_bytes()));
        let id = part.field("content-id").and_then(|field| content_id(field.value()));
        let external = part.external_body_with(Spaces::Remove, &mut ());
        part.number().len()
            + part.essence().len()
            + part.raw_body().len()
            + bases.of(part).url.as_ref().map_or(0, |url| url.len())
            + name.map_or(0, |name| name.len())
            + id.map_or(0, |id| id.len())
            + usize::from(external.is_some())
    };
    message.parts().filter(|part| !part.is_phantom()).map(of_part).sum::<usize>() + findings.len()
}
