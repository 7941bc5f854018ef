//! A plot of quality against latency: a panel for each set, a mark for each run that was timed.

mod label;

use crate::report::Row;
use label::Labels;
use plotters::coord::Shift;
use plotters::coord::cartesian::Cartesian2d;
use plotters::coord::combinators::LogCoord;
use plotters::coord::types::RangedCoordf32;
use plotters::prelude::{
    ChartBuilder, ChartContext, Circle, DrawingArea, IntoDrawingArea, IntoFont, IntoLogRange, PathElement, RGBColor,
    SVGBackend, Text, WHITE,
};
use plotters::style::{Color, ShapeStyle, TextStyle};
use std::error::Error as StdError;
use std::ops::Range;
use thiserror::Error;

/// Why there is no plot.
#[derive(Debug, Error)]
pub enum PlotError {
    /// No row has times: every run shares its caches with others. Time some.
    #[error("no run was timed, so there is nothing to plot quality against")]
    NothingTimed,
    /// The picture could not be drawn; ours to mend.
    #[error("drawing the plot: {reason}")]
    Drawing {
        /// What the library said.
        reason: String,
    },
}

const PANEL: (u32, u32) = (440, 330);
const COLUMNS: usize = 2;
const FONT: &str = "sans-serif";
const INK: RGBColor = RGBColor(40, 40, 40);
const GRID: RGBColor = RGBColor(225, 225, 225);

/// Colours that stay apart for people who see few (Okabe and Ito 2008), one a run, again from the first when used up.
const COLOURS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(230, 159, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(213, 94, 0),
    RGBColor(86, 180, 233),
    RGBColor(110, 110, 110),
];

/// One mark.
struct Mark<'a> {
    run: &'a str,
    colour: RGBColor,
    ms: f32,
    ndcg: f32,
    low: f32,
    high: f32,
}

/// One set.
struct Panel<'a> {
    title: String,
    marks: Vec<Mark<'a>>,
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<LogCoord<f32>, RangedCoordf32>>;
type Drawn = Result<(), Box<dyn StdError + Send + Sync>>;

/// The plot as SVG: p50 of an answer in milliseconds (logarithmic, the same in every panel) across, nDCG@10 with its 95 %
/// interval up. Only rows over all kinds of question, and only timed ones.
///
/// # Errors
/// [`PlotError::NothingTimed`] if no run was timed.
pub fn svg(rows: &[Row]) -> Result<String, PlotError> {
    let panels = panels(rows);
    let range = range(&panels).ok_or(PlotError::NothingTimed)?;
    let columns = COLUMNS.min(panels.len());
    let lines = panels.len().div_ceil(columns);
    let size = (PANEL.0 * columns as u32, PANEL.1 * lines as u32);
    let mut picture = String::new();
    let drawn =
        draw(&SVGBackend::with_string(&mut picture, size).into_drawing_area(), (lines, columns), &panels, &range);
    drawn.map_err(|error| PlotError::Drawing { reason: error.to_string() })?;
    Ok(picture)
}

fn panels(rows: &[Row]) -> Vec<Panel<'_>> {
    let mut runs: Vec<&str> = Vec::new();
    let mut panels: Vec<(&str, Panel<'_>)> = Vec::new();
    for row in rows.iter().filter(|row| row.category == "all") {
        let Some(times) = &row.times else { continue };
        if !runs.contains(&row.run.as_str()) {
            runs.push(&row.run);
        }
        let place = runs.iter().position(|run| *run == row.run).unwrap_or_default();
        let mark = Mark {
            run: &row.run,
            colour: COLOURS.iter().cycle().nth(place).copied().unwrap_or(INK),
            ms: times.total.p50_ms.max(0.01),
            ndcg: row.scores.ndcg_at_10,
            low: row.ndcg_at_10_low,
            high: row.ndcg_at_10_high,
        };
        match panels.iter_mut().find(|(set, _)| *set == row.set) {
            Some((_, panel)) => panel.marks.push(mark),
            None => {
                let title = format!("{}, {} questions", row.set, row.n);
                panels.push((&row.set, Panel { title, marks: vec![mark] }));
            }
        }
    }
    panels.into_iter().map(|(_, panel)| panel).collect()
}

/// From the fastest to the slowest mark, with room for the labels.
fn range(panels: &[Panel<'_>]) -> Option<Range<f32>> {
    let times = || panels.iter().flat_map(|panel| &panel.marks).map(|mark| mark.ms);
    let least = times().min_by(f32::total_cmp)?;
    let most = times().max_by(f32::total_cmp)?;
    Some(least / 2.0..most * 4.0)
}

fn draw(area: &Area<'_>, (lines, columns): (usize, usize), panels: &[Panel<'_>], range: &Range<f32>) -> Drawn {
    area.fill(&WHITE)?;
    for (place, panel) in area.split_evenly((lines, columns)).iter().zip(panels) {
        draw_panel(place, panel, range)?;
    }
    area.present()?;
    Ok(())
}

fn draw_panel(area: &Area<'_>, panel: &Panel<'_>, range: &Range<f32>) -> Drawn {
    let mut builder = ChartBuilder::on(area);
    builder.margin(10).margin_right(16).x_label_area_size(42).y_label_area_size(52);
    builder.caption(&panel.title, (FONT, 16).into_font().color(&INK));
    let mut chart = builder.build_cartesian_2d(range.clone().log_scale(), 0.0..1.0_f32)?;
    chart
        .configure_mesh()
        .x_desc("p50 of an answer, ms")
        .y_desc("nDCG@10")
        .x_label_formatter(&|ms| format!("{ms}"))
        .y_label_formatter(&|score| format!("{score:.1}"))
        .label_style((FONT, 12).into_font().color(&INK))
        .axis_desc_style((FONT, 13).into_font().color(&INK))
        .bold_line_style(GRID)
        .light_line_style(WHITE.mix(0.0))
        .draw()?;
    draw_marks(&mut chart, panel)
}

fn draw_marks(chart: &mut Chart<'_, '_>, panel: &Panel<'_>) -> Drawn {
    for mark in &panel.marks {
        let faint = ShapeStyle::from(mark.colour.mix(0.5)).stroke_width(1);
        chart.draw_series([PathElement::new([(mark.ms, mark.low), (mark.ms, mark.high)], faint)])?;
        chart.draw_series([Circle::new((mark.ms, mark.ndcg), 4, mark.colour.filled())])?;
    }
    let area = chart.plotting_area().strip_coord_spec();
    let (left, top) = area.get_base_pixel();
    let mut labels = Labels::new(i32::try_from(area.dim_in_pixel().0).unwrap_or(i32::MAX));
    let mut marks: Vec<&Mark<'_>> = panel.marks.iter().collect();
    marks.sort_by(|a, b| b.ndcg.total_cmp(&a.ndcg));
    for mark in marks {
        let (x, y) = chart.backend_coord(&(mark.ms, mark.ndcg));
        let place = labels.place((x - left, y - top), mark.run);
        let style: TextStyle<'_> = (FONT, 12).into_font().color(&mark.colour);
        area.draw(&Text::new(mark.run.to_owned(), place, style))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
