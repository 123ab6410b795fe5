// One-line messages of the npm scripts, on standard error so that a script's own output stays clean.

/** @param {string} line what is going on, one sentence */
export const say = (line) => process.stderr.write(`outrider: ${line}\n`);

/**
 * Says why we cannot go on and ends the process.
 * @param {string} line one sentence, with what to do about it
 * @param {number} [code] exit code, 1 unless told
 * @returns {never}
 */
export const fail = (line, code = 1) => {
  say(line);
  process.exit(code);
};
