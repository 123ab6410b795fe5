// Which texts of a source reach the screen.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findTexts } from './texts.ts';

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
