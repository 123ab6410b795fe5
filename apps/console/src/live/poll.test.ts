// The poll's decisions: order after sign-in, full or changed list, what forces a full one, when it pauses.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pollStart, stepPoll } from './poll.ts';
import type { PollEffect, PollInput } from './poll.ts';

/** Runs inputs one after the other; the effects of the last one come back. */
const run = (...inputs: PollInput[]): { kinds: string[]; effects: readonly PollEffect[] } => {
  let state = pollStart;
  let effects: readonly PollEffect[] = [];
  for (const input of inputs) {
    const step = stepPoll(state, input);
    state = step.state;
    effects = step.effects;
  }
  return { kinds: effects.map((e) => e.kind), effects };
};
const signedIn: PollInput[] = [{ kind: 'signed-in' }, { kind: 'server-info' }];
const whole: PollInput = { kind: 'list-done', token: 'l1', cursor: 1, devices: 1 };
const listed: PollInput[] = [...signedIn, whole, { kind: 'rested' }];
const outdated: PollInput = { kind: 'list-outdated' };
const ALL_AGAIN = ['ask-full-list'];
const due: PollInput = { kind: 'poll-due' };

describe('the poll', () => {
  it('asks server info first, the list behind it, the first poll 2.5 s after that info, and once the list is there the extra info', () => {
    assert.deepEqual(run({ kind: 'signed-in' }).kinds, ['ask-server-info', 'ask-full-list', 'subscribe']);
    assert.deepEqual(run(...signedIn).effects, [{ kind: 'poll-in', ms: 2500 }]);
    assert.deepEqual(run({ kind: 'signed-in' }, whole).kinds, ['rest', 'ask-extra-info'], 'also before that info');
    assert.deepEqual(run({ kind: 'signed-in' }, { kind: 'closed' }, { kind: 'server-info' }).kinds, []);
    assert.deepEqual(run(...signedIn, whole).kinds, ['rest', 'ask-extra-info']);
    assert.deepEqual(run(...listed, due, { ...whole, cursor: 2 }).kinds, [], 'once');
    assert.deepEqual(run(...signedIn, { kind: 'list-failed' }, due, whole).kinds, ['rest', 'ask-extra-info']);
  });

  it('asks what changed since the list it holds, polls again in 10 s and asks the stream status in 1 s', () => {
    assert.deepEqual(run(...listed, due).effects, [
      { kind: 'ask-changed-list', token: 'l1', cursor: 1 },
      { kind: 'poll-in', ms: 10_000 },
      { kind: 'stream-status-in', ms: 1000 },
    ]);
  });

  it('carries the cursor of the last answer', () => {
    const { effects } = run(...listed, due, { kind: 'list-done', token: 'l1', cursor: 9, devices: 1 }, due);
    assert.deepEqual(effects[0], { kind: 'ask-changed-list', token: 'l1', cursor: 9 });
  });

  it('asks the full list when the token is another one', () => {
    const other: PollInput = { kind: 'list-done', token: 'l2', cursor: 9, devices: 1 };
    assert.deepEqual(run(...listed, due, other).kinds, ALL_AGAIN);
  });

  it('asks the extra info again behind a list that was made again: names of channels may be others', () => {
    assert.deepEqual(run(...listed, outdated, whole).kinds, ['rest', 'ask-extra-info'], 'outdated');
    assert.deepEqual(run(...listed, outdated, whole, { kind: 'rested' }, due, whole).kinds, [], 'once');
    const other: PollInput = { kind: 'list-done', token: 'l2', cursor: 9, devices: 1 };
    assert.deepEqual(run(...listed, due, other, other).kinds, ['rest', 'ask-extra-info'], 'another token');
    assert.deepEqual(run(...listed, due, outdated, whole, whole).kinds, ['rest', 'ask-extra-info'], 'while asking');
  });

  it('asks the extra info of all behind the next list when that of many devices changed', () => {
    const many: PollInput = { kind: 'extras-outdated' };
    assert.deepEqual(run(...listed, many, many).kinds, []);
    assert.deepEqual(run(...listed, many, many, due, { ...whole, cursor: 2 }).kinds, ['ask-extra-info']);
    assert.deepEqual(run(...listed, many, due, whole, due, whole).kinds, [], 'once');
  });

  it('begins to poll also when the server info fails, and asks it again with each poll until it came', () => {
    const failed: PollInput = { kind: 'server-info-failed' };
    const lost: PollInput[] = [{ kind: 'signed-in' }, whole, { kind: 'rested' }, failed];
    assert.deepEqual(run(...lost).effects, [{ kind: 'poll-in', ms: 2500 }]);
    const asksBoth = ['ask-server-info', 'ask-changed-list', 'poll-in', 'stream-status-in'];
    assert.deepEqual(run(...lost, due).kinds, asksBoth);
    assert.deepEqual(run(...lost, due, whole, due).kinds, asksBoth.slice(1), 'not twice at a time');
    assert.deepEqual(run(...lost, due, failed).kinds, [], 'the next poll is on its way');
    assert.deepEqual(run(...lost, due, failed, whole, due).kinds, asksBoth);
    assert.deepEqual(run(...lost, due, { kind: 'server-info' }, whole).kinds, []);
    assert.deepEqual(run(...lost, due, { kind: 'server-info' }, whole, due).kinds, asksBoth.slice(1));
    assert.deepEqual(run({ kind: 'signed-in' }, { kind: 'closed' }, failed).kinds, []);
  });

  it('asks the full list after a registration, at once or when the running request is through', () => {
    assert.deepEqual(run(...listed, outdated).kinds, ALL_AGAIN);
    assert.deepEqual(run(...listed, due, outdated).kinds, []);
    assert.deepEqual(run(...listed, due, outdated, { ...whole, cursor: 2 }).kinds, ALL_AGAIN);
    // A full list under way may have been made before the registration.
    assert.deepEqual(run(...signedIn, outdated, whole).kinds, ['rest', 'ask-extra-info']);
    assert.deepEqual(run(...signedIn, outdated, whole, { kind: 'rested' }).kinds, ALL_AGAIN);
  });

  it('rests after a full list, the longer the larger it is, whatever is told meanwhile, and forgets none of it', () => {
    assert.deepEqual(run(...signedIn, { ...whole, devices: 10_000 }).effects[0], { kind: 'rest', ms: 11_000 });
    const told = [...signedIn, whole, outdated, outdated];
    assert.deepEqual(run(...told).kinds, []);
    assert.deepEqual(
      run(...told, due).kinds,
      ['poll-in', 'stream-status-in'],
      'no list of changes of an outdated list',
    );
    assert.deepEqual(run(...told, { kind: 'rested' }).kinds, ALL_AGAIN);
    assert.deepEqual(run(...signedIn, whole, { kind: 'rested' }).kinds, []);
    // A list of changes that is answered meanwhile does not end the rest.
    assert.deepEqual(run(...signedIn, whole, due, { ...whole, cursor: 2 }, outdated).kinds, []);
  });

  it('asks what came and went when told that something did, at once or when the running request is through', () => {
    const asked = { kind: 'ask-changed-list', token: 'l1', cursor: 1 };
    assert.deepEqual(run(...listed, { kind: 'list-moved' }).effects, [asked]);
    const busy: PollInput[] = [...listed, due, { kind: 'list-moved' }];
    assert.deepEqual(run(...busy).kinds, []);
    const answered: PollInput = { kind: 'list-done', token: 'l2', cursor: 4, devices: 1, goesOn: true };
    assert.deepEqual(run(...busy, answered).effects, [{ ...asked, token: 'l2', cursor: 4 }]);
    assert.deepEqual(run(...listed, due, answered, due).effects[0], { ...asked, token: 'l2', cursor: 4 });
    assert.deepEqual(run(...busy, answered, answered).kinds, [], 'once');
    assert.deepEqual(run(...signedIn, { kind: 'list-moved' }, { ...answered, goesOn: false }).kinds, [
      'rest',
      'ask-extra-info',
      'ask-changed-list',
    ]);
    assert.deepEqual(run(...listed, { kind: 'pause' }, { kind: 'list-moved' }).kinds, []);
  });

  it('asks the full list after a failed one', () => {
    assert.equal(run(...listed, due, { kind: 'list-failed' }, due).kinds[0], 'ask-full-list');
  });

  it('never has two list requests under way', () => {
    assert.deepEqual(run(...signedIn, due).kinds, ['poll-in', 'stream-status-in']);
  });

  it('asks no list while a disk format runs, and goes on afterwards', () => {
    assert.deepEqual(run(...listed, { kind: 'pause' }, due).kinds, ['poll-in']);
    assert.equal(run(...listed, { kind: 'pause' }, due, { kind: 'resume' }, due).kinds[0], 'ask-changed-list');
  });

  it('does not forget, over a pause, that the list was another one', () => {
    const other: PollInput[] = [{ kind: 'pause' }, { kind: 'list-done', token: 'l2', cursor: 9, devices: 1 }];
    assert.deepEqual(run(...listed, due, ...other).kinds, []);
    assert.equal(run(...listed, due, ...other, { kind: 'resume' }, due).kinds[0], 'ask-full-list');
  });

  it('does nothing once closed', () => {
    assert.deepEqual(run(...listed, { kind: 'closed' }, due).kinds, []);
    assert.deepEqual(run(...listed, { kind: 'closed' }, { kind: 'stream-status-due' }).kinds, []);
  });
});
