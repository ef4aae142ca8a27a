//! Minimising a smooth convex function of many numbers: L-BFGS (Liu and Nocedal, *On the limited memory BFGS method for
//! large scale optimization*, 1989) with steps that are halved until the function falls enough.

use std::collections::VecDeque;

/// Steps whose changes shape the next direction.
const MEMORY: usize = 10;
/// Part of the predicted fall that a step must reach (Armijo's rule).
const ENOUGH: f64 = 1e-4;
const MAX_HALVINGS: usize = 20;

/// Moves `at` to where `function`, which returns its value and gradient, is least, in at most `steps` steps; ends
/// early once a step lowers it by less than `least_fall`.
pub fn minimise(at: &mut Vec<f64>, steps: usize, least_fall: f64, mut function: impl FnMut(&[f64]) -> (f64, Vec<f64>)) {
    let (mut value, mut gradient) = function(at);
    let mut memory: VecDeque<(Vec<f64>, Vec<f64>)> = VecDeque::new();
    for _ in 0..steps {
        let direction = direction(&gradient, &memory);
        let slope = dot(&direction, &gradient);
        // The first step has no idea of the scale.
        let mut length = if memory.is_empty() { 1.0 / dot(&gradient, &gradient).sqrt().max(1.0) } else { 1.0 };
        let mut tries = 0;
        let (next, next_value, next_gradient) = loop {
            let next: Vec<f64> = at.iter().zip(&direction).map(|(x, d)| x + length * d).collect();
            let (next_value, next_gradient) = function(&next);
            if next_value <= value + ENOUGH * length * slope {
                break (next, next_value, next_gradient);
            }
            tries += 1;
            if tries == MAX_HALVINGS {
                return;
            }
            length /= 2.0;
        };
        let fall = value - next_value;
        let step = difference(&next, at);
        let change = difference(&next_gradient, &gradient);
        if dot(&step, &change) > 0.0 {
            memory.push_back((step, change));
            if memory.len() > MEMORY {
                memory.pop_front();
            }
        }
        (*at, value, gradient) = (next, next_value, next_gradient);
        if fall < least_fall {
            return;
        }
    }
}

/// The negative gradient, times what the last steps say about the inverse of the second derivatives.
fn direction(gradient: &[f64], memory: &VecDeque<(Vec<f64>, Vec<f64>)>) -> Vec<f64> {
    let mut direction: Vec<f64> = gradient.iter().map(|g| -g).collect();
    let mut factors = Vec::with_capacity(memory.len());
    for (step, change) in memory.iter().rev() {
        let factor = dot(step, &direction) / dot(step, change);
        add(&mut direction, -factor, change);
        factors.push(factor);
    }
    if let Some((step, change)) = memory.back() {
        let scale = dot(step, change) / dot(change, change);
        direction.iter_mut().for_each(|d| *d *= scale);
    }
    for ((step, change), factor) in memory.iter().zip(factors.into_iter().rev()) {
        let other = dot(change, &direction) / dot(step, change);
        add(&mut direction, factor - other, step);
    }
    direction
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

fn difference(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(x, y)| x - y).collect()
}

fn add(to: &mut [f64], factor: f64, what: &[f64]) {
    for (x, y) in to.iter_mut().zip(what) {
        *x += factor * y;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stretched_bowl_has_its_least_value_at_its_bottom() {
        let scales: Vec<f64> = (0..30).map(|index| 1.5_f64.powi(index)).collect();
        let mut at = vec![1.0; 30];
        minimise(&mut at, 2000, 1e-18, |x| {
            let value = x.iter().zip(&scales).map(|(x, scale)| scale * (x - 3.0).powi(2)).sum();
            (value, x.iter().zip(&scales).map(|(x, scale)| 2.0 * scale * (x - 3.0)).collect())
        });
        assert!(at.iter().all(|x| (x - 3.0).abs() < 1e-3), "{at:?}");
    }
}
