// `npm run check:texts`: every text that the console shows by t('…') stands in the catalogues, and what the server and the contract say
// does, also with values in it; no catalogue keeps a text that nothing says any more; a text that counts has the forms of its number. Texts from
// tables are found as literals; whether a translation is right no program knows.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventCodes } from '../../packages/contract/src/event/event-codes.ts';
import { root, sourceFiles } from './source-files.ts';
import { findTexts, formOf, pluralProblems } from './texts.ts';

/** Filled in by the server and not by the catalogues, by their forms, and why. */
const untold: Readonly<Record<string, string>> = {
  'By {}': 'order-words.ts knows it as the word of an order; any other text may begin so',
  'Unknown code {}.': 'the console asks with codes of the contract only',
  'Streams of type {} are not served': 'the console asks for live streams only',
  '{} is for one device': 'the console asks so for one device only',
  '{} has no right': 'a fault of the server itself, when it starts',
  'This port speaks WebSocket only.{}\n': 'for a browser that opens the port as a page, which has no console',
};

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
/** The texts that the console takes a filled in sentence of the server for. */
const SERVER_TEXTS = 'apps/console/src/lib/server-texts.ts';
const filled = [...findTexts(SERVER_TEXTS, readFileSync(join(root, SERVER_TEXTS), 'utf8')).literals];
const filledForms = new Set(filled.map(formOf));
const forms = new Set<string>();
// Names of events are put together from words; everything else is written out.
const said = new Set<string>(eventCodes.map(({ name }) => name));
const audits = /^(?:packages\/contract|apps\/server\/src\/kernel\/access)\//;
/** What the server says stands in tiles, dialogs and toasts. */
const tellers = /^apps\/server\/src\//;
/** Steps of a call are no words for people. */
const isWords = ({ text }: { text: string }): boolean => /^[A-Z]/.test(text);
/** What a schema says stands under fields, or in the refusal of the server. */
const rulers = /^packages\/contract\//;
const speaks = /^(?:apps\/(?:console|server)|packages\/contract)\/src\/.*\.tsx?$/;
for (const file of sourceFiles().filter((each) => speaks.test(each) && !/\.test\.tsx?$/.test(each))) {
  const found = findTexts(file, readFileSync(join(root, file), 'utf8'));
  for (const literal of found.literals) said.add(literal);
  if (!file.startsWith('apps/console/')) for (const form of found.forms) forms.add(form);
  const onScreen = [
    ...(file.startsWith('apps/console/') ? found.shown : []),
    ...(audits.test(file) ? found.actions.filter(isWords) : []),
    ...(tellers.test(file) ? found.told : []),
    ...(rulers.test(file) ? found.rules : []),
  ];
  for (const { text, line } of onScreen)
    if (text.includes('{}') ? !filledForms.has(text) && untold[text] === undefined : catalogue[text] === undefined)
      problems.push(`${file}:${line}: no translation of '${text}'`);
}
for (const text of Object.keys(untold))
  if (!forms.has(text)) problems.push(`'${text}' needs no translation, and nothing says it`);
for (const text of filled) {
  if (catalogue[text] === undefined) problems.push(`${SERVER_TEXTS}: no translation of '${text}'`);
  if (text.includes('{') && !forms.has(formOf(text)))
    problems.push(`${SERVER_TEXTS} has '${text}', which nothing says`);
}
for (const text of Object.keys(catalogue))
  if (!said.has(text)) problems.push(`the catalogue has '${text}', which nothing says`);
problems.push(...pluralProblems(Object.keys(catalogue), { en: read('en'), tw: catalogue, cn: read('cn') }));
for (const problem of problems) console.error(problem);
console.log(`${Object.keys(catalogue).length} texts, ${problems.length} problems`);
if (problems.length > 0) process.exitCode = 1;
