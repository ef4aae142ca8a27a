//! What a node means.

use super::build::{Builder, Value, short};
use super::onnx::{Node, Tensor, is_float};
use super::step::{Binary, Fold, Step, Unary};
use super::{Place, at};

pub type Sizes = Vec<usize>;
/// Sizes and numbers of a constant.
type Known<'a> = (&'a [usize], &'a [f32]);

/// What a node becomes when the graph is built.
pub enum Lowered {
    /// The input itself, with other sizes.
    Same {
        sizes: Sizes,
        whole: bool,
    },
    Constant(Tensor),
    Step {
        step: Step,
        inputs: Vec<Value>,
        sizes: Sizes,
        whole: bool,
    },
}

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
        match self.known(index)? {
            Some((_, values)) => Ok(Some(values.iter().map(|&value| value as i64).collect())),
            None => Ok(self.ints(name)),
        }
    }

    /// Understands the node: what each of its outputs is, as far as it can be used.
    ///
    /// # Errors
    /// Says what is not known about it.
    pub fn read(&self) -> Result<Vec<Lowered>, String> {
        if self.node.kind == "Split" { self.split() } else { Ok(vec![self.read_one()?]) }
    }

    fn read_one(&self) -> Result<Lowered, String> {
        let unary = |function| {
            let input = self.input(0)?.clone();
            let (sizes, whole) = (input.sizes.clone(), input.whole);
            Ok(Lowered::Step { step: Step::Unary(function), inputs: vec![input], sizes, whole })
        };
        match self.node.kind.as_str() {
            "Constant" => self.constant(),
            "Identity" | "Dropout" => {
                let input = self.input(0)?;
                Ok(Lowered::Same { sizes: input.sizes.clone(), whole: input.whole })
            }
            "Cast" => self.cast(),
            "Shape" => {
                let sizes = &self.input(0)?.sizes;
                let values = sizes.iter().map(|&size| size as f32).collect();
                Ok(Lowered::Constant(Tensor { sizes: vec![sizes.len()], values, whole: true }))
            }
            "Reshape" | "Flatten" | "Unsqueeze" | "Squeeze" => self.reshape(),
            "Transpose" => self.transpose(),
            "Slice" => self.slice(),
            "Expand" => self.expand(),
            "Concat" => self.concat(),
            "Gather" => self.gather(),
            "Relu" => unary(Unary::Relu),
            "LeakyRelu" => unary(Unary::LeakyRelu(self.float("alpha", 0.01))),
            "Elu" => unary(Unary::Elu { slope: self.float("alpha", 1.0), factor: 1.0 }),
            "Selu" => {
                let slope = self.float("alpha", 1.673_263_2);
                unary(Unary::Elu { slope, factor: self.float("gamma", 1.050_701) })
            }
            "Mish" => unary(Unary::Mish),
            "Softplus" => unary(Unary::Softplus),
            "Sigmoid" => unary(Unary::Sigmoid),
            "Tanh" => unary(Unary::Tanh),
            "Exp" => unary(Unary::Exp),
            "Log" => unary(Unary::Log),
            "Sqrt" => unary(Unary::Sqrt),
            "Neg" => unary(Unary::Neg),
            "Abs" => unary(Unary::Abs),
            "Reciprocal" => unary(Unary::Reciprocal),
            "Clip" => {
                let bound = |index, name, usual| -> Result<f32, String> {
                    let known = self.known(index)?.and_then(|(_, values)| values.first().copied());
                    Ok(known.unwrap_or_else(|| self.float(name, usual)))
                };
                let (low, high) = (bound(1, "min", f32::NEG_INFINITY)?, bound(2, "max", f32::INFINITY)?);
                unary(Unary::Clip(low, high))
            }
            "Add" => self.binary(Binary::Add),
            "Sub" => self.binary(Binary::Sub),
            "Mul" => self.binary(Binary::Mul),
            "Div" => self.binary(Binary::Div),
            "Pow" => self.binary(Binary::Pow),
            "Max" => self.binary(Binary::Max),
            "Min" => self.binary(Binary::Min),
            "Gemm" => self.gemm(),
            "MatMul" => self.matmul(),
            "Conv" => self.convolution(),
            "BatchNormalization" => self.normalization(),
            "LayerNormalization" => self.layer_normalization(),
            "MaxPool" => self.pool(true),
            "AveragePool" => self.pool(false),
            "GlobalAveragePool" => self.fold(Fold::Mean, true),
            "GlobalMaxPool" => self.fold(Fold::Max, true),
            "ReduceMean" => self.fold(Fold::Mean, false),
            "ReduceSum" => self.fold(Fold::Sum, false),
            "ReduceMax" => self.fold(Fold::Max, false),
            "ReduceMin" => self.fold(Fold::Min, false),
            "Softmax" => self.softmax(false),
            "LogSoftmax" => self.softmax(true),
            _ => Err("this operator is not known".to_owned()),
        }
    }

    fn cast(&self) -> Result<Lowered, String> {
        let input = self.input(0)?;
        let sizes = input.sizes.clone();
        let whole = !is_float(self.int("to", 1));
        if !whole || input.whole {
            return Ok(Lowered::Same { sizes, whole });
        }
        Ok(Lowered::Step { step: Step::Unary(Unary::Truncate), inputs: vec![input.clone()], sizes, whole })
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
