/** When something is due, in words. Times are in seconds since 1970. */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * "now", "in 10 minutes", "in 5 hours", "in 2 days (26 Nov 2026)".
 *
 * @param {number} due
 * @param {number} now
 */
export function when(due, now) {
  const wait = due - now;
  if (wait <= 0) return 'now';
  if (wait < HOUR) return counted(Math.ceil(wait / MINUTE), 'minute');
  if (wait < DAY) return counted(Math.round(wait / HOUR), 'hour');
  const date = new Date(1000 * due).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
  return `${counted(Math.round(wait / DAY), 'day')} (${date})`;
}

/**
 * @param {number} number
 * @param {string} unit
 */
function counted(number, unit) {
  return `in ${number} ${unit}${number === 1 ? '' : 's'}`;
}
