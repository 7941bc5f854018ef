//! The pages: their links lead somewhere, and the map of the house stays short enough to read.

use super::tree::{File, repository};
use super::{complains, hold};

const MOST_LINES_OF_THE_MAP: usize = 200;

fn check_links(files: &[File]) -> Vec<String> {
    let mut complaints = Vec::new();
    for page in files.iter().filter(|file| file.path.ends_with(".md")) {
        for target in targets(&page.text) {
            if !leads_somewhere(page, target, files) {
                complaints.push(format!("{}: the link to {target} leads nowhere; mend it or take it out", page.path));
            }
        }
    }
    complaints
}

/// Where the links of a page lead inside the repository: not to other sites, not to places on the page itself.
fn targets(text: &str) -> Vec<&str> {
    let prose = text.split("```").step_by(2);
    let links = prose.flat_map(|part| part.split("](").skip(1)).filter_map(|rest| rest.split([')', ' ', '#']).next());
    links.filter(|target| !target.is_empty() && !target.contains(':')).collect()
}

fn leads_somewhere(page: &File, target: &str, files: &[File]) -> bool {
    let Some(path) = resolve(page.folder(), target) else { return false };
    files.iter().any(|file| file.path == path || file.path.starts_with(&format!("{path}/")))
}

/// The path from the top of the repository, or none if it leads out of it.
fn resolve(folder: &str, target: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in target.split('/').filter(|part| !part.is_empty() && *part != ".") {
        if part == ".." {
            parts.pop()?;
        } else {
            parts.push(part);
        }
    }
    Some(parts.join("/"))
}

fn check_map(files: &[File]) -> Vec<String> {
    let map = files.iter().filter(|file| file.path == "docs/architecture.md");
    let long = map.map(|file| file.text.lines().count()).filter(|lines| *lines > MOST_LINES_OF_THE_MAP);
    long.map(|lines| format!("docs/architecture.md: {lines} lines, at most {MOST_LINES_OF_THE_MAP}; details go to the page of their crate")).collect()
}

/// Every crate has its place on the map.
fn check_crates_on_map(files: &[File]) -> Vec<String> {
    let map = files.iter().find(|file| file.path == "docs/architecture.md").map_or("", |file| file.text.as_str());
    let crates = files.iter().filter_map(|file| file.path.strip_prefix("crates/")?.strip_suffix("/Cargo.toml"));
    let absent = crates.filter(|name| !map.contains(&format!("`{name}`")));
    absent
        .map(|name| format!("docs/architecture.md: crates/{name} is not on the map; add its line to the ladder"))
        .collect()
}

#[test]
fn every_link_of_a_page_leads_somewhere() {
    hold(check_links(repository()));
}

#[test]
fn the_map_of_the_house_is_at_most_200_lines() {
    hold(check_map(repository()));
}

#[test]
fn every_crate_is_on_the_map() {
    hold(check_crates_on_map(repository()));
}

#[test]
fn a_link_that_leads_nowhere_is_named() {
    let page = "[a](style.md) [b](../README.md#top) [c](https://example.org/x) [d](#here) [e](../crates/odd)\n```\n[f](no.md)\n```\n";
    let mut files = vec![
        File::new("docs/style.md", ""),
        File::new("README.md", ""),
        File::new("crates/odd/Cargo.toml", ""),
        File::new("docs/architecture.md", page),
    ];
    hold(check_links(&files));
    files.retain(|file| file.path != "docs/style.md");
    complains(check_links(&files), "style.md");
    complains(check_links(&[File::new("README.md", "[out](../secret.md)")]), "../secret.md");
}

#[test]
fn a_map_of_201_lines_is_named() {
    complains(check_map(&[File::new("docs/architecture.md", &"a\n".repeat(201))]), "201 lines");
}

#[test]
fn a_crate_that_is_not_on_the_map_is_named() {
    let files = [
        File::new("docs/architecture.md", "| 1 | `store` |"),
        File::new("crates/store/Cargo.toml", ""),
        File::new("crates/odd/Cargo.toml", ""),
    ];
    complains(check_crates_on_map(&files), "crates/odd");
}
