// Preferences where the browser's storage works, is full, or is refused altogether.
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { readPreference, writePreference } from './preferences.ts';

const place = (texts: Map<string, string>, full = false) => ({
  getItem: (key: string) => texts.get(key) ?? null,
  setItem: (key: string, value: string) => {
    if (full) throw new DOMException('full', 'QuotaExceededError');
    texts.set(key, value);
  },
  removeItem: (key: string) => texts.delete(key),
});
const storage = (get: () => unknown): void => {
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, get });
};

afterEach(() => {
  const texts = new Map<string, string>();
  storage(() => place(texts));
  for (const key of ['themeName', 'AutoLogin'] as const) writePreference(key, null);
});

describe('a preference', () => {
  it('is kept in the storage under its name, and has a default', () => {
    const texts = new Map<string, string>();
    storage(() => place(texts));
    assert.equal(readPreference('themeName'), 'default');
    writePreference('themeName', 'solar');
    assert.deepEqual([texts.get('themeName'), readPreference('themeName')], ['solar', 'solar']);
    writePreference('themeName', null);
    assert.deepEqual([texts.has('themeName'), readPreference('themeName')], [false, 'default']);
  });

  it('is a dark theme where the machine asks for one and nobody chose another', (t) => {
    const texts = new Map<string, string>();
    storage(() => place(texts));
    Object.assign(globalThis, { matchMedia: (asked: string) => ({ matches: asked.includes('dark') }) });
    t.after(() => Reflect.deleteProperty(globalThis, 'matchMedia'));
    assert.equal(readPreference('themeName'), 'darkly');
    writePreference('themeName', 'default');
    assert.equal(readPreference('themeName'), 'default');
  });

  it('holds for the page where the storage is full, instead of an older text', () => {
    const texts = new Map([['themeName', 'yeti']]);
    storage(() => place(texts, true));
    writePreference('themeName', 'solar');
    assert.deepEqual([texts.get('themeName'), readPreference('themeName')], ['yeti', 'solar']);
  });

  it('holds for the page where the storage is refused, and can be forgotten', () => {
    storage(() => {
      throw new DOMException('refused', 'SecurityError');
    });
    assert.equal(readPreference('AutoLogin'), '');
    writePreference('AutoLogin', 'false');
    assert.equal(readPreference('AutoLogin'), 'false');
    writePreference('AutoLogin', null);
    assert.equal(readPreference('AutoLogin'), '');
  });
});
