// The notice of all packages that come along: who made them, under which licence, with its text; and what is wrong with it. Pure.
import type { Shipped } from './shipped.ts';

/** Licences that ask for no more than a notice and their text. MPL-2.0 also for the source of its own files, which npm gives. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'Unlicense',
]);

export type Noticed = Shipped & {
  /** Licence and notice files of the package, or the text kept for it; '' for none. */
  text: string;
};

/** `MIT OR Apache-2.0` is allowed when one of them is, `MIT AND X` when all are. */
const isAllowed = (licence: string): boolean => {
  const bare = licence.replaceAll(/[()]/g, '').trim();
  if (bare.includes(' AND ')) return bare.split(' AND ').every(isAllowed);
  return bare.split(' OR ').some((each) => allowed.has(each.trim()));
};

/** What keeps these packages from being shipped, in words; empty when all is well. */
export const licenceProblems = (packages: readonly Noticed[]): string[] =>
  packages.flatMap(({ name, version, licence, text }) => {
    const which = `${name} ${version}`;
    if (licence === '') return [`${which} names no licence: look at it, and give it one in tools/licences/licences.ts`];
    if (!isAllowed(licence))
      return [`${which} is under ${licence}, which is not on the list of tools/licences/notice.ts`];
    if (text.trim() === '') return [`${which} brings no licence text: keep its text in tools/licences/texts/`];
    return [];
  });

const RULE = '='.repeat(80);
const where = ({ server, console }: Shipped): string =>
  server && console ? 'server and console' : server ? 'server' : 'console';

/** The whole notice. Packages with the same text share it. `foreword` and `afterword` stand around the packages. */
export const noticeText = (packages: readonly Noticed[], foreword: string, afterword: string): string => {
  const byText = new Map<string, Noticed[]>();
  for (const each of packages) byText.set(each.text.trim(), [...(byText.get(each.text.trim()) ?? []), each]);
  const parts = [...byText].map(([text, own]) => {
    const heads = own.map((each) => `${each.name} ${each.version} (${each.licence}; ${where(each)})`);
    return [RULE, ...heads, RULE, '', text].join('\n');
  });
  const text = [foreword.trim(), ...parts, afterword.trim()].join('\n\n');
  return `${text
    .replaceAll('\r\n', '\n')
    .replaceAll(/[ \t]+$/gm, '')
    .trimEnd()}\n`;
};
