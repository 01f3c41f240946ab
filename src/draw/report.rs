//! Contests as one page, with all tables and plots in it.
//!
//! ```text
//!      time against the first engine's    both axes in decades; below the line is faster
//!      time by clues                      the median of the puzzles with that number
//!      nodes against time                 how much of the time is the size of the tree
//! ```
//!
//! A turn that spent its budget is an open circle where the budget ended; it lies somewhere above.

// A plot shows no more than three digits, and its library hands numbers to labels by reference.
#![allow(clippy::cast_precision_loss, clippy::cast_sign_loss, clippy::trivially_copy_pass_by_ref)]

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write;
use std::ops::Range;
use std::time::Duration;

use plotters::coord::Shift;
use plotters::prelude::*;

use super::html::escaped;
use super::palette;
use crate::compare::{Bounded, ContestReport, Turn};
use crate::numerals::grouped;

const SIZE: (u32, u32) = (760, 520);

/// A plot that can't be drawn, and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("can't draw a plot: {0}")]
pub struct PlotError(String);

/// Contests as an HTML page: a table of each, and three plots.
///
/// A contest without turns is left out.
///
/// # Errors
/// If a plot can't be drawn.
///
/// # Panics
/// As [`ContestReport::engines_table`] does.
pub fn report(contests: &[ContestReport<'_>]) -> Result<String, PlotError> {
    let mut page = String::from(HEAD);
    for contest in contests.iter().filter(|contest| !contest.outcome.turns.is_empty()) {
        let [heading, table, sample] =
            [contest.heading(), contest.engines_table(), contest.sample()]
                .map(|text| escaped(&text));
        // Writes into memory do not fail.
        let _ = writeln!(
            page,
            "<h2>{heading}</h2>\n<pre>{table}</pre>\n<p>{sample}</p>\n<p class=\"legend\">"
        );
        for (k, engine) in contest.engines.iter().enumerate() {
            let colour = palette::hex(palette::of(k));
            let _ = writeln!(
                page,
                "<span><b style=\"color: {colour}\">&#9679;</b> {engine}</span>&ensp;"
            );
        }
        page.push_str("</p>\n");
        let plots = Plots { contest, turns: &contest.outcome.turns };
        for plot in [plots.against_the_first(), plots.by_clues(), plots.nodes()] {
            let svg = plot.map_err(|error| PlotError(error.to_string()))?;
            let _ = writeln!(page, "<figure>{svg}</figure>");
        }
    }
    page.push_str(FOOT);
    Ok(page)
}

const HEAD: &str = "<!DOCTYPE html>
<html lang=\"en\">
<head>
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width\">
<title>tourdion compare</title>
<style>
body { font-family: sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em; \
color: #222; background: #fff; }
pre { overflow-x: auto; background: #f4f4f4; padding: 1em; }
figure { margin: 2em 0; overflow-x: auto; }
.legend { position: sticky; top: 0; background: #fff; padding: .5em 0; }
.legend span { white-space: nowrap; }
svg { max-width: 100%; min-width: 36em; height: auto; }
</style>
</head>
<body>
<h1>Searches side by side</h1>
<p>In each round one engine after the other was asked about all puzzles, on one thread. \
Before each question the engine was asked about
another puzzle, off the clock, so that nothing was left in it of the last time. \
The least time counts. Ratios are to the first engine,
over the puzzles that both were asked about; greater is faster. \
Open circles are searches that spent their budget: they would have
taken longer.</p>
";

const FOOT: &str = "</body>\n</html>\n";

/// The plots of a contest.
struct Plots<'p> {
    contest: &'p ContestReport<'p>,
    turns: &'p [Vec<Option<Turn>>],
}

/// A point, and whether it is a bound.
type Point = (f64, f64, bool);

type Drawn = Result<String, Box<dyn Error + Send + Sync>>;

impl Plots<'_> {
    /// Each engine's times against those of the first.
    fn against_the_first(&self) -> Drawn {
        let series = (1..self.contest.engines.len()).map(|engine| {
            let points = self.turns.iter().filter_map(|turns| {
                let (first, other) = (turns[0]?, turns[engine]?);
                Some((seconds(first), seconds(other), first.kind.is_none() || other.kind.is_none()))
            });
            (engine, points.collect())
        });
        let first = self.contest.engines.first();
        let axis = first.map_or_else(String::new, |first| format!("{first}, time"));
        scatter("Time against the first engine's", &axis, &as_time, series.collect(), true)
    }

    /// Nodes against time.
    fn nodes(&self) -> Drawn {
        let series = (0..self.contest.engines.len()).map(|engine| {
            let points = self.turns.iter().filter_map(|turns| {
                let turn = turns[engine]?;
                Some((turn.effort.nodes.max(1) as f64, seconds(turn), turn.kind.is_none()))
            });
            (engine, points.collect())
        });
        scatter("Time against nodes", "nodes", &as_number, series.collect(), false)
    }

    /// The median time of the puzzles with each number of clues.
    fn by_clues(&self) -> Drawn {
        let clues: Vec<usize> =
            self.contest.puzzles.iter().map(|puzzle| puzzle.grid.clue_count()).collect();
        let series: Vec<(usize, Vec<Point>)> = (0..self.contest.engines.len())
            .map(|engine| {
                let mut times = BTreeMap::<usize, Vec<(f64, bool)>>::new();
                for (turns, &clues) in self.turns.iter().zip(&clues) {
                    let Some(turn) = turns[engine] else { continue };
                    times.entry(clues).or_default().push((seconds(turn), turn.kind.is_none()));
                }
                let points = times.into_iter().map(|(clues, mut times)| {
                    times.sort_by(|one, other| one.0.total_cmp(&other.0));
                    let (time, is_bound) = times[(times.len() - 1) / 2];
                    (clues as f64, time, is_bound)
                });
                (engine, points.collect())
            })
            .collect();
        let [least, most] =
            [clues.iter().min(), clues.iter().max()].map(|clues| *clues.unwrap_or(&0) as f64);
        medians(least - 1.0..most + 1.0, &series)
    }
}

/// Lines of times over numbers of clues.
fn medians(clues: Range<f64>, series: &[(usize, Vec<Point>)]) -> Drawn {
    let mut svg = String::new();
    {
        let root = canvas(&mut svg)?;
        let times =
            decades(series.iter().flat_map(|(_, points)| points.iter().map(|point| point.1)));
        let labels = labels(&times);
        // With more labels than numbers there would be some between them.
        let numbers = (clues.end - clues.start) as usize + 1;
        let mut chart =
            builder(&root, "Median time by clues").build_cartesian_2d(clues, times.log_scale())?;
        let mesh = &mut chart.configure_mesh();
        mesh.x_desc("clues").y_desc("time").x_label_formatter(&|clues| format!("{clues:.0}"));
        mesh.x_labels(numbers.min(12))
            .y_labels(labels)
            .y_label_formatter(&as_time)
            .light_line_style(TRANSPARENT)
            .draw()?;
        for (engine, points) in series {
            let colour = colour_of(*engine);
            let line = points.iter().map(|&(clues, time, _)| (clues, time));
            chart.draw_series(LineSeries::new(line, colour.stroke_width(2)))?;
            chart.draw_series(points.iter().map(|point| dot(*point, 4, colour)))?;
        }
        root.present()?;
    }
    Ok(svg)
}

/// Points on two axes in decades.
fn scatter(
    title: &str,
    axis: &str,
    label: &dyn Fn(&f64) -> String,
    series: Vec<(usize, Vec<Point>)>,
    has_diagonal: bool,
) -> Drawn {
    let points = || series.iter().flat_map(|(_, points)| points.iter());
    let (xs, ys) = (decades(points().map(|point| point.0)), decades(points().map(|point| point.1)));
    let mut svg = String::new();
    {
        let root = canvas(&mut svg)?;
        let mut chart = builder(&root, title)
            .build_cartesian_2d(xs.clone().log_scale(), ys.clone().log_scale())?;
        let mesh = &mut chart.configure_mesh();
        mesh.x_desc(axis)
            .y_desc("time")
            .x_label_formatter(&label)
            .x_labels(labels(&xs))
            .y_labels(labels(&ys));
        mesh.y_label_formatter(&as_time).light_line_style(TRANSPARENT).draw()?;
        let (from, to) = (xs.start.max(ys.start), xs.end.min(ys.end));
        if has_diagonal && from < to {
            chart.draw_series(LineSeries::new([(from, from), (to, to)], BLACK.mix(0.4)))?;
        }
        for (engine, points) in series {
            let colour = colour_of(engine);
            chart.draw_series(points.into_iter().map(|point| dot(point, 3, colour)))?;
        }
        root.present()?;
    }
    Ok(svg)
}

type Canvas<'s> = DrawingArea<SVGBackend<'s>, Shift>;

fn canvas(svg: &mut String) -> Result<Canvas<'_>, Box<dyn Error + Send + Sync>> {
    let root = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    Ok(root)
}

fn builder<'a, 's>(root: &'a Canvas<'s>, title: &str) -> ChartBuilder<'a, 'a, SVGBackend<'s>> {
    let mut builder = ChartBuilder::on(root);
    builder
        .margin(12)
        .margin_right(48)
        .caption(title, ("sans-serif", 20))
        .x_label_area_size(44)
        .y_label_area_size(70);
    builder
}

