// Bodies laid out by hand (testdata) against the codecs, in both directions.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { areaPairs, controlPairs, textPairs } from '../testdata/golden-pairs.ts';
import { mediaPairs, recorderPairs, transparentPairs } from '../testdata/golden-pairs-media.ts';
import { safetyPairs } from '../testdata/golden-pairs-safety.ts';
import { toHex } from './bytes.ts';

const groups = {
  'texts, questions, phone': textPairs,
  'vehicle control': controlPairs,
  'areas and routes': areaPairs,
  'recorder, card, waybill, CAN': recorderPairs,
  multimedia: mediaPairs,
  'transparent and RSA': transparentPairs,
  'active safety': safetyPairs,
};

for (const [group, pairs] of Object.entries(groups)) {
  describe(group, () => {
    for (const { name, body, value, decode, encode } of pairs) {
      test(name, () => {
        assert.deepEqual(decode(), value);
        if (encode) assert.equal(toHex(encode()), toHex(body));
      });
    }
  });
}
