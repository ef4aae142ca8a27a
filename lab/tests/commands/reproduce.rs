//! `motley-lab reproduce`: what is missing is named and the rest goes on, and what was measured is kept.

use std::fs;

use crate::PROGRAM;
use crate::workplace::Workplace;

#[test]
fn an_item_without_its_data_is_named_and_the_others_are_measured() {
    let workplace = Workplace::new(PROGRAM, "lab-missing-data");
    let output = workplace.run(&["reproduce", "saarmann-fig15", "textbook-mate", "--quick", "--data", "{folder}"]);
    let (text, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(text.starts_with("textbook-mate\n"), "{text}");
    assert_eq!(errors.lines().count(), 1, "{errors}");
    assert!(errors.contains("saarmann-fig15: ") && errors.contains("is missing (SHA-256 31bf938e"), "{errors}");
}

#[test]
fn a_truncated_file_is_named_with_the_checksum_that_was_expected() {
    let workplace = Workplace::new(PROGRAM, "lab-truncated-data");
    let lines = workplace.folder.join("folder/openings/siena-1944.pgn");
    fs::create_dir_all(lines.parent().expect("a folder")).expect("a folder for the test");
    fs::write(&lines, "[Site \"C25\"]\n").expect("a file for the test");
    let output = workplace.run(&["reproduce", "saarmann-fig15", "--data", "{folder}"]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(errors.contains("another file than was measured") && errors.contains("not 31bf938e"), "{errors}");
}

#[test]
fn what_was_measured_is_taken_up_again_and_a_damaged_record_is_measured_anew() {
    let workplace = Workplace::new(PROGRAM, "lab-taken-up");
    let seconds = |extra: &[&str]| {
        let output = workplace.run(&[&["reproduce", "textbook-mate", "--json", "--out", "{new}"], extra].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let record: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        record["seconds"].as_f64().expect("the time taken")
    };
    let measured = seconds(&[]);
    assert_eq!(seconds(&[]), measured, "what is kept is printed");

    let record = workplace.folder.join("new/evidence/textbook-mate.json");
    let text = fs::read_to_string(&record).expect("the record is kept");
    fs::write(&record, text.replace("\"seconds\": ", "\"seconds\": 7000")).expect("a file for the test");
    assert!(seconds(&["--quick"]) >= 7000.0, "full findings stand for small samples too");
    assert!(seconds(&["--again"]) < 7000.0);

    fs::write(&record, &text[..text.len() / 2]).expect("a file for the test");
    assert!(seconds(&[]) < 7000.0);

    let fingerprint = serde_json::from_str::<serde_json::Value>(&text).expect("JSON")["fingerprint"].to_string();
    let other = text.replace("\"seconds\": ", "\"seconds\": 7000").replace(&fingerprint, "\"0123456789abcdef\"");
    fs::write(&record, other).expect("a file for the test");
    assert!(seconds(&[]) < 7000.0, "findings of other code, data or nets do not count");
}

#[test]
fn older_findings_are_shown_only_with_the_commit_that_they_are_from() {
    let workplace = Workplace::new(PROGRAM, "lab-older");
    let record = workplace.folder.join("new/evidence/textbook-mate.json");
    let older = "{\"key\": \"textbook-mate\", \"size\": \"full\", \"seconds\": 5.0, \"rows\": []}";
    fs::create_dir_all(record.parent().expect("a folder")).expect("a folder for the test");
    fs::write(&record, older).expect("a file for the test");
    let show = || workplace.run(&["reproduce", "textbook-mate", "--older", "--out", "{new}"]);
    let refused = show();
    let errors = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(1), "{errors}");
    assert!(errors.contains("in no commit"), "{errors}");

    let text = older.replace("\"rows\"", "\"commit\": \"1a2b3c4\", \"rows\"");
    fs::write(&record, text).expect("a file for the test");
    let shown = show();
    assert!(shown.status.success(), "{}", String::from_utf8_lossy(&shown.stderr));
    assert!(String::from_utf8_lossy(&shown.stdout).contains("**Measured at commit 1a2b3c4.**"));
}

#[test]
fn a_table_of_expected_verdicts_that_cannot_be_read_is_refused_before_anything_is_measured() {
    let workplace = Workplace::new(PROGRAM, "lab-expected");
    for (file, reason) in [("{missing}", "it does not exist"), ("{text}", "between tabs")] {
        fs::write(workplace.folder.join("text"), "item\tby method\tby default\nno verdicts\n").expect("a file");
        let output = workplace.run(&["reproduce", "--all", "--quick", "--out", "{new}", "--expect", file]);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{errors}");
        assert!(errors.contains(reason) && errors.lines().count() == 1, "{errors}");
        assert!(output.stdout.is_empty(), "nothing is measured");
    }
}