/// A filled circle, or an open one for a bound.
fn dot((x, y, is_bound): Point, size: u32, colour: RGBColor) -> Circle<(f64, f64), u32> {
    let style = if is_bound { colour.stroke_width(1) } else { colour.mix(0.6).filled() };
    Circle::new((x, y), size, style)
}

/// The colour of engine number `k`.
fn colour_of(k: usize) -> RGBColor {
    let (red, green, blue) = palette::of(k);
    RGBColor(red, green, blue)
}

fn seconds(turn: Turn) -> f64 {
    turn.time.as_secs_f64().max(1e-9)
}

/// The decades that hold these numbers, and a little more: the library leaves a label out that is
/// the last bit of a number beyond the end of its axis.
fn decades(numbers: impl Iterator<Item = f64>) -> Range<f64> {
    let (least, most) = numbers.fold((f64::MAX, f64::MIN_POSITIVE), |(least, most), number| {
        (least.min(number), most.max(number))
    });
    let from = least.min(most).log10().floor();
    let to = (most.log10() + 1e-9).ceil().max(from + 1.0);
    10f64.powf(from) * (1.0 - 1e-9)..10f64.powf(to) * (1.0 + 1e-9)
}

/// A label for each end of a decade, and none between.
fn labels(decades: &Range<f64>) -> usize {
    (decades.end / decades.start).log10().round() as usize + 1
}

