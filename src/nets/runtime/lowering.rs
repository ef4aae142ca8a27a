//! The meaning of a node.

use super::build::{Builder, Value, short};
use super::model::{Node, Tensor, is_bool, is_float};
use super::op::{Binary, Op, Reduction, Unary};
use super::{Place, at};

pub type Sizes = Vec<usize>;
/// Sizes and numbers of a constant.
type Known<'a> = (&'a [usize], &'a [f32]);

/// The result of building a node.
pub enum Lowered {
    /// The input itself, with other sizes.
    Same {
        sizes: Sizes,
        whole: bool,
    },
    Constant(Tensor),
    /// Each output of the node.
    Several(Vec<Lowered>),
    Op {
        op: Op,
        inputs: Vec<Value>,
        sizes: Sizes,
        whole: bool,
    },
}

/// Turns a node into what is run.
type Lower = fn(&NodeReader<'_>) -> Result<Lowered, String>;

/// The operators of ONNX that are known; every one has cases in `operator_cases.json`.
pub const OPERATORS: &[(&str, Lower)] = &[
    ("Abs", |node| node.unary(Unary::Abs)),
    ("Add", |node| node.binary(Binary::Add)),
    ("AveragePool", |node| node.pool(false)),
    ("BatchNormalization", |node| node.batch_normalization()),
    ("Cast", |node| node.cast()),
    ("Clip", |node| node.clip()),
    ("Concat", |node| node.concat()),
    ("Constant", |node| node.constant()),
    ("Conv", |node| node.convolution()),
    ("Div", |node| node.binary(Binary::Div)),
    ("Dropout", |node| node.dropout()),
    ("Elu", |node| node.unary(Unary::Elu { slope: node.float("alpha", 1.0), factor: 1.0 })),
    ("Exp", |node| node.unary(Unary::Exp)),
    ("Expand", |node| node.expand()),
    ("Flatten", |node| node.reshape()),
    ("Gather", |node| node.gather()),
    ("Gemm", |node| node.gemm()),
    ("GlobalAveragePool", |node| node.reduce(Reduction::Mean, true)),
    ("GlobalMaxPool", |node| node.reduce(Reduction::Max, true)),
    ("Identity", |node| node.same()),
    ("LayerNormalization", |node| node.layer_normalization()),
    ("LeakyRelu", |node| node.unary(Unary::LeakyRelu(node.float("alpha", 0.01)))),
    ("Log", |node| node.unary(Unary::Log)),
    ("LogSoftmax", |node| node.softmax(true)),
    ("MatMul", |node| node.matmul()),
    ("Max", |node| node.binary(Binary::Max)),
    ("MaxPool", |node| node.pool(true)),
    ("Min", |node| node.binary(Binary::Min)),
    ("Mish", |node| node.unary(Unary::Mish)),
    ("Mul", |node| node.binary(Binary::Mul)),
    ("Neg", |node| node.unary(Unary::Neg)),
    ("Pow", |node| node.binary(Binary::Pow)),
    ("Reciprocal", |node| node.unary(Unary::Reciprocal)),
    ("ReduceMax", |node| node.reduce(Reduction::Max, false)),
    ("ReduceMean", |node| node.reduce(Reduction::Mean, false)),
    ("ReduceMin", |node| node.reduce(Reduction::Min, false)),
    ("ReduceSum", |node| node.reduce(Reduction::Sum, false)),
    ("Relu", |node| node.unary(Unary::Relu)),
    ("Reshape", |node| node.reshape()),
    ("Selu", |node| node.selu()),
    ("Shape", |node| node.shape()),
    ("Sigmoid", |node| node.unary(Unary::Sigmoid)),
    ("Slice", |node| node.slice()),
    ("Softmax", |node| node.softmax(false)),
    ("Softplus", |node| node.unary(Unary::Softplus)),
    ("Split", |node| node.split()),
    ("Sqrt", |node| node.unary(Unary::Sqrt)),
    ("Squeeze", |node| node.reshape()),
    ("Sub", |node| node.binary(Binary::Sub)),
    ("Tanh", |node| node.unary(Unary::Tanh)),
    ("Transpose", |node| node.transpose()),
    ("Unsqueeze", |node| node.reshape()),
];

/// Reads one node, with the builder that has the values of its inputs.
pub struct NodeReader<'a> {
    pub builder: &'a Builder,
    pub node: &'a Node,
}

