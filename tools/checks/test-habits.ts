// Finds what makes a test file say less than it seems to: tests left alone, files and tests without content, waits without
// an end, and tests of rights that take a broken server for a refusal. Pure: no files, no exit codes.
import { type Node, Visitor } from 'oxc-parser';
import { type Habit, lineAt, parse } from './habits.ts';

/** `eachStore`, `onPostgres` and `twoServers`: adapters/test-stores.ts. */
const makers = new Set(['test', 'it', 'eachStore', 'onPostgres', 'twoServers', 'logSuite']);
const groups = new Set(['describe', 'suite']);
/** Names on which a test is made: `t.test`, `test.describe`. */
const owners = new Set([...makers, ...groups, 't']);

/** `['t', 'test', 'only']` for `t.test.only`; empty for anything that is no plain chain of names. */
const chainOf = (node: Node): string[] => {
  if (node.type === 'Identifier') return [node.name];
  if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier') return [];
  const before = chainOf(node.object);
  return before.length === 0 ? [] : [...before, node.property.name];
};

const isFunction = (node: Node): boolean =>
  node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression' || node.type === 'FunctionDeclaration';

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** Does a node hold one of a kind, functions inside it left out? They run at another time. */
const holds = (node: Node, matches: (node: Node) => boolean): boolean =>
  matches(node) ||
  Object.values(node)
    .flat()
    .some((child: unknown) => isNode(child) && !isFunction(child) && holds(child, matches));

/** The same, also within functions that are no more than an expression, as handed to `every`. */
const holdsAnywhere = (node: Node, matches: (node: Node) => boolean): boolean =>
  matches(node) ||
  Object.values(node)
    .flat()
    .some((child: unknown) => isNode(child) && child.type !== 'BlockStatement' && holdsAnywhere(child, matches));

const isAwait = (node: Node): boolean => node.type === 'AwaitExpression';

/** What gets on or ends: it counts, takes the next of something, throws, asserts, or looks at a clock. */
const isBound = (node: Node): boolean => {
  if (['ThrowStatement', 'UpdateExpression', 'AssignmentExpression'].includes(node.type)) return true;
  if (node.type !== 'CallExpression') return false;
  const chain = chainOf(node.callee);
  return chain[0] === 'assert' || (chain.at(-1) === 'now' && chain.length > 1);
};

/** A loop that waits in each round, and in which nothing ends the wait for what never comes. */
const isEndlessWait = (node: Node): boolean => {
  return holds(node, isAwait) && !holds(node, isBound);
};

type Call = Extract<Node, { type: 'CallExpression' }>;

const hasOnlyOption = ({ arguments: args }: Call): boolean =>
  args.some(
    (arg) =>
      arg.type === 'ObjectExpression' &&
      arg.properties.some((one) => one.type === 'Property' && one.key.type === 'Identifier' && one.key.name === 'only'),
  );

/** Is the body of a test missing or without a statement? */
const isHollow = ({ arguments: args }: Call): boolean => {
  const body = args.findLast(isFunction);
  if (body === undefined) return !args.some((arg) => arg.type === 'Identifier' || arg.type === 'CallExpression');
  return 'body' in body && isNode(body.body) && body.body.type === 'BlockStatement' && body.body.body.length === 0;
};

/** Offences in one test file. */
export const findTestOffences = (file: string, source: string): Habit[] => {
  const found: Habit[] = [];
  let tests = 0;
  const add = (node: Node, why: string): void => void found.push({ line: lineAt(source, node.start), why });
  const loop = (node: Node): void => {
    // In a browser test Playwright's time limit is the end.
    if (!file.startsWith('e2e/') && isEndlessWait(node))
      add(node, 'a wait without an end: count its rounds, or use until() or turnsUntil()');
  };
  new Visitor({
    CallExpression: (node) => {
      const chain = chainOf(node.callee);
      const base = chain.find((name) => makers.has(name) || groups.has(name));
      if (base === undefined || !owners.has(chain[0] ?? '')) return;
      if (makers.has(base)) tests += 1;
      if (chain.at(-1) === 'only' || hasOnlyOption(node)) add(node, `${base}.only leaves all others out`);
      else if (makers.has(chain.at(-1) ?? '') && isHollow(node)) add(node, 'a test without a statement proves nothing');
    },
    WhileStatement: loop,
    DoWhileStatement: loop,
    ForStatement: loop,
  }).visit(parse(file, source));
  if (tests === 0) found.push({ line: 1, why: 'a test file without a test' });
  return found;
};

const isStatus = (node: Node): boolean => node.type === 'Identifier' && node.name === 'status';
const isServerError = (node: Node): boolean =>
  node.type === 'Literal' && typeof node.value === 'number' && node.value >= 500 && node.value < 600;

/** `![401, 403].includes(status)`, `status !== 401`, `assert.notEqual(status, 401)`: all but a few are let pass. */
const tellsWhatItIsNot = (node: Node): boolean => {
  if (node.type === 'UnaryExpression') return node.operator === '!' && acceptsOne(node.argument);
  if (node.type === 'BinaryExpression') return /^!==?$/.test(node.operator) && holds(node, isStatus);
  if (node.type !== 'CallExpression') return false;
  const [object, method = ''] = chainOf(node.callee);
  return (
    object === 'assert' && /^not(Strict)?Equal$/.test(method) && node.arguments.some((arg) => holds(arg, isStatus))
  );
};

/** `[200, 404].includes(status)`. */
const acceptsOne = (node: Node): boolean =>
  node.type === 'CallExpression' &&
  node.callee.type === 'MemberExpression' &&
  node.callee.property.type === 'Identifier' &&
  node.callee.property.name === 'includes' &&
  node.arguments.some(isStatus);

/** Statements in a test of rights that let an answer from 500 up pass for a refusal or for success. */
export const findServerErrorsAccepted = (file: string, source: string): Habit[] => {
  const found: Habit[] = [];
  const judge = (node: Node): void => {
    const negative = holdsAnywhere(node, tellsWhatItIsNot);
    const names = holdsAnywhere(node, isServerError);
    if (negative ? !names : names && holdsAnywhere(node, acceptsOne))
      found.push({
        line: lineAt(source, node.start),
        why: 'status 500 is a broken server: neither refusal nor success. Say which statuses are right, 500 not among them',
      });
  };
  new Visitor({ ExpressionStatement: judge, VariableDeclaration: judge, ReturnStatement: judge }).visit(
    parse(file, source),
  );
  return found;
};
