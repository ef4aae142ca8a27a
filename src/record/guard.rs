//! The limits of a connection to a file that anybody may have written: a bounded time, values of a bounded length,
//! nothing that the file itself brings along.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use rusqlite::Connection;
use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;

/// The longest time of one operation, the wait for a lock not counted. A record of a hundred thousand answers is read
/// in a hundredth of it.
pub const MOST_TIME: Duration = Duration::from_secs(20);
/// Steps of SQLite between two looks at the clock: some hundredths of a millisecond.
const BETWEEN_LOOKS: i32 = 10_000;

/// Bytes of the longest value, and of the longest statement, those of the schema among them. A line of a hundred moves
/// has 500.
const LIMITS: [(Limit, i32); 5] = [
    (Limit::SQLITE_LIMIT_LENGTH, 1 << 20),
    (Limit::SQLITE_LIMIT_SQL_LENGTH, 1 << 16),
    (Limit::SQLITE_LIMIT_COLUMN, 100),
    (Limit::SQLITE_LIMIT_TRIGGER_DEPTH, 1),
    (Limit::SQLITE_LIMIT_ATTACHED, 0),
];
const SETTINGS: [(DbConfig, bool); 4] = [
    (DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true),
    (DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
    (DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false),
    (DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false),
];

/// Ends operations that take too long.
#[derive(Clone, Default)]
pub struct Watch {
    /// The start of the operation at hand, in milliseconds since [`BEGUN`].
    begun: Arc<AtomicU64>,
}

static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);

fn now() -> u64 {
    BEGUN.elapsed().as_millis() as u64
}

impl Watch {
    /// Guards a connection, and begins its first operation.
    pub fn over(connection: &mut Connection) -> rusqlite::Result<Watch> {
        Watch::over_within(connection, MOST_TIME)
    }

    fn over_within(connection: &mut Connection, most: Duration) -> rusqlite::Result<Watch> {
        for (limit, most) in LIMITS {
            connection.set_limit(limit, most)?;
        }
        for (setting, value) in SETTINGS {
            connection.set_db_config(setting, value)?;
        }
        let watch = Watch::default();
        watch.begin();
        let of_handler = watch.clone();
        let is_over = move || now().saturating_sub(of_handler.begun.load(Ordering::Relaxed)) > most.as_millis() as u64;
        connection.progress_handler(BETWEEN_LOOKS, Some(is_over))?;
        Ok(watch)
    }

    /// An operation begins.
    pub fn begin(&self) {
        self.begun.store(now(), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::ErrorCode;

    use super::*;

    #[test]
    fn an_operation_without_an_end_is_ended_and_the_next_has_its_own_time() {
        let mut connection = Connection::open_in_memory().expect("room in memory");
        let watch = Watch::over_within(&mut connection, Duration::from_millis(30)).expect("settings of SQLite");
        let count = |numbers: &str| {
            let counted = format!("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n {numbers})");
            connection.query_row(&(counted + " SELECT count(*) FROM n"), [], |row| row.get::<_, i64>(0))
        };
        let error = count("").expect_err("it has no end");
        assert_eq!(error.sqlite_error_code(), Some(ErrorCode::OperationInterrupted));
        watch.begin();
        assert_eq!(count("WHERE i < 1000"), Ok(1000));
    }
}
