// Which texts of a source reach the screen.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findTexts, formOf, pluralProblems } from './texts.ts';

test('literal texts of t() are found with their line, in every way they are written', () => {
  const source =
    "const a = t('One');\nconst b = <p title={t(`Two {n}`, { n })}>{t(on ? 'Three' : 'Four')}</p>;\nt(text);";
  assert.deepEqual(findTexts('a.tsx', source).shown, [
    { text: 'One', line: 1 },
    { text: 'Two {n}', line: 2 },
    { text: 'Three', line: 2 },
    { text: 'Four', line: 2 },
  ]);
});

test('a text in a table counts as a literal, one that is put together does not', () => {
  const { shown, literals } = findTexts('a.ts', "const rows = [{ text: 'Dashboard' }, `Sum ${n}`]; other('t');");
  assert.deepEqual(shown, []);
  assert.ok(literals.has('Dashboard') && !literals.has('Sum '));
});

test('the action of an object is found: the access log says it', () => {
  const source =
    "call({\n  audit: { action: 'Change group', secret: {} },\n  input: z.object({ action: z.literal('cancel') }),\n});";
  assert.deepEqual(findTexts('a.ts', source).actions, [{ text: 'Change group', line: 2 }]);
});

test('what the server tells people is found: reasons of errors and states of streams, without the field in front', () => {
  const source =
    "throw new AppError('conflict', 'Somebody talks');\nconst a = { message: 'Asking' };\nnew AppError('y', 'deviceid: none');\nnew AppError('y', 'Z.plate: Too long');";
  assert.deepEqual(findTexts('a.ts', source).told, [
    { text: 'Somebody talks', line: 1 },
    { text: 'Asking', line: 2 },
    { text: 'Too long', line: 4 },
  ]);
});

const toldBy = (reason: string): string[] =>
  findTexts('a.ts', `new AppError('x', ${reason})`).told.map(({ text }) => text);

test('what the server fills in is found as its form, and so is each of its choices', () => {
  assert.deepEqual(toldBy('`At most ${MAX} days`'), ['At most {} days']);
  assert.deepEqual(toldBy('`${field}.x: At ${n}${unit}`'), ['At {}']);
  assert.deepEqual(toldBy("`It is ${on ? 'on' : 'off'}`"), ['It is on', 'It is off']);
  assert.deepEqual(toldBy("on ? 'Yes' : `No, ${why}`"), ['Yes', 'No, {}']);
  assert.deepEqual(toldBy('`It said ${words[n] ?? `result ${n}`}`'), ['It said {}', 'It said result {}']);
  assert.deepEqual(toldBy("`The right ${right ?? 'F_a'} is missing.`"), ['The right {} is missing.']);
  assert.deepEqual(toldBy('`${field}: ${rule}`'), []);
  assert.equal(formOf('At {zone}{unit} of {count}'), 'At {} of {}');
});

test('all texts with values have their forms, wherever they stand', () => {
  assert.deepEqual([...findTexts('a.ts', 'const a = (n) => `Waits ${n} s`;').forms], ['Waits {} s']);
});

test('what a schema says of a value that breaks it is found', () => {
  const source =
    "const NAME_RULE = 'No slash.';\nz.string().regex(/x/, 'Like x.').max(3, MAX_RULE).refine(ok, 'wrong');\nother('a', 'B');";
  assert.deepEqual(findTexts('a.ts', source).rules, [
    { text: 'No slash.', line: 1 },
    { text: 'Like x.', line: 2 },
  ]);
});

test('a text that counts has the forms of its number in each language, and no others', () => {
  const texts = ['{count} devices', 'Map', '{number} chosen', '{device} is away'];
  const en = { '{count} devices_one': '{count} device' };
  assert.deepEqual(pluralProblems(texts, { en, tw: {}, cn: {} }), []);
  assert.deepEqual(pluralProblems(texts, { en: {}, tw: {}, cn: {} }), ["en.json: no form 'one' of '{count} devices'"]);
  const more = { ...en, '{count} rows_one': '{count} row', Map_one: 'Map' };
  assert.deepEqual(pluralProblems(texts, { en: more, tw: {}, cn: {} }), [
    "en.json has '{count} rows_one', which is no form of a text that counts",
    "en.json has 'Map_one', which is no form of a text that counts",
  ]);
});

test('a number before a noun in the plural is called count', () => {
  const wrong = ['At most {max} devices', '{done} of {total} vehicle days'];
  const right = ['{number} s ago', '{device} is away', '{tile} stays where it is', '{number} more'];
  assert.deepEqual(
    pluralProblems([...wrong, ...right], { en: {}, tw: {}, cn: {} }),
    wrong.map((text) => `'${text}' counts something: call the number {count}`),
  );
});
