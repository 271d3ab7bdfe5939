//! Finds the name that a broken link probably means.

/// The most names that are compared in a run, so that many broken links into large folders cost linear time.
const BUDGET: usize = 2_000_000;

/// Compares names until its budget is used up.
#[derive(Debug)]
pub(crate) struct Nearest {
    left: usize,
}

impl Default for Nearest {
    fn default() -> Self {
        Self { left: BUDGET }
    }
}

/// The longest name that is compared, in bytes: the comparison takes the product of both lengths.
const LONGEST: usize = 200;

impl Nearest {
    /// Returns the name that differs least from `wanted`, if at most a third of its characters differ. Case does not count.
    pub(crate) fn of<'n>(&mut self, wanted: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
        let wanted = wanted.to_lowercase();
        if wanted.len() > LONGEST {
            return None;
        }
        let most = (wanted.chars().count() / 3).max(1);
        let mut best: Option<(usize, &str)> = None;
        for name in names.filter(|name| name.len() <= LONGEST && name.len().abs_diff(wanted.len()) <= 4 * most) {
            self.left = self.left.checked_sub(1)?;
            let distance = strsim::osa_distance(&wanted, &name.to_lowercase());
            if distance <= most && best.is_none_or(|(least, _)| distance < least) {
                best = Some((distance, name));
            }
        }
        best.map(|(_, name)| name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_found_within_limits() {
        let names = ["beer-menu.html", "wine-list.html", "index.html"];
        let nearest = |wanted| Nearest::default().of(wanted, names.into_iter());
        assert_eq!(nearest("beer-menue.html"), Some("beer-menu.html"));
        assert_eq!(nearest("Wine_List.html"), Some("wine-list.html"));
        assert_eq!(nearest("breakfast.pdf"), None);
        assert_eq!(Nearest { left: 1 }.of("x", ["a", "b", "x"].into_iter()), None);
        assert_eq!(Nearest::default().of(&"x".repeat(1000), ["x"].into_iter()), None);
    }
}
