/**
 * A script or style as the program has it: without the comments that have lines of their own, as `build.rs` cuts them.
 *
 * @param {string} text
 */
export function withoutComments(text) {
  let isInside = false;
  const lines = text.split('\n').map((line) => {
    const bare = line.trim();
    const begins = bare.startsWith('/*');
    const end = bare.indexOf('*/');
    const isComment = isInside || bare.startsWith('//') || (begins && (end < 0 || end + 2 === bare.length));
    isInside = isComment && (isInside || begins) && !bare.endsWith('*/');
    return isComment ? '' : line;
  });
  return lines.join('\n');
}
