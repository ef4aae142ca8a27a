//! `motley-lab reproduce`: the tables, figures and experiments of the documents, theirs beside ours.

use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressStyle};

use crate::evidence::{
    DataFolder, Expected, ITEMS, Item, Record, Setting, Shared, Size, evidence_page, item, item_table, last_commit,
    verdict_lines,
};
use motley::cli::args::threads::{cores, threads};
use motley::cli::shell::{CommandResult, Ended, Failure, OutputError, make_folder, notify, print, write_file};
use motley::cli::terminal::as_json;
use motley::files;
use motley::files::io_error::reason;

const EXAMPLES: &str = "Examples:
  motley-lab reproduce
  motley-lab reproduce saarmann-fig19 griffiths-table4.1 --data DIR
  motley-lab reproduce --all --quick --data DIR --out evidence --expect verdicts.tsv";

/// Repeat the tables, figures and experiments of the five documents, and print published values beside measured values
///
/// Without a key, the command lists the items. If you interrupt a run with --all and start it again, it continues where
/// it stopped. If the data of an item is missing, the command names the file and goes on with the next item. A result
/// in the folder is used again as long as the code, nets, books and data that it depends on are the same.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The keys of the items to measure
    #[arg(value_name = "KEY", conflicts_with = "all")]
    keys: Vec<String>,
    /// Measure every item and write the page evidence.md
    #[arg(long, requires = "out")]
    all: bool,
    /// The folder with the data, in the subfolders games, openings, positions and puzzles
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Store the results in this folder, as evidence/KEY.json with pictures beside it, and reuse those that are there
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Use small samples, so that all items together take minutes
    #[arg(long)]
    quick: bool,
    /// Measure again even where the folder has a result
    #[arg(long)]
    again: bool,
    /// Show stored results even if the code or data has changed since, marked with their commit, instead of measuring
    /// again
    #[arg(long, conflicts_with = "again", requires = "out")]
    older: bool,
    /// Fail if a verdict is worse than in this file, which has the form of evidence/verdicts.tsv
    #[arg(long, value_name = "FILE", requires = "all")]
    expect: Option<PathBuf>,
    /// Print JSON instead of text
    #[arg(long)]
    json: bool,
    /// The program Stockfish 15.1, for the items that play against it
    #[arg(long, value_name = "PROGRAM", default_value = "stockfish")]
    stockfish: PathBuf,
    /// How many threads to use
    #[arg(long, value_name = "N", default_value_t = cores(), value_parser = threads)]
    threads: NonZeroUsize,
}

/// The longest file of findings or verdicts.
const MAX_BYTES: u64 = 64 << 20;

/// Lists, or measures; exit code 1 where an item could not be measured.
pub fn run(args: &Args) -> CommandResult {
    let setting = Setting {
        data: DataFolder(args.data.clone()),
        size: if args.quick { Size::Quick } else { Size::Full },
        threads: args.threads,
        stockfish: args.stockfish.clone(),
        shared: Shared::default(),
    };
    let kept = Kept { folder: args.out.clone() };
    let expected = args.expect.as_deref().map(read_expected).transpose()?;
    if args.keys.is_empty() && !args.all {
        print(&list(&setting, &kept))?;
        return Ok(Ended::Done);
    }
    let named = args.keys.iter().map(|key| item(key)).collect::<Result<Vec<_>, _>>().map_err(Failure::call)?;
    let items = if args.all { ITEMS.clone() } else { named };
    kept.prepare()?;

    let mut ended = Ended::Done;
    for item in items {
        match measured(item, &setting, &kept, args)? {
            Ok(record) => show(&record, args)?,
            Err(reason) => {
                notify(&format!("error: {}: {reason}", item.key));
                ended = Ended::Unmet;
            }
        }
    }
    if let (true, Some(folder)) = (args.all, &args.out) {
        let records: Vec<Record> = ITEMS.iter().filter_map(|item| kept.read(item)).collect();
        write_file(&folder.join("evidence.md"), evidence_page(&records))?;
        write_file(&folder.join("evidence/verdicts.tsv"), verdict_lines(&records))?;
        for fall in expected.iter().flat_map(|expected| expected.falls(&records)) {
            notify(&format!("error: {fall}"));
            ended = Ended::Unmet;
        }
    }
    Ok(ended)
}

