//! Every source file is part of a module tree: what no parent names is not compiled, and its tests never run.

use super::tree::{File, repository};
use super::{complains, hold};

/// Folders whose files are modules: the sources of a package, a binary with a folder of its own, and the one integration
/// binary.
fn root(path: &str) -> Option<&str> {
    let inside = |marker: &str| path.find(marker).and_then(|at| path.get(..at + marker.len() - 1));
    if path.starts_with("tests/it/") { Some("tests/it") } else { binary(path).or_else(|| inside("/src/")) }
}

/// The folder of a binary that has one: `src/bin/NAME`.
fn binary(path: &str) -> Option<&str> {
    let (before, within) = path.split_once("/src/bin/")?;
    let (name, _) = within.split_once('/')?;
    path.get(..before.len() + "/src/bin/".len() + name.len())
}

fn check_listed(files: &[File]) -> Vec<String> {
    let unlisted = files.iter().filter(|file| file.is_rust() && !is_listed(file, files));
    unlisted
        .map(|file| {
            format!("{}: no parent says `mod {};`, so it is not compiled; list it or delete it", file.path, stem(file))
        })
        .collect()
}

fn stem(file: &File) -> &str {
    file.name().trim_end_matches(".rs")
}

fn is_listed(file: &File, files: &[File]) -> bool {
    let Some(root) = root(&file.path) else { return true };
    let folder = file.folder();
    let starts = folder == root && ["lib", "main"].contains(&stem(file));
    starts
        || folder == format!("{root}/bin")
        || parents(folder, root).iter().any(|parent| names(files, parent, stem(file)))
}

fn parents(folder: &str, root: &str) -> Vec<String> {
    if folder == root {
        vec![format!("{root}/lib.rs"), format!("{root}/main.rs")]
    } else {
        vec![format!("{folder}.rs")]
    }
}

fn names(files: &[File], parent: &str, module: &str) -> bool {
    let line = format!("mod {module};");
    let parent = files.iter().find(|file| file.path == parent);
    parent.is_some_and(|file| {
        file.code().any(|(_, code)| code.trim() == line || code.trim_end().ends_with(&format!(" {line}")))
    })
}

/// Integration tests build once, as one binary; a `tests/` folder in a crate would be a second one. Fuzz targets are
/// built by their own tool.
fn check_one_binary(files: &[File]) -> Vec<String> {
    let stray = files.iter().filter(|file| file.is_rust() && is_stray_test(&file.path));
    stray
        .map(|file| {
            format!("{}: tests through the door belong in tests/it, tests of a module beside it in src", file.path)
        })
        .collect()
}

fn is_stray_test(path: &str) -> bool {
    let in_crate = path.starts_with("crates/") && path.split('/').nth(2) == Some("tests");
    let other = path.starts_with("tests/fuzz/") || path == "tests/build.rs";
    in_crate || (path.starts_with("tests/") && root(path).is_none() && !other)
}

#[test]
fn every_source_file_is_listed_by_its_parent() {
    hold(check_listed(repository()));
}

#[test]
fn there_is_one_integration_binary() {
    hold(check_one_binary(repository()));
}

#[test]
fn a_file_that_no_parent_lists_is_named() {
    let listed = [
        File::new("tests/it/main.rs", "mod tidy;\n"),
        File::new("tests/it/tidy.rs", "mod tree;\n"),
        File::new("tests/it/tidy/tree.rs", ""),
        File::new("crates/odd/src/lib.rs", "pub(crate) mod fold;\n"),
        File::new("crates/odd/src/fold.rs", "#[cfg(test)] mod tests;\n"),
        File::new("crates/odd/src/fold/tests.rs", ""),
        File::new("crates/odd/src/bin/odd.rs", ""),
        File::new("crates/odd/src/bin/load/main.rs", "mod lines;\n"),
        File::new("crates/odd/src/bin/load/lines.rs", ""),
        File::new("benches/benches/recall.rs", ""),
    ];
    hold(check_listed(&listed));
    for path in [
        "tests/it/lost.rs",
        "tests/it/tidy/lost.rs",
        "crates/odd/src/lost.rs",
        "crates/odd/src/fold/lost.rs",
        "crates/odd/src/none/lost.rs",
        "crates/odd/src/bin/load/lost.rs",
    ] {
        let mut files = listed.to_vec();
        files.push(File::new(path, ""));
        complains(check_listed(&files), path);
    }
}

#[test]
fn a_module_in_a_comment_is_not_listed() {
    let files = [File::new("tests/it/main.rs", "// mod lost;\nmod almost_lost;\n"), File::new("tests/it/lost.rs", "")];
    complains(check_listed(&files), "lost.rs");
}

#[test]
fn a_second_integration_binary_is_named() {
    for path in ["crates/store/tests/crash.rs", "tests/crash.rs", "tests/more/crash.rs"] {
        complains(check_one_binary(&[File::new(path, "")]), path);
    }
    hold(check_one_binary(&[File::new("crates/store/src/ledger/tests.rs", ""), File::new("tests/src/lib.rs", "")]));
}
