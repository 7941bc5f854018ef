//! The repository as the rules see it: every file that git would track, by its path from the top.

use std::fs;
use std::path::Path;
use std::sync::OnceLock;

/// A file: its path with `/` between folders, and its text, which is empty where it is not text.
#[derive(Debug, Clone)]
pub(super) struct File {
    pub(super) path: String,
    pub(super) text: String,
}

impl File {
    /// A file of a counter-example.
    pub(super) fn new(path: &str, text: &str) -> Self {
        Self { path: path.to_owned(), text: text.to_owned() }
    }

    /// The last part of the path.
    pub(super) fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }

    /// The folder it lies in; empty for a file at the top.
    pub(super) fn folder(&self) -> &str {
        self.path.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    /// Whether it is Rust.
    pub(super) fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    /// Its lines that are not whole-line comments, counted from 1.
    pub(super) fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let numbered = self.text.lines().enumerate().map(|(at, line)| (at + 1, line));
        numbered.filter(|(_, line)| !line.trim_start().starts_with("//"))
    }
}

/// The files of this repository, read once.
pub(super) fn repository() -> &'static [File] {
    static FILES: OnceLock<Vec<File>> = OnceLock::new();
    FILES.get_or_init(|| {
        let top = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the package lies in the repository");
        let ignored = Ignored::new(&fs::read_to_string(top.join(".gitignore")).expect(".gitignore can be read"));
        let mut files = Vec::new();
        collect(top, "", &ignored, &mut files);
        files.sort_by(|a, b| a.path.cmp(&b.path));
        files
    })
}

fn collect(folder: &Path, prefix: &str, ignored: &Ignored, files: &mut Vec<File>) {
    for entry in fs::read_dir(folder).expect("a folder of the repository can be listed") {
        let entry = entry.expect("an entry of the repository can be read");
        let path = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if path == ".git" || ignored.covers(&path) {
            continue;
        }
        let kind = entry.file_type().expect("an entry of the repository has a type");
        if kind.is_dir() {
            collect(&entry.path(), &format!("{path}/"), ignored, files);
        } else if kind.is_file() {
            let bytes = fs::read(entry.path()).expect("a file of the repository can be read");
            files.push(File { path, text: String::from_utf8(bytes).unwrap_or_default() });
        }
    }
}

/// The patterns of `.gitignore`, in the three forms that we use: `/path`, `*.ending` and `name`.
struct Ignored(Vec<String>);

impl Ignored {
    fn new(text: &str) -> Self {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        Self(lines.map(|line| line.trim_end_matches('/').to_owned()).collect())
    }

    fn covers(&self, path: &str) -> bool {
        let name = path.rsplit('/').next().unwrap_or(path);
        self.0.iter().any(|pattern| match (pattern.strip_prefix('/'), pattern.strip_prefix('*')) {
            (Some(whole), _) => path == whole,
            (None, Some(ending)) => name.ends_with(ending),
            (None, None) => name == pattern,
        })
    }
}

#[test]
fn what_git_ignores_is_not_read() {
    let ignored = Ignored::new("# built\n/target\n/models/fetched/\n*.log\n__pycache__\n");
    for path in ["target", "models/fetched", "crates/store/a.log", "models/__pycache__"] {
        assert!(ignored.covers(path), "{path} is ignored");
    }
    for path in ["crates/target", "fetched", "log.rs", "models/fetch.py"] {
        assert!(!ignored.covers(path), "{path} is tracked");
    }
}

#[test]
fn the_repository_is_read_from_its_top() {
    let paths: Vec<&str> = repository().iter().map(|file| file.path.as_str()).collect();
    assert!(paths.contains(&"Cargo.toml") && paths.contains(&"tests/it/tidy/tree.rs"));
    assert!(!paths.iter().any(|path| path.starts_with("target/") || path.starts_with(".git/")));
}
