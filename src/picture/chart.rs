//! Charts as SVG, made by plotters.

use std::f64::consts::TAU;

use plotters::coord::types::RangedCoordf64;
use plotters::coord::{CoordTranslate, Shift};
use plotters::prelude::*;
use plotters::style::ShapeStyle;

const SIZE: (u32, u32) = (960, 520);
const FONT: &str = "sans-serif";
const PAPER: RGBColor = RGBColor(0xfd, 0xf8, 0xee);
const INK: RGBColor = RGBColor(0x3d, 0x40, 0x5b);
/// Distinct to people who see few colours, too (Okabe and Ito's palette, without its yellow).
const PALETTE: [RGBColor; 7] = [
    RGBColor(0x00, 0x72, 0xb2),
    RGBColor(0xd5, 0x5e, 0x00),
    RGBColor(0x00, 0x9e, 0x73),
    RGBColor(0xcc, 0x79, 0xa7),
    RGBColor(0x56, 0xb4, 0xe9),
    RGBColor(0xe6, 0x9f, 0x00),
    RGBColor(0x55, 0x55, 0x55),
];

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
/// A chart whose axes are both linear.
type ShareChart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;
/// Writing SVG in memory has no known errors.
type PlotResult = Result<(), Box<dyn std::error::Error>>;

/// Bars side by side: for each category one of each series, as shares from 0 to 1.
pub struct Bars {
    pub title: String,
    pub categories: Vec<String>,
    /// A label, and a share for each category.
    pub series: Vec<(String, Vec<f64>)>,
}

impl Bars {
    pub fn svg(&self) -> String {
        svg_of(SIZE, |area| {
            let highest = self.series.iter().flat_map(|(_, shares)| shares).copied().fold(0.05, f64::max);
            let mut chart = ChartBuilder::on(area)
                .caption(&self.title, (FONT, 20, &INK))
                .margin(12)
                .x_label_area_size(36)
                .y_label_area_size(58)
                .build_cartesian_2d(0.0..self.categories.len() as f64, 0.0..(highest * 1.08).min(1.0))?;
            chart
                .configure_mesh()
                .disable_x_mesh()
                .x_labels(self.categories.len() * 2 + 1)
                .x_label_formatter(&|x| {
                    if (x.fract() - 0.5).abs() < 1e-6 {
                        self.categories.get(*x as usize).cloned().unwrap_or_default()
                    } else {
                        String::new()
                    }
                })
                .y_label_formatter(&|y| format!("{:.0} %", 100.0 * y))
                .label_style((FONT, 14, &INK))
                .axis_style(INK)
                .light_line_style(TRANSPARENT)
                .draw()?;
            let width = 0.8 / self.series.len() as f64;
            for (index, (label, shares)) in self.series.iter().enumerate() {
                let colour = colour(index);
                let bar = |(category, &share): (usize, &f64)| {
                    let left = category as f64 + 0.1 + index as f64 * width;
                    Rectangle::new([(left, 0.0), (left + 0.92 * width, share)], colour.filled())
                };
                chart
                    .draw_series(shares.iter().enumerate().map(bar))?
                    .label(label)
                    .legend(move |(x, y)| swatch(x, y, colour));
            }
            add_key(&mut chart)
        })
    }
}

/// Points and fitted lines on axes that are both logarithmic.
pub struct LogLog {
    pub title: String,
    pub x: String,
    pub y: String,
    pub series: Vec<LogSeries>,
}

pub struct LogSeries {
    pub label: String,
    pub points: Vec<(f64, f64)>,
    /// Two ends of the fitted line.
    pub line: Option<[(f64, f64); 2]>,
}

impl LogLog {
    pub fn svg(&self) -> String {
        svg_of(SIZE, |area| {
            let points = || self.series.iter().flat_map(|series| &series.points);
            let (right, top) = points().fold((10.0_f64, 10.0_f64), |(right, top), &(x, y)| (right.max(x), top.max(y)));
            let mut chart = ChartBuilder::on(area)
                .caption(&self.title, (FONT, 20, &INK))
                .margin(12)
                .x_label_area_size(48)
                .y_label_area_size(72)
                .build_cartesian_2d((0.8..right * 1.5).log_scale(), (0.8..top * 1.5).log_scale())?;
            let power = |number: &f64| if *number >= 1.0 { format!("{number:.0}") } else { String::new() };
            chart
                .configure_mesh()
                .x_desc(&self.x)
                .y_desc(&self.y)
                .x_label_formatter(&power)
                .y_label_formatter(&power)
                .label_style((FONT, 14, &INK))
                .axis_style(INK)
                .light_line_style(TRANSPARENT)
                .draw()?;
            for (index, series) in self.series.iter().enumerate() {
                let colour = colour(index);
                let dots = series.points.iter().map(|&point| Circle::new(point, 2, colour.filled()));
                chart.draw_series(dots)?.label(&series.label).legend(move |(x, y)| swatch(x, y, colour));
                if let Some(ends) = series.line {
                    chart.draw_series(LineSeries::new(ends, colour.stroke_width(2)))?;
                }
            }
            add_key(&mut chart)
        })
    }
}

