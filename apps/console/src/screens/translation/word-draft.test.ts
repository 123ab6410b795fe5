// What is typed while a save is on its way is laid over what the save left.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { I18nConfig } from '@outrider/contract';
import {
  NO_DRAFT,
  bodyOf,
  changesOf,
  conflictsOf,
  rowsOf,
  since,
  struckOrNot,
  type WordDraft,
  withText,
  withWord,
} from './word-draft.ts';

const loaded: I18nConfig = {
  configs: [{ config: 'cn', name: '简体中文', icon: '' }],
  raw: ['Idle', 'Map', 'Fence'],
  data: { cn: { Idle: '怠速', Map: '地图', Fence: '围栏' } },
  base: '',
  fallback: '',
  updatetime: 1,
};
const typed = (draft: WordDraft, word: string, text: string): WordDraft =>
  withText(loaded, draft, { config: 'cn', word, text });
/** What the editor holds after `saved` was sent and `now` is what it shows. */
const after = (saved: WordDraft, now: WordDraft) => {
  const held = { ...loaded, ...bodyOf(loaded, saved) };
  const draft = since(saved, now);
  const texts = Object.fromEntries(rowsOf(held, draft).map((row) => [row.word, row.struck || row.texts['cn']]));
  return { changes: changesOf(held, draft), conflicts: conflictsOf(held, draft), texts };
};

test('nothing is left where nothing was typed since', () => {
  const saved = struckOrNot(withWord(typed(NO_DRAFT, 'Idle', '停车'), 'Depot', 'Map'), 'Fence');
  assert.deepEqual(since(saved, saved), NO_DRAFT);
  assert.deepEqual(after(saved, saved).texts, { Idle: '停车', Map: '地图', Depot: '' });
});

test('what was typed since stays: in the same text, in another one, put back to what it was', () => {
  const saved = typed(typed(NO_DRAFT, 'Idle', '停车'), 'Map', '图');
  const now = typed(typed(typed(saved, 'Idle', '停车中'), 'Map', '地图'), 'Fence', '电子围栏');
  const left = after(saved, now);
  assert.deepEqual(left, { changes: 3, conflicts: [], texts: { Idle: '停车中', Map: '地图', Fence: '电子围栏' } });
});

test('a word that was added or struck since stays so', () => {
  const saved = withWord(NO_DRAFT, 'Depot', 'Map');
  const now = struckOrNot(withWord(saved, 'Yard', 'Depot'), 'Idle');
  assert.deepEqual(after(saved, now), {
    changes: 2,
    conflicts: [],
    texts: { Idle: true, Map: '地图', Depot: '', Yard: '', Fence: '围栏' },
  });
});
