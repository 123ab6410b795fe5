// `npm run check:texts`: every text that the console shows by t('…') stands in the catalogues, and no catalogue keeps a text that
// nothing says any more; a text that counts has the forms of its number. Texts from tables are found as literals; whether a translation is right no program knows.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventCodes } from '../../packages/contract/src/event/event-codes.ts';
import { root, sourceFiles } from './source-files.ts';
import { findTexts, pluralProblems } from './texts.ts';

const problems: string[] = [];
const KEY = /^ {2}("(?:[^"\\]|\\.)*"):/gm;
const read = (locale: string): Record<string, string> => {
  const written = readFileSync(join(root, `apps/console/src/lib/catalogue/${locale}.json`), 'utf8');
  const keys = [...written.matchAll(KEY)].map(([, key]) => key);
  // The reader takes the last one and says nothing: after a merge of two, one translation is lost.
  for (const twice of new Set(keys.filter((key, at) => keys.indexOf(key) !== at)))
    problems.push(`${locale}.json has ${twice} twice`);
  return JSON.parse(written);
};
const catalogue = read('tw');
// Names of events are put together from words; everything else is written out.
const said = new Set<string>(eventCodes.map(({ name }) => name));
const audits = /^(?:packages\/contract|apps\/server\/src\/kernel\/access)\//;
/** What the server says stands in tiles, dialogs and toasts. */
const tellers = /^apps\/server\/src\//;
/** Steps of a call are no words for people. */
const isWords = ({ text }: { text: string }): boolean => /^[A-Z]/.test(text);
const speaks = /^(?:apps\/(?:console|server)|packages\/contract)\/src\/.*\.tsx?$/;
for (const file of sourceFiles().filter((each) => speaks.test(each) && !/\.test\.tsx?$/.test(each))) {
  const { shown, actions, told, literals } = findTexts(file, readFileSync(join(root, file), 'utf8'));
  for (const literal of literals) said.add(literal);
  const onScreen = [
    ...(file.startsWith('apps/console/') ? shown : []),
    ...(audits.test(file) ? actions.filter(isWords) : []),
    ...(tellers.test(file) ? told : []),
  ];
  for (const { text, line } of onScreen)
    if (catalogue[text] === undefined) problems.push(`${file}:${line}: no translation of '${text}'`);
}
for (const text of Object.keys(catalogue))
  if (!said.has(text)) problems.push(`the catalogue has '${text}', which nothing says`);
problems.push(...pluralProblems(Object.keys(catalogue), { en: read('en'), tw: catalogue, cn: read('cn') }));
for (const problem of problems) console.error(problem);
console.log(`${Object.keys(catalogue).length} texts, ${problems.length} problems`);
if (problems.length > 0) process.exitCode = 1;
