//! Graceful labellings of a graph: a use of colours.
//!
//! ```text
//!      the path a - b - c - d, gracefully:    0 - 3 - 1 - 2
//!      its differences                          3   2   1
//! ```
//!
//! The vertices of a graph with m edges get different labels among 0 to m, so that the differences
//! along the edges are 1 to m, each once. A vertex has a label at each of its edges, and these must
//! agree: so the label colours the vertex. A label must not go to two vertices: so the vertex
//! colours the label.
//!
//! Invariant: an edge joins two different vertices, smaller first, and stands once.

use crate::cover::problem::{OptionEntry, Problem, ProblemError};

/// A graph: some vertices, numbered from 0, and edges between them.
///
/// ```
/// use tourdion::cover::classics::Graph;
///
/// let cube = Graph::path(2).product(&Graph::path(2)).product(&Graph::path(2));
/// assert_eq!((cube.vertices(), cube.edges().len()), (8, 12));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Graph {
    vertices: usize,
    edges: Vec<(usize, usize)>,
}

impl Graph {
    /// The path on `n` vertices, Pₙ.
    pub fn path(n: usize) -> Graph {
        Graph { vertices: n, edges: (1..n).map(|k| (k - 1, k)).collect() }
    }

    /// The complete graph on `n` vertices, Kₙ.
    pub fn complete(n: usize) -> Graph {
        let edges = (0..n).flat_map(|one| (one + 1..n).map(move |other| (one, other)));
        Graph { vertices: n, edges: edges.collect() }
    }

    /// The cube of `n` dimensions, Qₙ: 2ⁿ vertices, all of which are in memory.
    pub fn cube(n: usize) -> Graph {
        (0..n).fold(Graph::path(1), |cube, _| cube.product(&Graph::path(2)))
    }

    /// The Cartesian product: a copy of this graph for each vertex of `other`, and the edges of
    /// `other` between the copies.
    #[must_use]
    pub fn product(&self, other: &Graph) -> Graph {
        let mut edges = Vec::new();
        for copy in 0..other.vertices {
            let start = copy * self.vertices;
            edges.extend(self.edges.iter().map(|&(u, v)| (start + u, start + v)));
        }
        for &(one, two) in &other.edges {
            edges.extend(
                (0..self.vertices).map(|v| (one * self.vertices + v, two * self.vertices + v)),
            );
        }
        Graph { vertices: self.vertices * other.vertices, edges }
    }

    /// The number of vertices.
    pub fn vertices(&self) -> usize {
        self.vertices
    }

    /// The edges, each as its two vertices.
    pub fn edges(&self) -> &[(usize, usize)] {
        &self.edges
    }
}

/// The graceful labellings of `graph`, in which every vertex should have an edge; a vertex without
/// edges gets no label.
///
/// Items: the differences `d1` to `dm` and the edges `e1-2`..., primary; the vertices `v1`...,
/// secondary and coloured by their labels; the labels `l0` to `lm`, secondary and coloured by their
/// vertices. Options: an edge with labels for its two vertices, `d2 e1-4 v1:3 v4:5 l3:v1 l5:v4`.
///
/// The items of the edges could be left out: edges and differences have equal numbers, and the
/// colours keep an edge from having two differences. But with them the search sees earlier that an
/// edge has no difference left; for the cube it needs a third of the updates (8.9 million, not
/// 25.9).
///
/// Such labellings are Rosa's (1967); Golomb called them graceful.
///
/// Covers: cube Q₃ 2592, K₄×P₂ 1440, K₃×P₃ 6816; the path on four vertices 4.
///
/// # Errors
/// If there are too many options for a problem.
///
/// ```
/// use tourdion::cover::classics::{self, Graph};
/// use tourdion::cover::{Engine, Links};
///
/// let mut engine = Links::new(&classics::graceful(&Graph::path(4))?)?;
/// assert_eq!(engine.count(u64::MAX), 4);
/// # Ok::<(), tourdion::cover::ProblemError>(())
/// ```
pub fn graceful(graph: &Graph) -> Result<Problem, ProblemError> {
    let mut problem = Problem::new();
    let m = graph.edges.len();
    let (mut differences, mut edges, mut vertices, mut labels) = (vec![], vec![], vec![], vec![]);
    for difference in (1..=m).rev() {
        differences.push((difference, problem.primary(&format!("d{difference}"))?));
    }
    for &(u, v) in &graph.edges {
        edges.push((problem.primary(&format!("e{}-{}", u + 1, v + 1))?, u, v));
    }
    for vertex in 1..=graph.vertices {
        let name = format!("v{vertex}");
        vertices.push((problem.secondary(&name)?, problem.colour(&name)?));
    }
    for label in 0..=m {
        labels
            .push((problem.secondary(&format!("l{label}"))?, problem.colour(&label.to_string())?));
    }
    for (difference, item) in differences {
        for (&low, &high) in labels.iter().zip(&labels[difference..]) {
            for &(edge, u, v) in &edges {
                for (one, other) in [(u, v), (v, u)] {
                    let (one, other) = (vertices[one], vertices[other]);
                    problem.option([
                        OptionEntry::from(item),
                        edge.into(),
                        (one.0, low.1).into(),
                        (other.0, high.1).into(),
                        (low.0, one.1).into(),
                        (high.0, other.1).into(),
                    ])?;
                }
            }
        }
    }
    Ok(problem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_have_the_edges_that_they_should() {
        let size = |graph: Graph| (graph.vertices(), graph.edges().len());
        assert_eq!(size(Graph::cube(3)), (8, 12));
        assert_eq!(size(Graph::complete(4).product(&Graph::path(2))), (8, 16));
        assert_eq!(size(Graph::complete(3).product(&Graph::path(3))), (9, 15));
        assert_eq!(Graph::cube(0), Graph::path(1));
    }

    #[test]
    fn an_option_labels_an_edge() {
        let problem = graceful(&Graph::path(3)).unwrap();
        let text = problem.to_string();
        assert!(
            text.starts_with(
                "d2 d1 e1-2 e2-3 | v1 v2 v3 l0 l1 l2\nd2 e1-2 v1:0 v2:2 l0:v1 l2:v2\n"
            ),
            "{text}"
        );
        assert_eq!(problem.options().len(), (1 + 2) * 2 * 2);
    }
}
