// No theme may fetch anything from another host: a console without internet must not wait for it.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { themeNames } from '../src/lib/theme-names.ts';
import { themeCss } from './themes.ts';

for (const name of themeNames)
  it(`${name} is whole and stays at home`, () => {
    const css = themeCss(name);
    assert.doesNotMatch(css, /@import|url\(\s*["']?(?:https?:)?\/\//);
    assert.match(css, /\.btn-primary/);
    assert.ok(css.length > 100_000);
  });
