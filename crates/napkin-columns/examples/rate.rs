//! Rates beside the engine's alone: `rate FILE`, one URL a line.
use arrow_array::{Array, StringArray};
use napkin::{Component, Reference, Standard};
use napkin_columns::{Field, parts};
use std::time::Instant;
fn main() {
    let text = std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let batches: Vec<StringArray> = lines.chunks(8192).map(|c| StringArray::from(c.to_vec())).collect();
    let all: Vec<Field> = Field::ALL.to_vec();
    for standard in [Standard::Rfc3986, Standard::Whatwg] {
        let mut best = [f64::MAX; 3];
        for _ in 0..30 {
            let t = Instant::now();
            let mut n = 0usize;
            for l in &lines {
                if standard == Standard::Whatwg {
                    n += usize::from(napkin::whatwg::read(l, None).is_ok())
                } else {
                    n += usize::from(Reference::parse(l, standard).is_ok())
                }
            }
            best[0] = best[0].min(t.elapsed().as_nanos() as f64 / lines.len() as f64);
            std::hint::black_box(n);
            let t = Instant::now();
            for b in &batches {
                std::hint::black_box(parts(b, standard, &all).unwrap().len());
            }
            best[1] = best[1].min(t.elapsed().as_nanos() as f64 / lines.len() as f64);
            let t = Instant::now();
            for b in &batches {
                std::hint::black_box(parts(b, standard, &[Field::Text(Component::Host)]).unwrap().len());
            }
            best[2] = best[2].min(t.elapsed().as_nanos() as f64 / lines.len() as f64);
        }
        println!("{standard}: engine {:.1} ns, all {:.1} ns, host {:.1} ns", best[0], best[1], best[2]);
    }
}
