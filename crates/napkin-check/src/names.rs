//! A compact set of names: one text, and the ends of the names in it.

/// Names, sorted and without duplicates.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    text: Box<str>,
    ends: Box<[u32]>,
}

impl Names {
    /// Creates the set. Names beyond 4 GiB are left out, which no limit on documents allows.
    pub(crate) fn new(mut names: Vec<String>) -> Self {
        names.sort_unstable();
        names.dedup();
        let (mut text, mut ends) = (String::new(), Vec::with_capacity(names.len()));
        for name in names {
            text.push_str(&name);
            let Ok(end) = u32::try_from(text.len()) else { break };
            ends.push(end);
        }
        Self { text: text.into(), ends: ends.into() }
    }

    pub(crate) fn contains(&self, name: &str) -> bool {
        let (mut low, mut high) = (0, self.ends.len());
        while low < high {
            let middle = low + (high - low) / 2;
            match self.at(middle).cmp(name) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return true,
            }
        }
        false
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.ends.len()).map(|at| self.at(at))
    }

    fn at(&self, at: usize) -> &str {
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        &self.text[start..self.ends[at] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_whole() {
        let names = Names::new(["beer", "", "ale", "beer", "b"].map(str::to_owned).to_vec());
        assert!(["beer", "", "ale", "b"].into_iter().all(|name| names.contains(name)));
        assert!(!["be", "alebeer", "z"].into_iter().any(|name| names.contains(name)));
        assert_eq!(names.iter().collect::<Vec<_>>(), ["", "ale", "b", "beer"]);
    }
}
