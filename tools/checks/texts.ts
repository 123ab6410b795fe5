// Finds the texts that a source puts on the screen, and every other literal text in it. Pure: no files, no exit codes.
import type { Node, ParserOptions, VisitorObject } from 'oxc-parser';
import { Visitor, parseSync } from 'oxc-parser';

type Found = { text: string; line: number };

/**
 * English texts with the line they stand in, from 1. `shown`: given to t(…) as literals. `actions`: the words of the access log, the
 * `action` of an object. `told`: what a server says to people, the reason of an AppError, the `message` of an object and what an end of something
 * is told with; one with values in it stands here as its form, as `formOf` gives it. `rules`: what a schema of zod says of a value that breaks
 * it, written there or in a constant …_RULE. `literals`: all literal texts. `forms`: those of all texts
 * with values.
 */
export type Texts = {
  shown: Found[];
  actions: Found[];
  told: Found[];
  rules: Found[];
  literals: Set<string>;
  forms: Set<string>;
};

const lineAt = (source: string, offset: number): number => source.slice(0, offset).split('\n').length;

/** What a literal says; undefined for anything that is put together when it runs. */
const literalOf = (node: Node): string | undefined => {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type !== 'TemplateLiteral' || node.expressions.length > 0) return undefined;
  return node.quasis[0]?.value.cooked ?? undefined;
};

/** A choice between literals counts as both, `a ?? 'b'` as well. */
const choicesOf = (node: Node): Node[] => {
  if (node.type === 'ConditionalExpression') return [...choicesOf(node.consequent), ...choicesOf(node.alternate)];
  return node.type === 'LogicalExpression' ? [...choicesOf(node.left), ...choicesOf(node.right)] : [node];
};

/** A text of the catalogue without the names of its values, as `told` has it: 'At most {count} days' gives 'At most {} days'. */
export const formOf = (text: string): string => text.replaceAll(/\{\w*\}/g, '{}').replaceAll(/(?:\{\})+/g, '{}');

/** What a template says, with {} for each value; a value that is chosen from literals stands there in each way. */
const formsOf = (node: Node): string[] => {
  const text = literalOf(node);
  if (text !== undefined) return [text];
  if (node.type !== 'TemplateLiteral') return ['{}'];
  let forms = [''];
  for (const [at, { value }] of node.quasis.entries()) {
    const expression = node.expressions[at];
    const next = expression === undefined ? [''] : choicesOf(expression).flatMap(formsOf);
    // A literal beside any value is one of them: `${right ?? 'P_live'}`.
    const isAny = next.includes('{}');
    const said = isAny ? next.filter((each) => each.includes('{}')) : next;
    forms = forms.flatMap((form) => said.map((each) => `${form}${value.cooked ?? ''}${each}`));
  }
  return forms.map(formOf);
};

/** The name of a field in front of a rule, which the console takes off: 'Z.plate: …'. */
const FIELD = /^(?:[a-z][\w.]*|[A-Z](?:\.[\w.]+)?|[\w.]*\{\}[\w.]*): /;
/** A sentence for people: it has words, and begins with a capital letter or with a value. */
const isTold = (text: string): boolean => /^(?:[A-Z]|\{\})/.test(text) && /[A-Za-z]{2}/.test(text);

/** What ends something for somebody may say why: `socket.end('The account was changed')`. */
const saysEnd = (callee: Node): boolean =>
  callee.type === 'MemberExpression' &&
  callee.property.type === 'Identifier' &&
  ['end', 'close', 'over'].includes(callee.property.name);

/** The second argument of these is what is said of a value that does not fit: `.regex(/x/, 'Name the event.')`. */
const isRule = (callee: Node): boolean =>
  callee.type === 'MemberExpression' &&
  callee.property.type === 'Identifier' &&
  ['regex', 'refine', 'min', 'max'].includes(callee.property.name);

/** Every text, wherever it stands. */
const allTexts = ({ literals, forms }: Texts): VisitorObject => ({
  Literal: (node) => {
    const text = literalOf(node);
    if (text !== undefined) literals.add(text).add(text.replace(FIELD, ''));
  },
  TemplateLiteral: (node) => {
    const text = literalOf(node);
    if (text !== undefined) literals.add(text);
    else for (const form of formsOf(node)) forms.add(form.replace(FIELD, ''));
  },
});

/** Texts that stand where somebody is told them. `lineOf` a place in the source. */
const saidTexts = (found: Texts, lineOf: (offset: number) => number): VisitorObject => {
  const tell = (node: Node, start: number): void => {
    for (const form of choicesOf(node).flatMap(formsOf)) {
      const text = form.replace(FIELD, '');
      if (isTold(text)) found.told.push({ text, line: lineOf(start) });
    }
  };
  const rule = (node: Node, start: number): void => {
    const text = literalOf(node);
    if (text !== undefined && /^[A-Z]/.test(text)) found.rules.push({ text, line: lineOf(start) });
  };
  return {
    NewExpression: ({ callee, arguments: [, reason], start }) => {
      if (callee.type === 'Identifier' && callee.name === 'AppError' && reason !== undefined) tell(reason, start);
    },
    Property: ({ key, value, start }) => {
      if (key.type === 'Identifier' && key.name === 'message') tell(value, start);
      const text = key.type === 'Identifier' && key.name === 'action' ? literalOf(value) : undefined;
      if (text !== undefined) found.actions.push({ text, line: lineOf(start) });
    },
    VariableDeclarator: ({ id, init, start }) => {
      if (id.type === 'Identifier' && id.name.endsWith('_RULE') && init !== null) rule(init, start);
    },
    CallExpression: (node) => {
      const [first, second] = node.arguments;
      if (second !== undefined && isRule(node.callee)) rule(second, node.start);
      if (saysEnd(node.callee)) for (const each of node.arguments) tell(each, node.start);
      if (first === undefined || node.callee.type !== 'Identifier' || node.callee.name !== 't') return;
      for (const choice of choicesOf(first)) {
        const text = literalOf(choice);
        if (text !== undefined && text !== '') found.shown.push({ text, line: lineOf(node.start) });
      }
    },
  };
};

export const findTexts = (file: string, source: string): Texts => {
  const lang: ParserOptions['lang'] = file.endsWith('x') ? 'tsx' : 'ts';
  const { program, errors } = parseSync(file, source, { lang, sourceType: 'module' });
  if (errors[0] !== undefined) throw new Error(`${file}: ${errors[0].message}`);
  const found: Texts = { shown: [], actions: [], told: [], rules: [], literals: new Set(), forms: new Set() };
  const lineOf = (offset: number): number => lineAt(source, offset);
  new Visitor({ ...allTexts(found), ...saidTexts(found, lineOf) }).visit(program);
  return found;
};

type Catalogue = Readonly<Record<string, string>>;
type Catalogues = { readonly en: Catalogue; readonly tw: Catalogue; readonly cn: Catalogue };

/** Another value than `count` before a noun in the plural: '{max} devices'. */
const UNCOUNTED =
  /\{(?!count\})\w+\} (?!(?:is|was|has|stays|leaves|talks|says|belongs|does)\b)(?:vehicle )?[a-z]{2,}s\b/;

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
