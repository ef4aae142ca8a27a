//! The cheapest assignment of a few items to as many or more places.

/// Assigns each of `items` to a place of its own, of `places` (at most 16, and no fewer than the items), so that the
/// sum of `cost` is least; `None` from `cost` excludes a pair. Returns the place of each item, or `None` where no
/// assignment is possible.
///
/// Dynamic programming over the sets of places taken: 2^`places` × `places` steps, which is less than the Hungarian
/// method needs for the few pieces of a kind.
///
/// ```
/// use motley::chess::assignment::cheapest_assignment;
///
/// let costs = [[Some(1), Some(2)], [Some(1), None]];
/// assert_eq!(cheapest_assignment(2, 2, |item, place| costs[item][place]), Some(vec![1, 0]));
/// assert_eq!(cheapest_assignment(1, 2, |_, _| None), None);
/// ```
pub fn cheapest_assignment(
    items: usize,
    places: usize,
    cost: impl Fn(usize, usize) -> Option<u32>,
) -> Option<Vec<usize>> {
    debug_assert!(items <= places && places <= 16, "{items} items, {places} places");
    // For each set of places taken by the first items, one a place: the least cost, and the place of the last item.
    let mut best: Vec<Option<(u32, usize)>> = vec![None; 1 << places];
    best[0] = Some((0, 0));
    let mut cheapest: Option<(u32, usize)> = None;
    for taken in 0..1_usize << places {
        let Some((sum, _)) = best[taken] else { continue };
        let item = taken.count_ones() as usize;
        if item == items {
            if cheapest.is_none_or(|(least, _)| sum < least) {
                cheapest = Some((sum, taken));
            }
            continue;
        }
        for place in (0..places).filter(|place| taken & 1 << place == 0) {
            let Some(cost) = cost(item, place) else { continue };
            let entry = &mut best[taken | 1 << place];
            if entry.is_none_or(|(least, _)| sum + cost < least) {
                *entry = Some((sum + cost, place));
            }
        }
    }
    let (_, mut taken) = cheapest?;
    let mut assigned = vec![0; items];
    for item in (0..items).rev() {
        let (_, place) = best[taken].expect("every step was reached from the one before");
        assigned[item] = place;
        taken ^= 1 << place;
    }
    Some(assigned)
}
