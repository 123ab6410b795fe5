// What an update comes to after what was heard of it: nothing but a version that the device says makes it done.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Standing } from './store/updates.ts';
import { afterEvent, type UpdateEvent } from './update-step.ts';

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
