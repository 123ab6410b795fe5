// What an update comes to after what was heard of it: nothing but a version that the device says makes it done.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Standing } from './store/updates.ts';
import { afterEvent, isOver, type UpdateEvent } from './update-step.ts';

const BEGINNING: Standing = { state: 'waiting', percent: 0, reason: '', version: '' };
const KNOWN = { fromVersion: '1', toVersion: '' };
const news = (step: 'downloading' | 'downloaded' | 'installing' | 'installed', percent = 0): UpdateEvent => ({
  kind: 'news',
  news: { step, percent, reason: '' },
});
const version = (said: string, last = false): UpdateEvent => ({ kind: 'version', version: said, last });
const after = (events: readonly UpdateEvent[], known = KNOWN): Standing =>
  events.reduce((now, event) => afterEvent(now, known, event), BEGINNING);
const told: UpdateEvent = { kind: 'told' };

test('each step is further than the one before, and only a version is 100', () => {
  const steps = [told, news('downloading', 40), news('downloaded'), news('installing'), news('installed')];
  const percents = steps.map((_, i) => after(steps.slice(0, i + 1)).percent);
  assert.deepEqual(percents, [1, 40, 96, 97, 98]);
  assert.deepEqual(after([...steps, version('2')]), { state: 'done', percent: 100, reason: '', version: '2' });
  assert.equal(after([told, news('downloading', 100)]).percent, 95, 'what it says of fetching is no end');
  const late = after([...steps, news('installing')]);
  assert.deepEqual([late.state, late.percent], ['checking', 98], 'what comes late is no step back');
});

test('a device that comes back with its old version has failed, one that only lost its link goes on', () => {
  const lost = after([told, news('downloading', 40), version('1')]);
  assert.deepEqual([lost.state, lost.percent], ['downloading', 40]);
  const old = after([told, news('installed'), version('1')]);
  assert.deepEqual([old.state, old.reason, old.version], ['failed', 'old-version', '1']);
  assert.equal(after([told, news('downloading', 40), version('1', true)]).reason, 'silent');
  assert.equal(after([told, version('2')]).state, 'done', 'it said nothing of it, and has another one');
});

test('with a version that it should have no other one will do', () => {
  const known = { fromVersion: '1', toVersion: '3' };
  assert.equal(after([told, news('installed'), version('2')], known).reason, 'old-version');
  assert.equal(after([told, version('3')], known).state, 'done');
});

test('where nobody knows what it had, its word that it is installed counts', () => {
  const known = { fromVersion: '', toVersion: '' };
  assert.equal(after([told, version('2')], known).state, 'told');
  assert.equal(after([told, news('installed'), version('2')], known).state, 'done');
});

test('what goes to the device counts as it does what the device says, and never backwards', () => {
  const fetched = (percent: number): UpdateEvent => ({ kind: 'fetched', percent });
  assert.deepEqual([after([told, fetched(30), fetched(20)]).percent, after([fetched(30)]).state], [30, 'downloading']);
  assert.equal(after([told, fetched(100)]).state, 'downloaded');
  assert.equal(after([told, news('installing'), fetched(50)]).state, 'installing');
  const said = after([told, fetched(100), news('downloading', 50)]);
  assert.deepEqual([said.state, said.percent], ['downloading', 50], 'what went to it may lie on the way');
});

test('what is over stays as it is; one that waits hears nothing but that it was told, cancelled or not told', () => {
  const failed = after([told, { kind: 'news', news: { step: 'failed', percent: null, reason: 'hardware' } }]);
  assert.deepEqual([failed.state, failed.reason, failed.percent], ['failed', 'hardware', 0]);
  assert.deepEqual(afterEvent(failed, KNOWN, version('2')), failed);
  assert.deepEqual(after([news('installed'), version('2')]), BEGINNING);
  assert.equal(after([{ kind: 'cancelled', reason: 'replaced' }]).state, 'cancelled');
  assert.equal(after([told, { kind: 'cancelled', reason: 'cancelled' }]).state, 'told', 'it knows already');
});

const STATES = [
  'waiting',
  'told',
  'downloading',
  'downloaded',
  'installing',
  'checking',
  'done',
  'failed',
  'cancelled',
] as const;
/** State and per cent that an event makes of each state at 20 %; undefined where it changes nothing. */
const made = (event: UpdateEvent) =>
  STATES.map((state) => {
    const now: Standing = { state, percent: 20, reason: '', version: '' };
    const next = afterEvent(now, { fromVersion: '1', toVersion: '' }, event);
    return next === now ? undefined : `${next.state} ${next.percent}`;
  });
const fill = (...first: readonly (string | undefined)[]) => STATES.map((_, i) => first[i]);

test('what each event makes of each state', () => {
  const fetched = (percent: number): UpdateEvent => ({ kind: 'fetched', percent });
  const all = (what: string) => Array.from({ length: 6 }, () => what);
  assert.deepEqual(made(told), fill('told 1'));
  assert.deepEqual(made(fetched(50)), fill('downloading 50', 'downloading 50', 'downloading 50'));
  assert.deepEqual(made(fetched(10)), fill('downloading 20', 'downloading 20', 'downloading 20'));
  assert.deepEqual(made(fetched(99)), fill('downloading 95', 'downloading 95', 'downloading 95'));
  assert.deepEqual(made(fetched(100)), fill('downloaded 96', 'downloaded 96', 'downloaded 96'));
  const says = (what: string) => fill(undefined, what, what, what);
  assert.deepEqual(made(news('downloading', 40)), says('downloading 40'));
  assert.deepEqual(made(news('downloading', 0)), says('downloading 1'));
  assert.deepEqual(made(news('downloading', 96)), says('downloading 95'));
  const silent: UpdateEvent = { kind: 'news', news: { step: 'downloading', percent: null, reason: '' } };
  assert.deepEqual(made(silent), says('downloading 1'));
  assert.deepEqual(made(news('downloaded')), fill(undefined, 'downloaded 96', 'downloaded 96'));
  const installing = Array.from({ length: 4 }, () => 'installing 97');
  assert.deepEqual(made(news('installing')), fill(undefined, ...installing));
  assert.deepEqual(made(news('installed')), fill(undefined, ...all('checking 98').slice(1)));
  assert.deepEqual(made({ kind: 'failed', reason: 'silent' }), fill(...all('failed 0')));
  assert.deepEqual(made({ kind: 'cancelled', reason: 'cancelled' }), fill('cancelled 0'));
  assert.deepEqual(made(version('2')), fill(undefined, ...all('done 100').slice(1)));
  assert.deepEqual(made(version('1')), fill(undefined, undefined, undefined, undefined, undefined, 'failed 0'));
  assert.deepEqual(made(version('1', true)), fill(undefined, ...all('failed 0').slice(1)));
});

test('why it failed: in its words, or other where it has none', () => {
  const reason = (said: '' | 'hardware') =>
    after([told, { kind: 'news', news: { step: 'failed', percent: null, reason: said } }]).reason;
  assert.deepEqual([reason('hardware'), reason('')], ['hardware', 'other']);
  assert.deepEqual(
    STATES.filter((state) => isOver({ state })),
    ['done', 'failed', 'cancelled'],
  );
});
