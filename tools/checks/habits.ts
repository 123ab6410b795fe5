// Finds bare clock reads, files saved past their one rule, fixed waits and conditional assertions in a source text. Pure: no files, no exit codes.
import type { ImportDeclaration, ImportSpecifier, Node, ParserOptions } from 'oxc-parser';
import { Visitor, parseSync } from 'oxc-parser';

/** One offence: the line it begins in, from 1, and what is wrong with it. */
export type Habit = { line: number; why: string };

const globals = new Set(['globalThis', 'window', 'self', 'global']);
const timers = new Set(['setTimeout', 'setInterval']);
const timerModules = new Set(['timers', 'node:timers', 'timers/promises', 'node:timers/promises']);

/** Does an import bring timers in? `setImmediate` alone only lets others go first: it waits for no time. */
const takesTimers = (node: ImportDeclaration): boolean =>
  timerModules.has(node.source.value) &&
  !node.specifiers.every((one) => one.type === 'ImportSpecifier' && importedName(one) === 'setImmediate');

const importedName = ({ imported }: ImportSpecifier): string => ('name' in imported ? imported.name : imported.value);

/** The syntax tree of a source; throws with the place of what cannot be read. */
export const parse = (file: string, source: string) => {
  const lang: ParserOptions['lang'] = file.endsWith('x') ? 'tsx' : 'ts';
  const { program, errors } = parseSync(file, source, { lang, sourceType: 'module' });
  if (errors[0] !== undefined) throw new Error(`${file}: ${errors[0].message}`);
  return program;
};

/** The line of an offset, from 1. */
export const lineAt = (source: string, offset: number): number => source.slice(0, offset).split('\n').length;

/** `name` for `name` and for `globalThis.name` and its likes, else undefined. */
const globalName = (node: Node): string | undefined => {
  if (node.type === 'Identifier') return node.name;
  if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier') return undefined;
  return node.object.type === 'Identifier' && globals.has(node.object.name) ? node.property.name : undefined;
};

/** `object.method` of a call like `Date.now()`, else undefined. */
const dottedName = (node: Node): string | undefined => {
  if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier') return undefined;
  const object = globalName(node.object);
  return object === undefined ? undefined : `${object}.${node.property.name}`;
};

/**
 * Places that read the time or set a timer by themselves instead of asking the clock they were given.
 * `new Date(ms)`, `Date.UTC` and `Date.parse` are arithmetic and allowed.
 */
export const findClockReads = (file: string, source: string): Habit[] => {
  const found: Habit[] = [];
  const add = (node: Node, what: string): void => {
    found.push({ line: lineAt(source, node.start), why: `${what}: take the clock as a parameter instead` });
  };
  new Visitor({
    NewExpression: (node) => {
      if (globalName(node.callee) === 'Date' && node.arguments.length === 0) add(node, 'new Date() reads the clock');
    },
    CallExpression: (node) => {
      const name = globalName(node.callee) ?? '';
      const dotted = dottedName(node.callee) ?? '';
      if (name === 'Date') add(node, 'Date() reads the clock');
      else if (timers.has(name)) add(node, `${name} is a bare timer`);
      else if (['Date.now', 'performance.now', 'process.hrtime'].includes(dotted))
        add(node, `${dotted}() reads the clock`);
      else if (dotted === 'AbortSignal.timeout') add(node, 'AbortSignal.timeout() is a bare timer');
    },
    ImportDeclaration: (node) => {
      if (takesTimers(node)) add(node, `${node.source.value} gives bare timers`);
    },
  }).visit(parse(file, source));
  return found;
};

/** Files that a page saves past the functions that do it for all of them, and with that past the one rule of their names. */
export const findOwnSaves = (file: string, source: string): Habit[] => {
  const found: Habit[] = [];
  new Visitor({
    AssignmentExpression: ({ left, start }) => {
      if (left.type !== 'MemberExpression' || left.computed) return;
      if (left.property.type === 'Identifier' && left.property.name === 'download')
        found.push({ line: lineAt(source, start), why: 'a file is saved by saveBlob, saveText or saveFile of lib/' });
    },
  }).visit(parse(file, source));
  return found;
};

const isAssertion = (node: Node): boolean => {
  if (node.type === 'MemberExpression') return isAssertion(node.object);
  return node.type === 'Identifier' && (node.name === 'assert' || node.name === 'expect');
};

/** Where no browser test comes from: under another runner's `test`, or without our endings, it would prove nothing. */
const foreignRunners = new Set(['node:test', 'vitest']);
const takesPlaywrightTest = (node: ImportDeclaration): boolean =>
  node.source.value === '@playwright/test' &&
  node.specifiers.some((one) => one.type === 'ImportSpecifier' && ['test', 'expect'].includes(importedName(one)));

/** Fixed waits, assertions that only run when a condition holds, and tests of another runner, in an end-to-end spec. */
export const findSpecOffences = (file: string, source: string): Habit[] => {
  const found: Habit[] = [];
  const add = (node: Node, why: string): void => {
    found.push({ line: lineAt(source, node.start), why });
  };
  let conditions = 0;
  const enter = (): void => void (conditions += 1);
  const leave = (): void => void (conditions -= 1);
  new Visitor({
    IfStatement: enter,
    'IfStatement:exit': leave,
    ConditionalExpression: enter,
    'ConditionalExpression:exit': leave,
    LogicalExpression: enter,
    'LogicalExpression:exit': leave,
    SwitchStatement: enter,
    'SwitchStatement:exit': leave,
    CatchClause: enter,
    'CatchClause:exit': leave,
    CallExpression: (node) => {
      const { callee } = node;
      const member =
        callee.type === 'MemberExpression' && callee.property.type === 'Identifier' ? callee.property.name : '';
      if (member === 'waitForTimeout') add(node, 'waitForTimeout waits for a fixed time: wait for what should happen');
      else if (timers.has(globalName(callee) ?? ''))
        add(node, 'a timer waits for a fixed time: wait for what should happen');
      else if (conditions > 0 && isAssertion(callee)) add(node, 'an assertion under a condition may never run');
    },
    ImportDeclaration: (node) => {
      if (takesTimers(node)) add(node, `${node.source.value}: wait for what should happen`);
      if (foreignRunners.has(node.source.value) || takesPlaywrightTest(node))
        add(node, `${node.source.value}: take 'test' and 'expect' from e2e/test.ts`);
    },
  }).visit(parse(file, source));
  return found;
};
