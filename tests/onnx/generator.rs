//! Makes graphs of any bytes, most of them nearly sound: every operator, sizes that multiply to more than there is,
//! sizes of 0, windows and lists of all kinds. The tests of the nets and the fuzz target share it.

use motley::nets::operators;

use crate::writer::{Attribute, initializer, input, model, node_with, output, whole};

/// Sizes as they are, and as they should not be.
const SIZES: [usize; 16] = [1, 1, 1, 2, 2, 3, 4, 8, 8, 16, 64, 256, 0, 1 << 16, 1 << 31, 1 << 40];

/// Lengths, axes, steps and sizes in lists.
const NUMBERS: [i64; 16] = [0, 1, 2, 3, -1, 1, 2, 8, 64, 255, 256, 1 << 20, 1 << 31, 1 << 40, i64::MAX, i64::MIN];

/// The attributes of operators, beside their inputs.
const ATTRIBUTES: [&str; 16] = [
    "axis",
    "axes",
    "kernel_shape",
    "strides",
    "pads",
    "dilations",
    "group",
    "perm",
    "to",
    "transB",
    "keepdims",
    "split",
    "starts",
    "ends",
    "alpha",
    "count_include_pad",
];

/// Reads choices from bytes; where there are none left, each is the first.
struct Choices<'a>(&'a [u8]);

impl Choices<'_> {
    fn byte(&mut self) -> usize {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        usize::from(first)
    }

    fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.byte() % choices.len()]
    }

    fn several<T: Copy>(&mut self, choices: &[T], most: usize) -> Vec<T> {
        (0..self.byte() % (most + 1)).map(|_| self.of(choices)).collect()
    }

    /// Two in three are images.
    fn sizes(&mut self) -> Vec<usize> {
        match self.byte() % 6 {
            0 => self.several(&SIZES, 5),
            1 => vec![1, self.of(&SIZES)],
            _ => vec![1, self.of(&SIZES), self.of(&SIZES), self.of(&SIZES)],
        }
    }
}

/// A file whose graph follows from the bytes.
pub fn graph(bytes: &[u8]) -> Vec<u8> {
    let known: Vec<&str> = operators().collect();
    let mut choices = Choices(bytes);
    let mut names = vec!["x".to_owned()];
    let mut parts = vec![input("x", &choices.sizes())];
    for index in 0..choices.byte() % 4 {
        let (name, sizes) = (format!("c{index}"), choices.sizes());
        // As many as there should be, where that is possible.
        let count = sizes.iter().try_fold(1_usize, |count, &size| count.checked_mul(size)).filter(|&all| all < 4096);
        parts.push(initializer(&name, &sizes, &vec![0.5; count.unwrap_or(3)]));
        names.push(name);
    }
    for index in 0..choices.byte() % 3 {
        let (name, numbers) = (format!("n{index}"), choices.several(&NUMBERS, 5));
        parts.push(whole(&name, &[numbers.len()], &numbers));
        names.push(name);
    }
    for index in 0..1 + choices.byte() % 12 {
        let operator = choices.of(&known);
        let inputs: Vec<usize> = (0..1 + choices.byte() % 4).map(|_| choices.byte() % names.len()).collect();
        // The last value most often, so that graphs are chains.
        let last = names.len() - 1;
        let first = if choices.byte() % 4 == 0 { inputs[0] } else { last };
        let inputs: Vec<&str> = [first].iter().chain(&inputs[1..]).map(|&input| names[input].as_str()).collect();
        let outputs: Vec<String> = (0..1 + usize::from(operator == "Split") * (choices.byte() % 3))
            .map(|part| format!("y{index}.{part}"))
            .collect();
        let lists: Vec<(&str, Vec<i64>)> =
            (0..choices.byte() % 4).map(|_| (choices.of(&ATTRIBUTES), choices.several(&NUMBERS, 4))).collect();
        let attributes: Vec<(&str, Attribute)> = lists
            .iter()
            .map(|(name, list)| match &list[..] {
                [int] => (*name, Attribute::Int(*int)),
                ints => (*name, Attribute::Ints(ints)),
            })
            .collect();
        let named: Vec<&str> = outputs.iter().map(String::as_str).collect();
        parts.push(node_with(operator, &inputs, &named, &attributes));
        names.extend(outputs);
    }
    parts.push(output(names.last().expect("the input has a name"), &[1]));
    model(&parts.concat())
}
