// Why an order failed, in another language.
import { getI18nConfig } from '@outrider/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import tw from '../../lib/catalogue/tw.json' with { type: 'json' };
import { chooseLocale, startTexts } from '../../lib/i18n.ts';
import { orderReasonText, orderSentence } from './order-words.ts';

beforeAll(async () => {
  vi.stubGlobal('fetch', async () => Response.json({ ...getI18nConfig.example.reply, data: { en: {}, tw } }));
  await startTexts();
  await chooseLocale('tw');
});
afterAll(async () => {
  await chooseLocale('en');
  vi.unstubAllGlobals();
});

it('a refusal is one sentence of the language, also with a number of the device', () => {
  const text = (message: string): string => orderReasonText({ state: 'refused', outcome: 'device_refused', message });
  expect(['busy', 'result 7'].map((why) => text(`The device refused: ${why}`))).toEqual([
    '設備拒絕：忙碌',
    '設備拒絕：結果 7',
  ]);
  // Batches show it in the place of the outcome's one word.
  expect(orderSentence('The device refused: result 7')).toBe('設備拒絕：結果 7');
});
