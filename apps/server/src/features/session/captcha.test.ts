import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { silentLog } from '../../kernel/log.ts';
import { captchaMatches, createCaptchas } from './captcha.ts';
import { CaptchaDrawer } from './captcha-drawer.ts';
import { drawCaptcha } from './draw-captcha.ts';

const HERE = '192.0.2.1';
const drawn = { text: 'aB3dE', svg: '<svg/>' };

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

test('a captcha and its ticket are good once and for five minutes', async () => {
  const clock = createManualClock();
  const captchas = createCaptchas(clock, () => Promise.resolve(drawn));
  const wrong = await captchas.create(HERE);
  assert.equal(captchas.answer(wrong.id, 'xxxxx'), null);
  assert.equal(captchas.answer(wrong.id, 'aB3dE'), null, 'a wrong answer uses it up');
  const right = await captchas.create(HERE);
  const ticket = captchas.answer(right.id, 'AB3DE') ?? '';
  assert.equal(captchas.redeem(ticket), true);
  assert.equal(captchas.redeem(ticket), false);
  const late = await captchas.create(HERE);
  clock.advance(5 * 60_000 + 1);
  assert.equal(captchas.answer(late.id, 'aB3dE'), null);
});

test('one address holds fifty open captchas and has five drawn at once; others lose none by it', async () => {
  const waiting: (() => void)[] = [];
  const captchas = createCaptchas(
    createManualClock(),
    () => new Promise((resolve) => waiting.push(() => resolve(drawn))),
  );
  const create = async (address: string) => {
    const asked = captchas.create(address);
    waiting.shift()?.();
    return (await asked).id;
  };
  const others = await create('198.51.100.1');
  const own: string[] = [];
  for (let i = 0; i < 51; i += 1) own.push(await create(`2001:db8::${i}`));
  assert.equal(captchas.answer(own[0] ?? '', drawn.text), null, 'the oldest of that network is gone');
  assert.notEqual(captchas.answer(own[1] ?? '', drawn.text), null);
  assert.notEqual(captchas.answer(others, drawn.text), null);
  const five = Array.from({ length: 5 }, () => captchas.create(HERE));
  await assert.rejects(captchas.create(HERE), { code: 'limit_reached' });
  const other = captchas.create('198.51.100.1');
  for (const end of waiting.splice(0)) end();
  await Promise.all([...five, other]);
  assert.ok(await create(HERE), 'and may again');
});

test('captchas are drawn by a thread; fifty may wait, and the end refuses them', async (t) => {
  const drawer = new CaptchaDrawer(silentLog);
  t.after(() => drawer.close());
  const fifty = Array.from({ length: 50 }, () => drawer.draw());
  await assert.rejects(drawer.draw(), { code: 'limit_reached' });
  const all = await Promise.all(fifty);
  assert.ok(all.every(({ text, svg }) => text.length === 5 && svg.startsWith('<svg')));
  assert.ok(new Set(all.map(({ svg }) => svg)).size > 40);
  const last = drawer.draw();
  await Promise.all([assert.rejects(last, { code: 'unavailable' }), drawer.close()]);
});
