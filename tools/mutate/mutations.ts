// Which small changes a source can have: an operator, a constant, a condition turned, a statement gone. What only the compiler reads,
// names and texts of errors are left alone.
import { parseSync } from 'oxc-parser';

/** One change: the characters from `start` to `end`, which are `before`, become `after`. */
export type Mutation = {
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly after: string;
};

/** A node of the syntax tree, as far as this looks into it. */
type Node = { readonly type: string; readonly start: number; readonly end: number; readonly [key: string]: unknown };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value;

const operators: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&': '|',
  '|': '&',
  '^': '|',
  '<<': '>>',
  '>>': '<<',
  '>>>': '<<',
  '&&': '||',
  '||': '&&',
  '+=': '-=',
  '-=': '+=',
  '*=': '/=',
  '|=': '&=',
  '&=': '|=',
  '++': '--',
  '--': '++',
};

/** Types that wrap something that runs; every other node of TypeScript is gone at run time. */
const wrappers = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']);
/** Properties whose values are documentation. */
const told = new Set(['about', 'example']);

const isText = (node: unknown): boolean =>
  isNode(node) && (node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string'));
const nameOf = (node: unknown): unknown => (isNode(node) ? node.name : undefined);

/** The value in another's place; undefined where none would be noticed or make sense. */
const otherLiteral = (node: Node): string | undefined => {
  const { value } = node;
  if (typeof value === 'boolean') return String(!value);
  if (typeof value === 'string') return value === '' ? "'changed'" : "''";
  if (typeof value === 'bigint') return `${value + 1n}n`;
  return typeof value === 'number' ? String(value + 1) : undefined;
};

/** Of a node itself, not of those inside. */
const ownMutations = (node: Node, source: string): Mutation[] => {
  const change = (at: { start: number; end: number }, after: string): Mutation => ({
    start: at.start,
    end: at.end,
    before: source.slice(at.start, at.end),
    after,
  });
  /** The operator between two parts. */
  const turned = (left: Node, right: Node): Mutation[] => {
    const operator = String(node.operator);
    const after = operators[operator];
    const start = source.indexOf(operator, left.end);
    if (after === undefined || start < 0 || start >= right.start) return [];
    return [change({ start, end: start + operator.length }, after)];
  };
  const decided = (test: unknown, ways: readonly string[]): Mutation[] =>
    isNode(test) && test.type !== 'Literal' ? ways.map((way) => change(test, way)) : [];
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'AssignmentExpression': {
      const { left, right } = node;
      if (!isNode(left) || !isNode(right) || isText(left) || isText(right)) return [];
      // Without brackets around it, `a && b ?? c` is no program.
      if (node.operator === '??')
        return [change(node, `(${source.slice(left.start, left.end)} && ${source.slice(right.start, right.end)})`)];
      return turned(left, right);
    }
    case 'UpdateExpression': {
      const { argument, operator, prefix } = node;
      if (!isNode(argument)) return [];
      const start = prefix === true ? node.start : argument.end;
      return [change({ start, end: start + 2 }, operators[String(operator)] ?? '')];
    }
    case 'UnaryExpression':
      return node.operator === '!' || node.operator === '-'
        ? [change({ start: node.start, end: node.start + 1 }, '')]
        : [];
    case 'ConditionalExpression':
    case 'IfStatement':
      return decided(node.test, ['true', 'false']);
    case 'WhileStatement':
      return decided(node.test, ['false']);
    case 'ExpressionStatement':
      return typeof node.directive === 'string' ? [] : [change(node, ';')];
    case 'BreakStatement':
    case 'ContinueStatement':
    case 'ThrowStatement':
      return [change(node, ';')];
    case 'Literal': {
      const after = otherLiteral(node);
      return after === undefined ? [] : [change(node, after)];
    }
    default:
      return [];
  }
};

/** The parts of a node in which something can be changed. */
const partsOf = (node: Node): unknown[] => {
  if (wrappers.has(node.type)) return [node.expression];
  if (node.type.startsWith('TS') || node.type.startsWith('Import') || node.type === 'ExportAllDeclaration') return [];
  // What an error says is for people; whether it is thrown is tried.
  if (node.type === 'ThrowStatement' || typeof node.directive === 'string') return [];
  if (node.type === 'ExportNamedDeclaration') return [node.declaration];
  if (node.type === 'Property' || node.type === 'PropertyDefinition')
    return told.has(String(nameOf(node.key))) ? [] : [node.computed === true ? node.key : null, node.value];
  return Object.entries(node).flatMap(([key, value]) =>
    key === 'typeAnnotation' || key === 'returnType' ? [] : value,
  );
};

/** Every change of a source, in the order of the text. */
export const mutationsOf = (file: string, source: string): Mutation[] => {
  const found: Mutation[] = [];
  const visit = (value: unknown): void => {
    if (!isNode(value)) return;
    found.push(...ownMutations(value, source));
    for (const part of partsOf(value)) visit(part);
  };
  visit(parseSync(file, source, { lang: 'ts' }).program);
  return found.toSorted((a, b) => a.start - b.start);
};

/** The source with the change. */
export const withMutation = (source: string, { start, end, after }: Mutation): string =>
  // A space on both sides: `- -1` is not `--1`.
  `${source.slice(0, start)} ${after} ${source.slice(end)}`;
