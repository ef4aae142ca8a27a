//! Loops over tensors with a stride for each axis: transposed, sliced and broadcast.

/// A loop over up to two tensors: for each axis its size, and how far a step goes in each of them (its stride).
#[derive(Debug)]
pub struct StridedLoop {
    /// From the outermost to the innermost: size, steps.
    axes: Vec<(usize, [isize; 2])>,
    begin: usize,
}

impl StridedLoop {
    /// Neighbouring axes that are one stretch in both sources become one axis.
    pub fn new(axes: &[(usize, [isize; 2])], begin: usize) -> StridedLoop {
        let mut joined: Vec<(usize, [isize; 2])> = Vec::new();
        for &(size, steps) in axes.iter().filter(|(size, _)| *size != 1) {
            match joined.last_mut() {
                Some((outer, before)) if *before == steps.map(|step| step * size as isize) => {
                    *outer *= size;
                    *before = steps;
                }
                _ => joined.push((size, steps)),
            }
        }
        if joined.is_empty() {
            joined.push((1, [0, 0]));
        }
        StridedLoop { axes: joined, begin }
    }

    /// Calls `stretch` with the positions in both sources, for every stretch of the innermost axis, in order.
    #[inline(always)]
    fn each(&self, mut stretch: impl FnMut([usize; 2])) {
        let outer = &self.axes[..self.axes.len() - 1];
        let mut indices = vec![0; outer.len()];
        let mut at = [self.begin as isize, 0];
        loop {
            stretch(at.map(|at| at as usize));
            let mut axis = outer.len();
            loop {
                if axis == 0 {
                    return;
                }
                axis -= 1;
                let (size, steps) = outer[axis];
                indices[axis] += 1;
                for (at, step) in at.iter_mut().zip(steps) {
                    *at += step;
                }
                if indices[axis] < size {
                    break;
                }
                indices[axis] = 0;
                for (at, step) in at.iter_mut().zip(steps) {
                    *at -= step * size as isize;
                }
            }
        }
    }

    /// Copies the first source.
    pub fn copy(&self, source: &[f32], out: &mut [f32]) {
        let (length, [step, _]) = *self.axes.last().expect("there is one axis at least");
        let mut stretches = out.chunks_exact_mut(length);
        self.each(|[from, _]| {
            let Some(out) = stretches.next() else { return };
            if step == 1 {
                out.copy_from_slice(&source[from..from + length]);
            } else {
                for (index, out) in out.iter_mut().enumerate() {
                    *out = source[(from as isize + index as isize * step) as usize];
                }
            }
        });
    }

    /// Joins the numbers of both sources.
    #[inline(always)]
    pub fn join(&self, a: &[f32], b: &[f32], out: &mut [f32], join: impl Fn(f32, f32) -> f32) {
        let (length, steps) = *self.axes.last().expect("there is one axis at least");
        let mut stretches = out.chunks_exact_mut(length);
        self.each(|[from_a, from_b]| {
            let Some(out) = stretches.next() else { return };
            match steps {
                [1, 1] => {
                    let pairs = a[from_a..from_a + length].iter().zip(&b[from_b..from_b + length]);
                    out.iter_mut().zip(pairs).for_each(|(out, (&a, &b))| *out = join(a, b));
                }
                [1, 0] => {
                    let b = b[from_b];
                    out.iter_mut().zip(&a[from_a..from_a + length]).for_each(|(out, &a)| *out = join(a, b));
                }
                [0, 1] => {
                    let a = a[from_a];
                    out.iter_mut().zip(&b[from_b..from_b + length]).for_each(|(out, &b)| *out = join(a, b));
                }
                [step_a, step_b] => {
                    for (index, out) in out.iter_mut().enumerate() {
                        let at = |from: usize, step: isize| (from as isize + index as isize * step) as usize;
                        *out = join(a[at(from_a, step_a)], b[at(from_b, step_b)]);
                    }
                }
            }
        });
    }
}

/// The strides of a tensor that lies row by row.
pub fn strides_of(sizes: &[usize]) -> Vec<isize> {
    let mut steps = vec![1; sizes.len()];
    for axis in (1..sizes.len()).rev() {
        steps[axis - 1] = steps[axis] * sizes[axis] as isize;
    }
    steps
}