fn read_expected(path: &Path) -> Result<Expected, Failure> {
    let text = files::read_text(path, MAX_BYTES)
        .map_err(|error| Failure::job(format!("cannot read {}: {}", path.display(), reason(&error))))?;
    Expected::read(&text).map_err(|error| Failure::job(format!("{}: {error}", path.display())))
}

/// The kept record, or a new one; the inner error is why an item could not be measured.
fn measured(item: &Item, setting: &Setting, kept: &Kept, args: &Args) -> Result<Result<Record, String>, OutputError> {
    if let Some(record) = kept.read(item).filter(|_| !args.again) {
        if record.serves(item, setting.size) {
            return Ok(Ok(record));
        }
        if args.older {
            return kept.mark(record);
        }
    }
    let style = ProgressStyle::with_template("{spinner} {msg} {elapsed}").expect("a valid template");
    let bar = ProgressBar::new_spinner().with_style(style).with_message(item.key);
    bar.enable_steady_tick(std::time::Duration::from_millis(200));
    let result = item.measure(setting).map_err(|error| error.to_string());
    bar.finish_and_clear();
    if let Ok(record) = &result {
        kept.write(record)?;
    }
    Ok(result)
}

/// An item's table; of all items one line each, since the page has the tables.
fn show(record: &Record, args: &Args) -> Result<(), OutputError> {
    if args.json {
        return print(&as_json(record));
    }
    if args.all {
        return print(&format!("{:<24} {:>7.1} s  {}\n", record.key, record.seconds, record.state()));
    }
    print(&format!("{}\n\n{}", record.key, item_table(record)))
}

/// Every item with its state.
fn list(setting: &Setting, kept: &Kept) -> String {
    let mut text = String::new();
    for item in ITEMS.iter() {
        let state = kept.read(item).map_or_else(|| missing_data(item, setting), |record| state(&record, item));
        let _ = writeln!(text, "{:<24} {:<44} {}", item.key, state, item.title);
    }
    let _ = writeln!(text, "{} items", ITEMS.len());
    text
}

/// The findings in words, and whether they still hold.
fn state(record: &Record, item: &Item) -> String {
    let older = if record.is_current(item) { "" } else { " (older)" };
    format!("{}{older}", record.state())
}

fn missing_data(item: &Item, setting: &Setting) -> String {
    match item.data.iter().find(|file| !setting.data.has(file)) {
        Some(file) => format!("needs {}", file.name),
        None => "not measured".to_owned(),
    }
}

/// The folder of findings.
struct Kept {
    folder: Option<PathBuf>,
}

impl Kept {
    fn evidence(&self) -> Option<PathBuf> {
        self.folder.as_deref().map(|folder| folder.join("evidence"))
    }

    fn prepare(&self) -> Result<(), OutputError> {
        self.evidence().map_or(Ok(()), |folder| make_folder(&folder))
    }

    /// The earlier record; a file that cannot be read is as if it were not there.
    fn read(&self, item: &Item) -> Option<Record> {
        let text = files::read_bytes(&self.evidence()?.join(format!("{}.json", item.key)), MAX_BYTES).ok()?;
        serde_json::from_slice(&text).ok()
    }

    /// Writes the commit at which a record was kept last into it, once.
    fn mark(&self, record: Record) -> Result<Result<Record, String>, OutputError> {
        if record.commit.is_some() {
            return Ok(Ok(record));
        }
        let file = self.evidence().map(|folder| folder.join(format!("{}.json", record.key)));
        let Some(commit) = file.as_deref().and_then(last_commit) else {
            return Ok(Err("its older findings are in no commit: measure it again".to_owned()));
        };
        let record = Record { commit: Some(commit), ..record };
        self.write_figures(&record)?;
        Ok(Ok(record))
    }

    fn write(&self, record: &Record) -> Result<(), OutputError> {
        let Some(folder) = self.evidence() else { return Ok(()) };
        for picture in &record.findings.pictures {
            write_file(&picture_path(&folder, record, &picture.name), &picture.svg)?;
        }
        self.write_figures(record)
    }

    fn write_figures(&self, record: &Record) -> Result<(), OutputError> {
        let Some(folder) = self.evidence() else { return Ok(()) };
        write_file(&folder.join(format!("{}.json", record.key)), as_json(record))
    }
}

fn picture_path(folder: &Path, record: &Record, name: &str) -> PathBuf {
    folder.join(format!("{}-{name}.svg", record.key))
}
