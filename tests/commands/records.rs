//! `--record`: what is not Motley's is not touched, and a record that can only be read is read.

use std::fs::{self, File};

use rusqlite::Connection;

use crate::PROGRAM;
use crate::workplace::Workplace;

fn run(workplace: &Workplace, call: &[&str]) -> (String, Option<i32>) {
    let output = workplace.run(call);
    let text = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
    (text, output.status.code())
}

#[test]
fn the_database_of_another_program_keeps_its_tables_and_gets_no_file_beside_it() {
    let workplace = Workplace::new(PROGRAM, "records-foreign");
    let path = workplace.folder.join("other.sqlite");
    Connection::open(&path).expect("a database").execute_batch("CREATE TABLE bookmarks (a)").expect("its table");
    let before = (workplace.files(), fs::read(&path).expect("it is there"));
    for call in [
        &["drill", "--rounds", "0", "--record", "{folder}/../other.sqlite"][..],
        &["drill", "--rounds", "1", "--record", "{folder}/../other.sqlite"],
        &["puzzles", "--list", "--record", "{folder}/../other.sqlite"],
        &["puzzles", "--record", "{folder}/../other.sqlite"],
    ] {
        let (text, code) = run(&workplace, call);
        assert!(text.contains("it is the database of another program") && code == Some(1), "{call:?}: {text}");
        assert_eq!((workplace.files(), fs::read(&path).expect("still there")), before, "{call:?}");
    }
}

#[test]
fn a_lock_that_is_waited_for_is_said_and_given_up() {
    let workplace = Workplace::new(PROGRAM, "records-lock");
    let lock = File::create(workplace.folder.join("r.sqlite.lock")).expect("a file for the test");
    lock.lock().expect("nobody else has it");
    let call = ["drill", "--rounds", "1", "--record", "{folder}/../r.sqlite"];
    let (text, code) = run(&workplace, &call);
    assert!(text.contains("r.sqlite locked: waiting for 10 seconds at most"), "{text}");
    assert!(text.contains("busy for 10 seconds: try again") && code == Some(1), "{text}");
    // Who only reads needs no lock.
    let (text, code) = run(&workplace, &["puzzles", "--list", "--record", "{folder}/../r.sqlite"]);
    assert!(text.contains("There are no puzzles") && code == Some(0), "{text}");
}

/// A folder that is mounted for the test; `None`, with a word about it, where this account may not.
#[cfg(target_os = "linux")]
struct SmallDisk(std::path::PathBuf);

#[cfg(target_os = "linux")]
impl SmallDisk {
    fn mounted(workplace: &Workplace) -> Option<SmallDisk> {
        let folder = workplace.folder.join("disk");
        fs::create_dir(&folder).expect("a folder for the test");
        let mut command = std::process::Command::new("mount");
        let made = command.args(["-t", "tmpfs", "-o", "size=256k", "tmpfs"]).arg(&folder).output();
        let is_made = made.is_ok_and(|made| made.status.success());
        if !is_made {
            println!("skipped: this account may not mount a small disk");
        }
        is_made.then_some(SmallDisk(folder))
    }
}

#[cfg(target_os = "linux")]
impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = std::process::Command::new("umount").arg(&self.0).status();
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_record_on_a_full_disk_is_read_and_the_disk_is_called_full() {
    use std::io::Write as _;

    let workplace = Workplace::new(PROGRAM, "records-full");
    fs::write(workplace.folder.join("ann.pgn"), "[White \"Ann\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. d3 g6 *\n")
        .expect("a file for the test");
    let Some(disk) = SmallDisk::mounted(&workplace) else { return };
    let make = ["puzzles", "{folder}/../ann.pgn", "--player", "Ann", "--nodes", "20000", "--record"];
    let record = "{folder}/../disk/r.sqlite";
    assert_eq!(run(&workplace, &[&make[..], &[record]].concat()).1, Some(0));
    let mut filler = File::create(disk.0.join("filler")).expect("a file for the test");
    while filler.write_all(&[0; 1024]).is_ok() {}
    let (text, code) = run(&workplace, &["puzzles", "--list", "--record", record]);
    assert!(text.contains("missed") && code == Some(0), "{text}");
    let (text, code) = run(&workplace, &[&make[..], &[record]].concat());
    assert!(text.contains("the disk is full") && code == Some(1), "{text}");
}

/// A record that another account owns, in a folder that it owns too.
#[test]
#[cfg(target_os = "linux")]
fn a_record_that_cannot_be_written_is_read() {
    use std::os::unix::fs::PermissionsExt as _;
    use std::process::Command;

    let workplace = Workplace::new(PROGRAM, "records-readonly");
    let folder = workplace.folder.join("shared");
    fs::create_dir(&folder).expect("a folder for the test");
    let mut call = Command::new(PROGRAM);
    call.args(["drill", "--rounds", "1", "--record"]).arg(folder.join("r.sqlite"));
    assert!(call.stdin(std::process::Stdio::null()).output().expect("the program runs").status.success());
    let set = |path: &std::path::Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("the test's own file");
    };
    let _ = fs::remove_file(folder.join("r.sqlite.lock"));
    set(&folder.join("r.sqlite"), 0o444);
    set(&folder, 0o555);
    let Some(mut other) = other_account() else { return };
    let program = workplace.folder.join("motley");
    fs::copy(PROGRAM, &program).expect("a copy that the other account may run");
    other.arg(&program).args(["puzzles", "--list", "--record"]).arg(folder.join("r.sqlite"));
    let output = other.output().expect("the program runs");
    let text = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
    set(&folder, 0o755);
    assert!(text.contains("There are no puzzles") && output.status.code() == Some(0), "{text}");
}

/// A call as an ordinary account; `None`, with a word about it, where this account may not change to one.
#[cfg(target_os = "linux")]
pub fn other_account() -> Option<std::process::Command> {
    let call = || {
        let mut call = std::process::Command::new("setpriv");
        call.args(["--reuid=65534", "--regid=65534", "--clear-groups"]).stdin(std::process::Stdio::null());
        call
    };
    let may = call().arg("true").output().is_ok_and(|done| done.status.success());
    if !may {
        println!("skipped: this account may not become another one");
    }
    may.then(call)
}
