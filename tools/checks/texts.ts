// Finds the texts that a source puts on the screen, and every other literal text in it. Pure: no files, no exit codes.
import type { Node, ParserOptions } from 'oxc-parser';
import { Visitor, parseSync } from 'oxc-parser';

/** `shown`: English texts given to t(…) as literals, with the line they stand in, from 1. `literals`: all literal texts. */
export type Texts = { shown: { text: string; line: number }[]; literals: Set<string> };

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

export const findTexts = (file: string, source: string): Texts => {
  const lang: ParserOptions['lang'] = file.endsWith('x') ? 'tsx' : 'ts';
  const { program, errors } = parseSync(file, source, { lang, sourceType: 'module' });
  if (errors[0] !== undefined) throw new Error(`${file}: ${errors[0].message}`);
  const found: Texts = { shown: [], literals: new Set() };
  new Visitor({
    Literal: (node) => {
      const text = literalOf(node);
      if (text !== undefined) found.literals.add(text);
    },
    TemplateLiteral: (node) => {
      const text = literalOf(node);
      if (text !== undefined) found.literals.add(text);
    },
    CallExpression: (node) => {
      const [first] = node.arguments;
      if (first === undefined || node.callee.type !== 'Identifier' || node.callee.name !== 't') return;
      for (const choice of choicesOf(first)) {
        const text = literalOf(choice);
        if (text !== undefined) found.shown.push({ text, line: lineAt(source, node.start) });
      }
    },
  }).visit(program);
  return found;
};
