// Finds the texts that a source puts on the screen, and every other literal text in it. Pure: no files, no exit codes.
import type { Node, ParserOptions } from 'oxc-parser';
import { Visitor, parseSync } from 'oxc-parser';

type Found = { text: string; line: number };

/**
 * English texts with the line they stand in, from 1. `shown`: given to t(…) as literals. `actions`: the words of the access log, the
 * `action` of an object. `told`: what a server says to people, the reason of an AppError, the `message` of an object and what an end of something
 * is told with. `literals`: all
 * literal texts.
 */
export type Texts = { shown: Found[]; actions: Found[]; told: Found[]; literals: Set<string> };

const lineAt = (source: string, offset: number): number => source.slice(0, offset).split('\n').length;

/** What a literal says; undefined for anything that is put together when it runs. */
const literalOf = (node: Node): string | undefined => {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type !== 'TemplateLiteral' || node.expressions.length > 0) return undefined;
  return node.quasis[0]?.value.cooked ?? undefined;
};

/** A choice between literals counts as both. */
const choicesOf = (node: Node): Node[] =>
  node.type === 'ConditionalExpression' ? [...choicesOf(node.consequent), ...choicesOf(node.alternate)] : [node];

/** What ends something for somebody may say why: `socket.end('The account was changed')`. */
const saysEnd = (callee: Node): boolean =>
  callee.type === 'MemberExpression' &&
  callee.property.type === 'Identifier' &&
  ['end', 'close', 'over'].includes(callee.property.name);

export const findTexts = (file: string, source: string): Texts => {
  const lang: ParserOptions['lang'] = file.endsWith('x') ? 'tsx' : 'ts';
  const { program, errors } = parseSync(file, source, { lang, sourceType: 'module' });
  if (errors[0] !== undefined) throw new Error(`${file}: ${errors[0].message}`);
  const found: Texts = { shown: [], actions: [], told: [], literals: new Set() };
  const tell = (node: Node, start: number): void => {
    const text = literalOf(node);
    if (text !== undefined && /^[A-Z]/.test(text)) found.told.push({ text, line: lineAt(source, start) });
  };
  new Visitor({
    Literal: (node) => {
      const text = literalOf(node);
      if (text !== undefined) found.literals.add(text);
    },
    TemplateLiteral: (node) => {
      const text = literalOf(node);
      if (text !== undefined) found.literals.add(text);
    },
    NewExpression: ({ callee, arguments: [, reason], start }) => {
      if (callee.type === 'Identifier' && callee.name === 'AppError' && reason !== undefined) tell(reason, start);
    },
    Property: ({ key, value, start }) => {
      if (key.type === 'Identifier' && key.name === 'message') tell(value, start);
      const text = key.type === 'Identifier' && key.name === 'action' ? literalOf(value) : undefined;
      if (text !== undefined) found.actions.push({ text, line: lineAt(source, start) });
    },
    CallExpression: (node) => {
      const [first] = node.arguments;
      if (saysEnd(node.callee)) for (const each of node.arguments) tell(each, node.start);
      if (first === undefined || node.callee.type !== 'Identifier' || node.callee.name !== 't') return;
      for (const choice of choicesOf(first)) {
        const text = literalOf(choice);
        if (text !== undefined) found.shown.push({ text, line: lineAt(source, node.start) });
      }
    },
  }).visit(program);
  return found;
};

type Catalogue = Readonly<Record<string, string>>;
type Catalogues = { readonly en: Catalogue; readonly tw: Catalogue; readonly cn: Catalogue };

/** Another value than `count` before a noun in the plural: '{max} devices'. */
const UNCOUNTED = /\{(?!count\})\w+\} (?!(?:is|was|has|stays|leaves)\b)(?:vehicle )?[a-z]{2,}s\b/;

/**
 * What the catalogues miss so that a number reads right. A text that says `{count}` has a row for each form of the language, but for the
 * last, which is the text itself: 'devices_one' beside 'devices' in English, none in Chinese. A number that changes no word has another
 * name than `count`.
 */
export const pluralProblems = (texts: readonly string[], catalogues: Catalogues): string[] => {
  const problems: string[] = [];
  const forms = new Set<string>();
  const languages = [
    { locale: 'en', tag: 'en', rows: catalogues.en },
    { locale: 'tw', tag: 'zh-Hant', rows: catalogues.tw },
    { locale: 'cn', tag: 'zh-Hans', rows: catalogues.cn },
  ];
  for (const text of texts) {
    if (UNCOUNTED.test(text)) problems.push(`'${text}' counts something: call the number {count}`);
    if (!text.includes('{count}')) continue;
    for (const { locale, tag, rows } of languages)
      for (const form of new Intl.PluralRules(tag).resolvedOptions().pluralCategories) {
        if (form === 'other') continue;
        forms.add(`${locale} ${text}_${form}`);
        if (rows[`${text}_${form}`] === undefined) problems.push(`${locale}.json: no form '${form}' of '${text}'`);
      }
  }
  for (const text of Object.keys(catalogues.en))
    if (!forms.has(`en ${text}`)) problems.push(`en.json has '${text}', which is no form of a text that counts`);
  return problems;
};