fn as_time(seconds: &f64) -> String {
    let text = Bounded { time: Duration::from_secs_f64(*seconds), is_more: false }.to_string();
    // Labels stand at decades.
    text.replace(".00 ", " ").replace(".0 ", " ")
}

fn as_number(number: &f64) -> String {
    grouped(number.round() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_of_clues_has_one_label_at_most() {
        for least in [0, 17, 21] {
            for more in 0..60 {
                let points =
                    [least, least + more].map(|clues| (f64::from(clues), 1e-3, false)).to_vec();
                let ends = f64::from(least - 1)..f64::from(least + more + 1);
                let svg = medians(ends, &[(0, points)]).unwrap();
                let labels: Vec<i32> =
                    svg.lines().filter_map(|line| line.trim().parse().ok()).collect();
                assert!(labels.len() >= 3, "{labels:?} from {least}, {more} more");
                assert!(labels.is_sorted_by(|one, other| one < other), "{labels:?}");
            }
        }
    }

    #[test]
    fn an_axis_has_a_label_for_each_of_its_decades() {
        for from in -9..4 {
            for to in from + 1..from + 8 {
                let decade = |power: i32| 10f64.powi(power);
                let points = vec![
                    (decade(from) * 1.5, decade(from) * 1.5, false),
                    (decade(to) * 0.9, decade(to) * 0.9, false),
                ];
                let svg = scatter("Title", "axis", &as_time, vec![(0, points)], true).unwrap();
                for power in from..=to {
                    let label = as_time(&decade(power));
                    let labels = svg.lines().filter(|line| line.trim() == label).count();
                    assert_eq!(labels, 2, "{label} on both axes from {from} to {to}: {svg}");
                }
            }
        }
    }
}
