// What another tab writes: told as it stands in the storage, which this tab may have written since.
import { afterEach, expect, it } from 'vitest';
import { browserKeeper } from './stored-text.ts';

afterEach(() => localStorage.clear());

const otherTabWrote = (key: string | null, newValue: string | null): boolean =>
  window.dispatchEvent(new StorageEvent('storage', { key, newValue }));

it('tells what is kept, also when the news of another tab come late', () => {
  const told: (string | undefined)[] = [];
  browserKeeper.onOtherTab('layouts', (text) => told.push(text));
  browserKeeper.write('layouts', 'theirs');
  otherTabWrote('layouts', 'theirs');
  browserKeeper.write('layouts', 'ours, later');
  otherTabWrote('layouts', 'theirs, before ours');
  otherTabWrote('something else', 'x');
  localStorage.clear();
  otherTabWrote(null, null);
  expect(told).toEqual(['theirs', 'ours, later', undefined]);
});