impl<'a> NodeReader<'a> {
    pub fn optional(&self, index: usize) -> Result<Option<&'a Value>, String> {
        match self.node.inputs.get(index).map(String::as_str) {
            None | Some("") => Ok(None),
            Some(name) => {
                self.builder.values.get(name).map(Some).ok_or_else(|| format!("its input `{}` is missing", short(name)))
            }
        }
    }

    pub fn input(&self, index: usize) -> Result<&'a Value, String> {
        self.optional(index)?.ok_or_else(|| format!("it has no input {index}"))
    }

    /// An input that has to be known beforehand.
    pub fn known(&self, index: usize) -> Result<Option<Known<'a>>, String> {
        let Some(value) = self.optional(index)? else { return Ok(None) };
        match value.place {
            Place::Constant(_) => Ok(Some((&value.sizes, self.numbers(value)))),
            Place::Buffer(_) => Err(format!("its input {index} depends on the net's input")),
        }
    }

    pub fn numbers(&self, value: &Value) -> &'a [f32] {
        at(value.place, &self.builder.graph.constants, &self.builder.graph.buffers)
    }

    pub fn int(&self, name: &str, usual: i64) -> i64 {
        self.node.attributes.get(name).map_or(usual, |attribute| attribute.int)
    }

    pub fn float(&self, name: &str, usual: f32) -> f32 {
        self.node.attributes.get(name).map_or(usual, |attribute| attribute.float)
    }

    pub fn ints(&self, name: &str) -> Option<Vec<i64>> {
        self.node.attributes.get(name).map(|attribute| attribute.ints.clone())
    }

    /// Whole numbers that newer versions of an operator take as an input and older ones as an attribute.
    pub fn list(&self, index: usize, name: &str) -> Result<Option<Vec<i64>>, String> {
        const LONGEST: usize = 256;
        match self.known(index)? {
            Some((_, values)) if values.len() > LONGEST => Err(format!("its {name} are too many")),
            Some((_, values)) => Ok(Some(values.iter().map(|&value| value as i64).collect())),
            None => match self.ints(name) {
                Some(list) if list.len() > LONGEST => Err(format!("its {name} are too many")),
                list => Ok(list),
            },
        }
    }

    /// The result of building the node.
    ///
    /// # Errors
    /// Says what is not known about it.
    pub fn read(&self) -> Result<Lowered, String> {
        let known = OPERATORS.iter().find(|(name, _)| *name == self.node.kind);
        let (_, lower) = known.ok_or("Motley's own runtime lacks this operator")?;
        lower(self)
    }

    /// The input itself, as it is.
    fn same(&self) -> Result<Lowered, String> {
        let input = self.input(0)?;
        Ok(Lowered::Same { sizes: input.sizes.clone(), whole: input.whole })
    }

    /// Outside of training nothing is dropped.
    fn dropout(&self) -> Result<Lowered, String> {
        match self.known(2)? {
            Some((_, [training])) if *training != 0.0 => Err("it is set to training".to_owned()),
            _ => self.same(),
        }
    }

    fn shape(&self) -> Result<Lowered, String> {
        let sizes = &self.input(0)?.sizes;
        let rank = sizes.len() as i64;
        let bound = |name, usual| {
            let at = self.int(name, usual);
            (if at < 0 { at.saturating_add(rank) } else { at }).clamp(0, rank) as usize
        };
        let (start, end) = (bound("start", 0), bound("end", rank));
        let values: Vec<f32> = sizes[start..end.max(start)].iter().map(|&size| size as f32).collect();
        Ok(Lowered::Constant(Tensor { sizes: vec![values.len()], values, whole: true }))
    }

    fn cast(&self) -> Result<Lowered, String> {
        let input = self.input(0)?;
        let sizes = input.sizes.clone();
        let kind = self.int("to", 1);
        if is_bool(kind) {
            return Err("truth values are not known".to_owned());
        }
        let whole = !is_float(kind);
        if !whole || input.whole {
            return Ok(Lowered::Same { sizes, whole });
        }
        Ok(Lowered::Op { op: Op::Unary(Unary::Truncate), inputs: vec![input.clone()], sizes, whole })
    }

    fn constant(&self) -> Result<Lowered, String> {
        let attributes = &self.node.attributes;
        let vector = |values: Vec<f32>, whole| Tensor { sizes: vec![values.len()], values, whole };
        let scalar = |value, whole| Tensor { sizes: Vec::new(), values: vec![value], whole };
        let tensor = if let Some(tensor) = attributes.get("value").and_then(|attribute| attribute.tensor.clone()) {
            tensor
        } else if let Some(attribute) = attributes.get("value_float") {
            scalar(attribute.float, false)
        } else if let Some(attribute) = attributes.get("value_int") {
            scalar(attribute.int as f32, true)
        } else if let Some(attribute) = attributes.get("value_floats") {
            vector(attribute.floats.clone(), false)
        } else if let Some(attribute) = attributes.get("value_ints") {
            vector(attribute.ints.iter().map(|&value| value as f32).collect(), true)
        } else {
            return Err("it has no value that is known".to_owned());
        };
        Ok(Lowered::Constant(tensor))
    }
}

/// An axis of so many; negative ones count from the end.
pub fn axis(at: i64, rank: usize) -> Result<usize, String> {
    let wrapped = if at < 0 { at.saturating_add(rank as i64) } else { at };
    usize::try_from(wrapped).ok().filter(|&at| at < rank).ok_or_else(|| format!("no axis {at} of {rank}"))
}
