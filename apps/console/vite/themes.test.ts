// No theme may fetch anything from another host: a console without internet must not wait for it. What pages use of it is there.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { it } from 'node:test';
import { themeNames } from '../src/lib/theme-names.ts';
import { classesOf, isUsed, themeCss } from './themes.ts';

for (const name of themeNames)
  it(`${name} is whole and stays at home`, () => {
    const css = themeCss(name);
    assert.doesNotMatch(css, /@import|url\(\s*["']?(?:https?:)?\/\//);
    assert.match(css, /\.btn-primary/);
    assert.match(css, /\.modal-dialog|\.dropdown-menu|\.form-select/);
    assert.doesNotMatch(css, /\.carousel|\.accordion|@keyframes placeholder/);
  });

const source = join(import.meta.dirname, '../src');

/** Every class that a source writes out: in an attribute, or in one of its branches. */
const classesWritten = (text: string): string[] =>
  [...text.matchAll(/className=(?:"([^"]*)"|\{([^{}]*(?:\$\{[^}]*\}[^{}]*)*)\})/g)].flatMap(
    ([, plain, branches = '']) =>
      (
        plain ??
        [...branches.matchAll(/['`]([^'`]*)['`]/g)]
          .map(([, part = '']) => part.replaceAll(/\$\{[^}]*\}/g, ''))
          .join(' ')
      )
        .split(/\s+/)
        .filter((name) => name !== ''),
  );

it('no rule is left out of a class that a page names', () => {
  const whole = readFileSync(createRequire(import.meta.url).resolve('bootstrap/dist/css/bootstrap.min.css'), 'utf8');
  const ofBootstrap = new Set(classesOf(whole));
  const written = globSync('**/*.tsx', { cwd: source }).flatMap((file) =>
    classesWritten(readFileSync(join(source, file), 'utf8')).filter((name) => ofBootstrap.has(name)),
  );
  assert.ok(written.includes('form-select') && written.includes('btn'), `${written.length} classes were found`);
  assert.deepEqual(
    written.filter((name) => !isUsed(name)),
    [],
  );
});
