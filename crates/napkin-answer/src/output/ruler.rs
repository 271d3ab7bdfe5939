//! Draws the parts of a text under it, as RFC 3986 section 3 does.
//!
//! ```text
//! foo://example.com:8042/over/there?name=ferret#nose
//! \_/   \_________/ \__/\_________/ \_________/ \__/
//!  |         |       |       |           |        |
//! scheme    host    port    path       query  fragment
//! ```

use napkin::Span;

use super::columns;

/// Returns the lines under `text`: brackets under each part, then the labels, without overlaps.
/// Parts must come in order, not overlap, and not be empty.
pub fn ruler(text: &str, parts: &[(&str, Span)]) -> Vec<String> {
    let mut grid = Grid::default();
    let places: Vec<(&str, usize, usize)> = parts
        .iter()
        .map(|&(label, span)| (label, columns(&text[..span.start]), columns(span.of(text)).max(1)))
        .collect();
    for &(_, start, width) in &places {
        grid.write(0, start, &bracket(width));
    }
    // Works from the right, so that the connector of a lower label is to the left of the labels above.
    for (number, &place) in places.iter().enumerate().rev() {
        let (label, middle) = (place.0, middle_of(place));
        // Centres the label under its part, but clear of the connector of the preceding part.
        let clear = number.checked_sub(1).map_or(0, |before| middle_of(places[before]) + 2);
        let left = (middle + 1).saturating_sub(label.len().div_ceil(2)).max(clear.min(middle));
        let row = (2..).find(|&row| grid.is_free(row, left, label.len(), middle)).unwrap_or(2);
        for above in 1..row {
            grid.write(above, middle, "|");
        }
        grid.write(row, left, label);
    }
    grid.rows.into_iter().map(|row| row.trim_end().to_owned()).collect()
}

/// Returns the column in the middle of a part.
fn middle_of((_, start, width): (&str, usize, usize)) -> usize {
    start + (width - 1) / 2
}

fn bracket(width: usize) -> String {
    match width {
        1 => "|".into(),
        _ => format!("\\{}/", "_".repeat(width - 2)),
    }
}

/// Rows of characters that grow on demand.
#[derive(Default)]
struct Grid {
    rows: Vec<String>,
}

impl Grid {
    fn write(&mut self, row: usize, column: usize, text: &str) {
        while self.rows.len() <= row {
            self.rows.push(String::new());
        }
        let line = &mut self.rows[row];
        let end = column + text.len();
        if line.len() < end {
            line.push_str(&" ".repeat(end - line.len()));
        }
        line.replace_range(column..end, text);
    }

    /// Returns whether a label fits into a row with a space on either side, and its connector into the rows above.
    fn is_free(&self, row: usize, column: usize, length: usize, middle: usize) -> bool {
        let blank = |row: usize, from: usize, to: usize| {
            let line = self.rows.get(row).map_or("", String::as_str);
            line.get(from.min(line.len())..to.min(line.len()))
                .is_none_or(|cells| cells.bytes().all(|cell| cell == b' '))
        };
        blank(row, column.saturating_sub(1), column + length + 1)
            && (1..row).all(|above| blank(above, middle, middle + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(text: &str, parts: &[(&str, usize, usize)]) -> String {
        let parts: Vec<_> = parts.iter().map(|&(label, start, end)| (label, Span::new(start, end))).collect();
        ruler(text, &parts).join("\n")
    }

    #[test]
    fn labels_stand_under_their_parts() {
        let text = "foo://example.com:8042/over/there?name=ferret#nose";
        let parts = [
            ("scheme", 0, 3),
            ("host", 6, 17),
            ("port", 18, 22),
            ("path", 22, 33),
            ("query", 34, 45),
            ("fragment", 46, 50),
        ];
        let expected = r"
\_/   \_________/ \__/\_________/ \_________/ \__/
 |         |       |       |           |       |
scheme    host    port    path       query  fragment";
        assert_eq!(drawn(text, &parts), expected.trim_start_matches('\n'));
    }

    #[test]
    fn labels_that_do_not_fit_stand_lower() {
        let expected = "\
| | | |
| | | |
| | | path
| | port
| host
scheme";
        assert_eq!(drawn("a:b:c:d", &[("scheme", 0, 1), ("host", 2, 3), ("port", 4, 5), ("path", 6, 7)]), expected);
    }
}
