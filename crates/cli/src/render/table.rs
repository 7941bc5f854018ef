//! Tables, with widths counted in columns.

use crate::output::Output;
use comfy_table::{
    Attribute, Cell, CellAlignment, ColumnConstraint, ContentArrangement, Table, TableComponent, presets,
};
use serde_json::Value;

/// A table with a heading; every cell is text. Columns of numbers stand to the right, and the first is never broken
/// while the others can be.
pub(crate) fn table(heading: &[&str], rows: impl IntoIterator<Item = Vec<String>>, out: &Output) -> String {
    let rows: Vec<Vec<String>> = rows.into_iter().collect();
    let mut table = plain(out);
    table.load_preset(presets::NOTHING);
    table.set_style(TableComponent::HeaderLines, '─');
    table.set_style(TableComponent::MiddleHeaderIntersections, '─');
    table.set_header(heading.iter().map(|name| Cell::new(name).add_attribute(Attribute::Bold)));
    for (at, column) in table.column_iter_mut().enumerate() {
        let numbers = rows.iter().filter_map(|row| row.get(at)).all(|cell| is_number(cell));
        if numbers && at > 0 {
            column.set_cell_alignment(CellAlignment::Right);
        }
        if at == 0 {
            column.set_constraint(ColumnConstraint::ContentWidth);
        }
    }
    for row in rows {
        table.add_row(row);
    }
    trimmed(&table)
}

fn is_number(cell: &str) -> bool {
    cell.parse::<f64>().is_ok() || cell.is_empty()
}

fn plain(out: &Output) -> Table {
    let mut table = Table::new();
    table.set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(u16::try_from(out.width).unwrap_or(u16::MAX));
    if out.paint.is_on() {
        table.enforce_styling()
    } else {
        table.force_no_tty()
    };
    table
}

fn trimmed(table: &Table) -> String {
    let lines: Vec<String> = table.lines().map(|line| line.trim_end().to_owned()).collect();
    lines.join("\n")
}

/// The values of a JSON document, one a row under its path.
pub(crate) fn facts(value: &Value, out: &Output) -> String {
    let mut rows = Vec::new();
    collect("", value, &mut rows);
    let mut table = plain(out);
    table.load_preset(presets::NOTHING);
    for (path, fact) in rows {
        table.add_row([path.replace('_', " "), fact]);
    }
    trimmed(&table)
}

fn collect(path: &str, value: &Value, rows: &mut Vec<(String, String)>) {
    match value {
        Value::Object(fields) => {
            for (name, inner) in fields {
                let path = if path.is_empty() { name.clone() } else { format!("{path} › {name}") };
                collect(&path, inner, rows);
            }
        }
        Value::Array(items) if items.is_empty() => rows.push((path.to_owned(), "none".to_owned())),
        Value::Array(items) => rows.extend(items.iter().map(|item| (path.to_owned(), said(item)))),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => rows.push((path.to_owned(), said(value))),
    }
}

fn said(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(said).collect::<Vec<_>>().join(", "),
        Value::Object(fields) => fields.values().map(said).collect::<Vec<_>>().join(": "),
    }
}

#[cfg(test)]
mod tests;
