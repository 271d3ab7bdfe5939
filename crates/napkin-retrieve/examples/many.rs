//! Retrieves the URLs of standard input, one per line, over reused connections, and prints the number of bytes: `many
//! [HOST [PORT [CONNECTIONS]]]`. The policy is that of the public web, plus this host and this port.

use std::io::Read;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use napkin_retrieve::{Client, Policy, Request};

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut policy = Policy::public_web();
    policy = arguments.first().into_iter().fold(policy, |policy, host| policy.trust_host(host));
    policy = arguments.get(1).and_then(|port| port.parse().ok()).into_iter().fold(policy, Policy::allow_port);
    let connections = arguments.get(2).and_then(|count| count.parse().ok()).unwrap_or(16);
    let client = Client::new(policy);
    let mut text = String::new();
    if let Err(error) = std::io::stdin().read_to_string(&mut text) {
        eprintln!("standard input: {error}");
        std::process::exit(2);
    }
    let urls: Arc<Vec<String>> = Arc::new(text.lines().map(str::to_owned).collect());
    let next = Arc::new(AtomicUsize::new(0));
    let (bytes, failed) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicUsize::new(0)));
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..connections {
        let (client, urls, next) = (client.clone(), Arc::clone(&urls), Arc::clone(&next));
        let (bytes, failed) = (Arc::clone(&bytes), Arc::clone(&failed));
        tasks.spawn(async move {
            while let Some(url) = urls.get(next.fetch_add(1, Ordering::Relaxed)) {
                match read(&client, url).await {
                    Ok(length) => bytes.fetch_add(length, Ordering::Relaxed),
                    Err(failure) => {
                        eprintln!("{}: {failure}", failure.error().url());
                        failed.fetch_add(1, Ordering::Relaxed) as u64
                    }
                };
            }
        });
    }
    tasks.join_all().await;
    println!("{} URLs, {} bytes, {} failed", urls.len(), bytes.load(Ordering::Relaxed), failed.load(Ordering::Relaxed));
}

async fn read(client: &Client, url: &str) -> Result<u64, napkin_retrieve::Failure> {
    let mut got = client.retrieve(&Request::get(url)).await?;
    let mut bytes = 0;
    loop {
        match got.body().chunk().await {
            Ok(Some(piece)) => bytes += piece.len() as u64,
            Ok(None) => return Ok(bytes),
            Err(error) => return Err(got.failed(error)),
        }
    }
}
