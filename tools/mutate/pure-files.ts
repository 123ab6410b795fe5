// Which files of the apps only decide: `npm run mutate -- pure` tries them. By their names, so that nobody picks the ones that do well.

/** State, steps, rules, plans, orders, ladders, waits, polling, and whatever is about alarms. */
const PURE = /(?:^|[-/])(?:state|steps?|rules?|plan|order|ladder|waits?|poll)\.ts$|\/alarm-[a-z-]+\.ts$/;

export const pureFiles = (files: readonly string[]): string[] =>
  files.filter((file) => file.startsWith('apps/') && PURE.test(file));
