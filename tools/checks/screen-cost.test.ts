// What a screen of the administration costs, by the access log: every line that is there for it, in files of its own and in shared lists,
// its tests and its texts included; its pages of the documentation, and its export as a file, which is no part of a screen, not.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root, sourceFiles } from './source-files.ts';

const MOST = 300;

const linesOf = (file: string): string[] => readFileSync(join(root, file), 'utf8').trimEnd().split('\n');

const SCREEN = 'apps/console/src/screens/access-log/access-log-screen.tsx';
const own = [
  'apps/server/migrations/0200-access-log.sql',
  'apps/server/src/features/access-log/index.ts',
  'apps/server/src/features/access-log/store.test.ts',
  'apps/server/src/features/access-log/store.ts',
  'packages/contract/src/account/access-log.ts',
  SCREEN,
];
/** Single lines of lists, by what stands in them. */
const shared: readonly (readonly [file: string, line: RegExp])[] = [
  ['packages/contract/src/index.ts', /access-log/],
  ['packages/contract/src/catalogue.ts', /getActions|postAccessLog/],
  ['apps/server/src/rooms/base.ts', /accessLog/],
  ['apps/server/src/config.ts', /accessLogDays/],
  ['integration/support/rights-table.ts', /\/gklog\/(actions|accesslog)'/],
  ['integration/logs.test.ts', /^const ACCESS_LOG/],
  ['e2e/documented-paths.ts', /'\/accesslog'/],
  ['e2e/judged-routes.ts', /'\/accesslog'/],
];
/** Entries of several lines: from the last line before it that `from` fits to the next that `to` fits. */
const blocks: readonly (readonly [file: string, named: string, from: RegExp, to: RegExp])[] = [
  ['apps/console/src/screens/index.ts', "path: '/accesslog'", /^ {2}\{$/, /^ {2}\},$/],
  ['e2e/logs.spec.ts', "path: '/accesslog'", /^ {2}\{$/, /^ {2}\},$/],
  ['integration/logs.test.ts', '[E-HTTP-050 E-ENT-023]', /^test\(/, /^\}\);$/],
];

const blockLines = ([file, named, from, to]: (typeof blocks)[number]): number => {
  const lines = linesOf(file);
  const at = lines.findIndex((line) => line.includes(named));
  assert.notEqual(at, -1, `${file} has ${named}`);
  const start = lines.findLastIndex((line, i) => i <= at && from.test(line));
  return lines.findIndex((line, i) => i >= at && to.test(line)) - start + 1;
};

/** The texts in both catalogues that no other file of the console has. */
const textLines = (): number => {
  const texts = [
    ...linesOf(SCREEN)
      .join('\n')
      .matchAll(/'([^']+)'/g),
  ].map(([, text = '']) => text);
  const others = sourceFiles()
    .filter((file) => /^apps\/console\/src\/.*(?<!\.test)\.tsx?$/.test(file) && file !== SCREEN)
    .map((file) => linesOf(file).join('\n'));
  const alone = texts.filter((text) => !others.some((other) => other.includes(`'${text}'`)));
  const catalogue = linesOf('apps/console/src/lib/catalogue/cn.json').join('\n');
  return 2 * new Set(alone.filter((text) => catalogue.includes(`"${text}":`))).size;
};

test(`the access log costs at most ${MOST} lines, end to end`, () => {
  const sharedLines = shared.map(([file, line]) => {
    const found = linesOf(file).filter((each) => line.test(each)).length;
    assert.ok(found > 0, `${file} has ${String(line)}`);
    return found;
  });
  const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);
  const cost = {
    own: sum(own.map((file) => linesOf(file).length)),
    lists: sum(sharedLines) + sum(blocks.map(blockLines)),
    texts: textLines(),
  };
  const total = cost.own + cost.lists + cost.texts;
  assert.ok(total <= MOST, `${total} lines: ${JSON.stringify(cost)}`);
  assert.ok(total > MOST / 2, `${total} lines: what is counted has moved`);
});