/// Shares over whole numbers, as points that lines connect.
pub struct Curves {
    pub title: String,
    pub x: String,
    /// The least share that is shown.
    pub least: f64,
    /// A label, and shares from 0 to 1 at rising numbers.
    pub series: Vec<(String, Vec<(u32, f64)>)>,
}

impl Curves {
    /// As many as colours and marks can distinguish.
    pub const MOST: usize = PALETTE.len() * MARKS.len();

    pub fn svg(&self) -> String {
        stacked(std::slice::from_ref(self))
    }

    fn plot_on(&self, area: &Area) -> PlotResult {
        let points = || self.series.iter().flat_map(|(_, points)| points).copied();
        let left = points().map(|(x, _)| f64::from(x)).fold(f64::INFINITY, f64::min).min(1e6);
        let (right, top) =
            points().fold((left + 1.0, 0.05_f64), |(right, top), (x, y)| (right.max(f64::from(x)), top.max(y)));
        let mut chart = ChartBuilder::on(area)
            .caption(&self.title, (FONT, 20, &INK))
            .margin(12)
            .x_label_area_size(48)
            .y_label_area_size(58)
            // The key stands to the right of the points.
            .build_cartesian_2d(left - 1.0..right + 0.32 * (right - left), self.least..(top * 1.08).min(1.02))?;
        add_share_axes(&mut chart, &self.x)?;
        for (index, (label, points)) in self.series.iter().enumerate() {
            let colour = colour(index);
            let points: Vec<(f64, f64)> = points.iter().map(|&(x, y)| (f64::from(x), y)).collect();
            chart.draw_series(LineSeries::new(points.clone(), colour.stroke_width(1)))?;
            let dots = points
                .into_iter()
                .map(|point| EmptyElement::at(point) + Polygon::new(mark((0, 0), index), colour.filled()));
            chart
                .draw_series(dots)?
                .label(label)
                .legend(move |(x, y)| Polygon::new(mark((x + 7, y), index), colour.filled()));
        }
        add_key(&mut chart)
    }
}

/// Counts over whole numbers, as lines: for more points than marks could show.
pub struct Counts {
    pub title: String,
    pub x: String,
    pub y: String,
    /// A label, and counts from 0 on at rising numbers.
    pub series: Vec<(String, Vec<(u32, f64)>)>,
}

impl Counts {
    pub fn svg(&self) -> String {
        svg_of(SIZE, |area| {
            let points = || self.series.iter().flat_map(|(_, points)| points);
            let (right, top) = points().fold((1, 1.0_f64), |(right, top), &(x, y)| (x.max(right), top.max(y)));
            let mut chart = ChartBuilder::on(area)
                .caption(&self.title, (FONT, 20, &INK))
                .margin(12)
                .x_label_area_size(48)
                .y_label_area_size(72)
                .build_cartesian_2d(0.0..f64::from(right), 0.0..top * 1.08)?;
            chart
                .configure_mesh()
                .x_desc(&self.x)
                .y_desc(&self.y)
                .x_label_formatter(&|x| format!("{x:.0}"))
                .y_label_formatter(&|y| format!("{y:.0}"))
                .label_style((FONT, 14, &INK))
                .axis_style(INK)
                .light_line_style(TRANSPARENT)
                .draw()?;
            for (index, (label, points)) in self.series.iter().enumerate() {
                let colour = colour(index);
                let line = points.iter().map(|&(x, y)| (f64::from(x), y));
                chart
                    .draw_series(LineSeries::new(line, colour.stroke_width(1)))?
                    .label(label)
                    .legend(move |(x, y)| swatch(x, y, colour));
            }
            add_key(&mut chart)
        })
    }
}

/// A side's chance after each ply of a game.
pub struct Chances {
    pub title: String,
    /// From 0 to 1, after the first ply and so on.
    pub shares: Vec<f64>,
}

impl Chances {
    pub fn svg(&self) -> String {
        svg_of(SIZE, |area| {
            let mut chart = ChartBuilder::on(area)
                .caption(&self.title, (FONT, 20, &INK))
                .margin(12)
                .x_label_area_size(48)
                .y_label_area_size(58)
                .build_cartesian_2d(0.0..self.shares.len().max(1) as f64, 0.0..1.0)?;
            add_share_axes(&mut chart, "half move")?;
            // Even chances before the first move.
            let points = std::iter::once(0.5)
                .chain(self.shares.iter().copied())
                .enumerate()
                .map(|(ply, share)| (ply as f64, share));
            chart.draw_series(
                AreaSeries::new(points, 0.5, PALETTE[0].mix(0.25)).border_style(PALETTE[0].stroke_width(2)),
            )?;
            Ok(())
        })
    }
}

/// Charts one below the other.
pub fn stacked(charts: &[Curves]) -> String {
    svg_of((SIZE.0, SIZE.1 * charts.len() as u32), |area| {
        let areas = area.split_evenly((charts.len(), 1));
        charts.iter().zip(&areas).try_for_each(|(chart, area)| chart.plot_on(area))
    })
}

