import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { captchaMatches, createCaptchas, drawCaptcha } from './captcha.ts';

test('F-CAPTCHA-001 F-CONST-042 a captcha has 5 characters', () => {
  for (let i = 0; i < 50; i += 1) assert.equal(drawCaptcha().text.length, 5);
});

test('F-CAPTCHA-002 its characters are letters without o and O, and digits 1 to 9', () => {
  for (let i = 0; i < 400; i += 1) assert.match(drawCaptcha().text, /^[a-np-zA-NP-Z1-9]{5}$/);
});

test('F-CAPTCHA-003 case does not matter', () => {
  assert.equal(captchaMatches('aB3dE', 'Ab3De'), true);
  assert.equal(captchaMatches('aB3dE', 'Ab3Df'), false);
});

test('a captcha and its ticket are good once and for five minutes', () => {
  const clock = createManualClock();
  const captchas = createCaptchas(clock, () => ({ text: 'aB3dE', svg: '<svg/>' }));
  const wrong = captchas.create();
  assert.equal(captchas.answer(wrong.id, 'xxxxx'), null);
  assert.equal(captchas.answer(wrong.id, 'aB3dE'), null, 'a wrong answer uses it up');
  const right = captchas.create();
  const ticket = captchas.answer(right.id, 'AB3DE') ?? '';
  assert.equal(captchas.redeem(ticket), true);
  assert.equal(captchas.redeem(ticket), false);
  const late = captchas.create();
  clock.advance(5 * 60_000 + 1);
  assert.equal(captchas.answer(late.id, 'aB3dE'), null);
});
