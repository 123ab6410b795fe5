// What an editor sends becomes a difference, and the difference laid over the texts gives what was sent.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_EDITS, type Wording, edited, editsOf, wordsOf } from './edits.ts';

const ground = (texts: Record<string, Record<string, string>>): Wording => ({
  words: wordsOf(Object.values(texts)),
  texts: new Map(Object.entries(texts)),
});
const shown = ({ words, texts }: Wording) => ({ raw: words, data: Object.fromEntries(texts) });
const base = ground({
  tw: { Map: '地圖', '{count} rows': '{count} 行', Old: '舊' },
  en: { '{count} rows_one': '1 row' },
});

test('words stand in the order of the files, the forms of one behind it', () => {
  assert.deepEqual(base.words, ['Map', '{count} rows', '{count} rows_one', 'Old']);
});

test('what was sent is what is shown: changed, emptied, removed and new words, in their order', () => {
  const sent = {
    raw: ['Depot', 'Map', '<b>{name}</b>', 'Dock', '{count} rows', '{count} rows_one'],
    data: { tw: { Map: '圖', Depot: '車場', '<b>{name}</b>': '{name}', '{count} rows': '' }, en: { Map: 'Chart' } },
  };
  const edits = editsOf(base, sent, NO_EDITS);
  assert.deepEqual(edits.removed, ['Old']);
  assert.deepEqual(shown(edited(base, edits)), {
    raw: sent.raw,
    data: { tw: { Map: '圖', Depot: '車場', '<b>{name}</b>': '{name}' }, en: { Map: 'Chart' } },
  });
  assert.deepEqual(editsOf(base, shown(edited(base, edits)), edits), edits, 'saved again without a change');
});

test('only what was changed is kept: other texts come from the release, also from a later one', () => {
  const edits = editsOf(base, { raw: base.words, data: { tw: { ...base.texts.get('tw'), Map: '圖' } } }, NO_EDITS);
  assert.deepEqual(edits, { added: [], removed: [], texts: { tw: { Map: '圖' } } });
  const later = ground({ tw: { Map: '地圖二', New: '新', '{count} rows': '{count} 列' } });
  assert.deepEqual(shown(edited(later, edits)).data, { tw: { Map: '圖', New: '新', '{count} rows': '{count} 列' } });
});

test('a removed word comes back with its texts when it is entered again; a language that was not sent stays', () => {
  const before = editsOf(base, { raw: ['Map'], data: { tw: { Map: '圖' }, en: { Map: 'Chart' } } }, NO_EDITS);
  const sent = { raw: ['Map', 'Old'], data: { en: { Map: 'Chart' } } };
  const back = editsOf(base, sent, before);
  assert.deepEqual(shown(edited(base, back)).raw, ['Map', 'Old']);
  assert.deepEqual(shown(edited(base, back)).data, { tw: { Map: '圖', Old: '舊' }, en: { Map: 'Chart' } });
});

test('a language that is not there just now keeps what was changed in it, until its file is whole again', () => {
  const whole = ground({ ...Object.fromEntries(base.texts), pt: { Map: 'Mapa', Old: 'Velho' } });
  const before = editsOf(whole, { raw: whole.words, data: { pt: { Map: 'Carta', Old: 'Velho' } } }, NO_EDITS);
  const saved = editsOf(base, { raw: base.words, data: { tw: { ...base.texts.get('tw'), Map: '圖' } } }, before);
  assert.deepEqual(saved.texts, { tw: { Map: '圖' }, pt: { Map: 'Carta' } });
  assert.deepEqual(shown(edited(base, saved)).data['pt'], undefined);
  assert.deepEqual(shown(edited(whole, saved)).data['pt'], { Map: 'Carta', Old: 'Velho' });
});