/// Axes for shares from 0 to 1, in percent, over whole numbers.
fn add_share_axes(chart: &mut ShareChart, x_name: &str) -> PlotResult {
    chart
        .configure_mesh()
        .x_desc(x_name)
        .x_label_formatter(&|x| format!("{x:.0}"))
        .y_label_formatter(&|y| format!("{:.0} %", 100.0 * y))
        .label_style((FONT, 14, &INK))
        .axis_style(INK)
        .light_line_style(TRANSPARENT)
        .draw()?;
    Ok(())
}

/// The box that names the series by their colours and marks.
fn add_key<'a, B: DrawingBackend<ErrorType: 'static> + 'a, C: CoordTranslate>(
    chart: &mut ChartContext<'a, B, C>,
) -> PlotResult {
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .background_style(PAPER)
        .border_style(INK)
        .label_font((FONT, 14, &INK))
        .draw()?;
    Ok(())
}

fn svg_of(size: (u32, u32), plot: impl FnOnce(&Area) -> PlotResult) -> String {
    let mut text = String::new();
    {
        let area = SVGBackend::with_string(&mut text, size).into_drawing_area();
        area.fill(&PAPER)
            .map(|()| plot(&area))
            .expect("memory can be written")
            .expect("the chart's ranges are not empty");
        area.present().expect("memory can be written");
    }
    text
}

fn colour(index: usize) -> RGBColor {
    PALETTE[index % PALETTE.len()]
}

/// Corners of the marks that distinguish curves of one colour: discs, triangles, squares.
const MARKS: [u8; 3] = [16, 3, 4];

/// A regular polygon around a point, in pixels.
fn mark((x, y): (i32, i32), series: usize) -> Vec<(i32, i32)> {
    const RADIUS: f64 = 5.0;
    let corners = MARKS[series / PALETTE.len() % MARKS.len()];
    let corner = |number| {
        let angle = TAU * (f64::from(number) + 0.5) / f64::from(corners);
        (x + (RADIUS * angle.sin()).round() as i32, y + (RADIUS * angle.cos()).round() as i32)
    };
    (0..corners).map(corner).collect()
}

fn swatch(x: i32, y: i32, colour: RGBColor) -> Rectangle<(i32, i32)> {
    Rectangle::new([(x, y - 6), (x + 14, y + 6)], ShapeStyle::from(colour).filled())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_have_their_categories_and_series() {
        let text = Bars {
            title: "1. ?".to_owned(),
            categories: vec!["e4".to_owned(), "Nf3".to_owned()],
            series: vec![("plain".to_owned(), vec![0.6, 0.1]), ("c4 < d4".to_owned(), vec![0.4, 0.0])],
        }
        .svg();
        for expected in ["<svg", "e4", "Nf3", "plain", "c4 &lt; d4", "60 %"] {
            assert!(text.contains(expected), "{expected} is missing in {text}");
        }
    }

    #[test]
    fn points_and_lines_are_in_the_picture() {
        let series = LogSeries {
            label: "depth 4".to_owned(),
            points: vec![(1.0, 1000.0), (10.0, 90.0)],
            line: Some([(1.0, 900.0), (100.0, 9.0)]),
        };
        let text =
            LogLog { title: "law".to_owned(), x: "rank".to_owned(), y: "games".to_owned(), series: vec![series] }.svg();
        assert!(
            text.matches("<circle").count() >= 2 && text.contains("<polyline") && text.contains("depth 4"),
            "{text}"
        );
    }

    #[test]
    fn counts_have_a_line_and_a_name_for_each_series() {
        let series = vec![("nodes".to_owned(), vec![(1, 10.0), (2, 4000.0)]), ("none".to_owned(), Vec::new())];
        let text = Counts { title: "counts".to_owned(), x: "iteration".to_owned(), y: "mean".to_owned(), series }.svg();
        assert!(["nodes", "none", "iteration", "4000"].iter().all(|expected| text.contains(expected)), "{text}");
    }

    #[test]
    fn curves_differ_by_colour_and_then_by_mark() {
        let series = (0..8).map(|index| (format!("curve {index}"), vec![(2, 0.1), (4, 0.2)])).collect();
        let text = Curves { title: "curves".to_owned(), x: "half move".to_owned(), least: 0.0, series }.svg();
        let corners =
            |mark: &str| mark.split("points=\"").nth(1).unwrap().split('"').next().unwrap().split_whitespace().count();
        let marks: Vec<usize> = text.split("<polygon").skip(1).map(corners).collect();
        assert_eq!(
            marks.iter().filter(|&&count| count == 16).count(),
            7 * 3,
            "two points and the key of seven curves: {text}"
        );
        assert_eq!(marks.iter().filter(|&&count| count == 3).count(), 3, "the eighth has another mark");
        assert!(text.contains("curve 7") && text.contains("half move"), "{text}");
    }

    #[test]
    fn curves_without_points_still_make_a_chart() {
        for series in [vec![], vec![("empty".to_owned(), vec![])], vec![("one".to_owned(), vec![(0, 1.0)])]] {
            assert!(Curves { title: "none".to_owned(), x: "x".to_owned(), least: 0.0, series }.svg().contains("none"));
        }
    }
}
