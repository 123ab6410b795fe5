// What a channel of a remote playback does next, case by case, and that no order of happenings leaves a source or a claim behind.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  HELD_MS,
  HOLD_BYTES,
  initialChannel,
  MAX_BYTES,
  stepChannel,
  type ChannelEffect,
  type ChannelInput,
  type ChannelState,
  type Leg,
  type PlayedLeg,
  type Waiting,
} from './channel-step.ts';
import type { SourceEnd } from './frame-source.ts';

const device: PlayedLeg = { from: 'device', startMs: 10_000, endMs: 90_000 };
const kept: PlayedLeg = { from: 'kept', startMs: 10_000, endMs: 50_000 };
/** Nothing waits, and nothing came yet. */
const empty: Waiting = { bytes: 0, empty: true, newestMs: null, wantedMs: 10_000 };
const some: Waiting = { bytes: 1000, empty: false, newestMs: 20_000, wantedMs: 10_000 };
const shown: Waiting = { ...some, bytes: 0, empty: true };

const after = (state: ChannelState, inputs: readonly ChannelInput[], waiting = empty) => {
  let step = { state, effects: [] as readonly ChannelEffect[] };
  for (const input of inputs) step = stepChannel(step.state, input, waiting);
  return step;
};
const does = (effects: readonly ChannelEffect[]): string[] => effects.map((effect) => effect.do);
const gone = (speed = 1): ChannelInput => ({ kind: 'go', timeMs: 10_000, generation: 1, speed });
const planned = (leg: Leg, plan = 1): ChannelInput => ({ kind: 'planned', plan, leg });
const ended = (kind: SourceEnd['kind'], message = ''): ChannelInput => ({ kind: 'ended', end: { kind, message } });
const balance = (change: Partial<Extract<ChannelInput, { kind: 'balance' }>> = {}): ChannelInput => ({
  kind: 'balance',
  wantMs: 20_000,
  aheadMs: 6_000,
  nowMs: 1_000,
  ...change,
});
const open = (leg: PlayedLeg): ChannelState => after(initialChannel, [gone(), planned(leg)]).state;
const playing = (leg: PlayedLeg): ChannelState =>
  after(open(leg), [{ kind: 'send', from: leg.from, timeMs: 10_000 }], some).state;

test('it begins with an empty place, says that it asks, and plans from the moment', () => {
  const { state, effects } = stepChannel(initialChannel, gone(2), empty);
  assert.deepEqual(effects, [
    { do: 'begin', timeMs: 10_000 },
    { do: 'pace', speed: 2 },
    { do: 'tell' },
    { do: 'store' },
    { do: 'plan', plan: 1, fromMs: 10_000, tried: false },
  ]);
  assert.deepEqual(state, {
    phase: { at: 'planning' },
    told: { state: 'opening', message: 'Asking the device', generation: 1, from: 'device', timeMs: 10_000 },
    speed: 2,
    plan: 1,
    heldSinceMs: null,
    progressMs: null,
  });
});

test('before anything is played the player was told that it opens', () => {
  assert.deepEqual(initialChannel, {
    phase: { at: 'planning' },
    told: { state: 'opening', message: '', generation: 0, from: 'device' },
    speed: 1,
    plan: 0,
    heldSinceMs: null,
    progressMs: null,
  });
});

test('what the plan finds is opened at the pace of the device', () => {
  for (const [speed, pace] of [
    [0, 1],
    [0.5, 1],
    [1, 1],
    [3, 4],
    [16, 16],
  ] as const) {
    const { state, effects } = after(initialChannel, [gone(speed), planned(device)]);
    assert.deepEqual(effects, [{ do: 'open', leg: device, speed: pace }]);
    assert.deepEqual(state.phase, { at: 'open', leg: device });
  }
});

test('what is held no more when a source opens, is not taken for held', () => {
  const planning = after(initialChannel, [gone()]).state;
  const { state } = after({ ...planning, heldSinceMs: 5 }, [planned(kept)]);
  assert.equal(state.heldSinceMs, null);
});

test('the plan of an older place changes nothing, and neither does its failure', () => {
  const again = after(initialChannel, [gone(), gone()]).state;
  for (const late of [planned(device, 1), { kind: 'unplanned', plan: 1 } as const])
    assert.deepEqual(stepChannel(again, late, empty), { state: again, effects: [] });
  assert.deepEqual(does(stepChannel(again, planned(device, 2), empty).effects), ['open']);
  const opened = open(device);
  assert.deepEqual(stepChannel(opened, planned(kept), empty), { state: opened, effects: [] });
});

test('a channel that somebody else plays, and a plan that fails, are told and leave the device alone', () => {
  const busy = after(initialChannel, [gone(), planned({ from: 'busy', message: 'in use' })]);
  assert.deepEqual(busy.effects, [{ do: 'rest', plan: 1 }, { do: 'tell' }]);
  assert.deepEqual(busy.state.phase, { at: 'over' });
  assert.deepEqual(busy.state.told, { state: 'limit', message: 'in use', generation: 1, from: 'device' });
  const failed = after(initialChannel, [gone(), { kind: 'unplanned', plan: 1 }]);
  assert.deepEqual(failed.effects, [{ do: 'rest', plan: 1 }, { do: 'tell' }]);
  assert.deepEqual([failed.state.phase.at, failed.state.told.state], ['over', 'error']);
  assert.equal(failed.state.told.message, 'The playback failed');
});

test('a takeover in which a request was lost is no end: asked again from where it came, without the list', () => {
  const lost: ChannelInput = { kind: 'ended', end: { kind: 'offline', message: 'offline', again: true } };
  for (const [waiting, fromMs] of [
    [empty, 10_000],
    [some, 20_000],
  ] as const) {
    const { state, effects } = stepChannel(open(device), lost, waiting);
    assert.deepEqual(effects, [{ do: 'store' }, { do: 'plan', plan: 2, fromMs, tried: false }]);
    assert.deepEqual(state.phase, { at: 'planning' });
  }
});

test('a device that goes away while it looks what it has is offline, and asked again when it is back', () => {
  const asking = after(open(device), [ended('timeout', 'silent')]).state;
  const away = stepChannel(asking, planned({ from: 'nothing', state: 'away' }, 2), empty);
  assert.deepEqual([away.state.phase.at, away.state.told.state], ['over', 'offline']);
  assert.equal(away.state.told.message, 'The device is offline');
  assert.deepEqual(does(stepChannel(away.state, { kind: 'online' }, empty).effects), ['tell', 'plan']);
});

test('nothing more: No Record where nothing ever came, else the end; what waits is shown first', () => {
  const end = (state: 'none' | 'ended' | 'unplayed', waiting: Waiting) =>
    after(initialChannel, [gone(), planned({ from: 'nothing', state })], waiting);
  const none = end('none', empty);
  assert.deepEqual(none.effects, [{ do: 'tell' }, { do: 'rest', plan: 1 }]);
  assert.deepEqual(
    [none.state.phase.at, none.state.told.state, none.state.told.message],
    ['over', 'none', 'No Record'],
  );
  assert.deepEqual([end('none', shown).state.told.state, end('none', shown).state.told.message], ['ended', '']);
  assert.equal(end('ended', empty).state.told.state, 'ended');
  assert.equal(end('unplayed', empty).state.told.state, 'ended', 'that nobody tried');
  const later = end('ended', some);
  assert.deepEqual(later.effects, [{ do: 'rest', plan: 1 }]);
  assert.deepEqual([later.state.phase.at, later.state.told.state], ['over', 'opening']);
});

test('the end is told once, when the last frame is shown', () => {
  const over: ChannelState = { ...playing(device), phase: { at: 'over' } };
  assert.deepEqual(stepChannel(over, balance(), some), { state: over, effects: [] });
  const last = stepChannel(over, balance(), shown);
  assert.deepEqual(last.effects, [{ do: 'tell' }]);
  assert.deepEqual(last.state.told, { state: 'ended', message: '', generation: 1, from: 'device' });
  assert.deepEqual(stepChannel(last.state, balance(), shown), { state: last.state, effects: [] });
});

test('a jump is left to a device that plays, and planned where it does not go there', () => {
  const seek: ChannelInput = { kind: 'go', timeMs: 30_400.6, generation: 2, speed: 1 };
  const begun = stepChannel({ ...open(device), heldSinceMs: 3, progressMs: 4 }, seek, some);
  assert.deepEqual(does(begun.effects), ['begin', 'pace', 'tell', 'store', 'seek']);
  assert.deepEqual(begun.state.told, {
    state: 'opening',
    message: 'Asking the device',
    generation: 2,
    from: 'device',
    timeMs: 30_401,
  });
  assert.deepEqual([begun.state.heldSinceMs, begun.state.progressMs], [null, null]);
  const done = stepChannel(begun.state, { kind: 'sought', timeMs: 30_400, done: true }, empty);
  assert.deepEqual(done, { state: begun.state, effects: [{ do: 'go-on' }] });
  const not = stepChannel(begun.state, { kind: 'sought', timeMs: 30_400, done: false }, empty);
  assert.deepEqual(not.effects, [{ do: 'plan', plan: 2, fromMs: 30_400, tried: false }]);
  assert.equal(does(stepChannel(open(kept), seek, some).effects).at(-1), 'plan', 'what is kept is opened again');
});

test('speed is passed on, pause is not: the clock stands and what is ahead is held', () => {
  const opened = open(device);
  assert.deepEqual(stepChannel(opened, { kind: 'speed', speed: 0.2 }, some), {
    state: { ...opened, speed: 0.2 },
    effects: [{ do: 'pace', speed: 1 }],
  });
  assert.deepEqual(stepChannel(opened, { kind: 'speed', speed: 0 }, some), {
    state: { ...opened, speed: 0 },
    effects: [],
  });
});

test('where one source reaches its end the next leg is planned, from there', () => {
  const { state, effects } = stepChannel(playing(kept), ended('reached'), some);
  assert.deepEqual(effects, [{ do: 'store' }, { do: 'plan', plan: 2, fromMs: 50_000, tried: false }]);
  assert.deepEqual([state.phase, state.progressMs], [{ at: 'planning' }, 20_000]);
});

test('a device that ends early is asked again from its newest frame, and its list when that brings nothing newer', () => {
  const first = stepChannel(playing(device), ended('finished'), some);
  assert.deepEqual(first.effects, [{ do: 'store' }, { do: 'plan', plan: 2, fromMs: 20_000, tried: false }]);
  const second = stepChannel({ ...first.state, phase: { at: 'open', leg: device } }, ended('finished'), some);
  assert.deepEqual(second.effects, [{ do: 'store' }, { do: 'plan', plan: 3, fromMs: 20_000, tried: true }]);
  assert.deepEqual(second.state.phase, { at: 'planning', failure: { kind: 'finished', message: '' } });
  const nothing = stepChannel(open(device), ended('finished'), empty);
  assert.deepEqual(nothing.effects[1], { do: 'plan', plan: 2, fromMs: 10_000, tried: true });
});

test('the list decides about a failure: what should play and does not shows why', () => {
  const asked = stepChannel(open(device), ended('timeout', 'The device sends no video'), empty);
  assert.deepEqual(asked.effects[1], { do: 'plan', plan: 2, fromMs: 10_000, tried: true });
  const told = after(asked.state, [planned({ from: 'nothing', state: 'unplayed' }, 2)]).state;
  assert.deepEqual(
    [told.phase.at, told.told.state, told.told.message],
    ['over', 'timeout', 'The device sends no video'],
  );
  const end = after(asked.state, [planned({ from: 'nothing', state: 'none' }, 2)]).state;
  assert.equal(end.told.state, 'none');
  const stuck = stepChannel(open(device), ended('finished', 'closed'), empty).state;
  const quiet = after(stuck, [planned({ from: 'nothing', state: 'unplayed' }, 2)]).state;
  assert.deepEqual([quiet.told.state, quiet.told.message], ['ended', '']);
});

test('a device that is offline and a source that breaks end it without another question', () => {
  for (const kind of ['offline', 'error'] as const) {
    const { state, effects } = stepChannel(playing(device), ended(kind, 'why'), some);
    assert.deepEqual(effects, [{ do: 'store' }, { do: 'rest', plan: 1 }, { do: 'tell' }]);
    assert.deepEqual([state.phase.at, state.told.state, state.told.message], ['over', kind, 'why']);
  }
});

test('an end is heard of a source that is open only', () => {
  const planning = after(initialChannel, [gone()]).state;
  assert.deepEqual(stepChannel(planning, ended('reached'), some), { state: planning, effects: [] });
});

test('the device goes away: told at once, kept footage plays on; back again it goes on where it stopped', () => {
  const { state, effects } = stepChannel(playing(device), { kind: 'offline' }, some);
  assert.deepEqual(effects, [{ do: 'rest', plan: 1 }, { do: 'tell' }]);
  assert.deepEqual(
    [state.phase.at, state.told.state, state.told.message],
    ['over', 'offline', 'The device is offline'],
  );
  for (const still of [playing(kept), state])
    assert.deepEqual(stepChannel(still, { kind: 'offline' }, some), { state: still, effects: [] });
  const back = stepChannel(state, { kind: 'online' }, some);
  assert.deepEqual(back.effects, [{ do: 'tell' }, { do: 'plan', plan: 2, fromMs: 20_000, tried: false }]);
  assert.deepEqual(back.state.phase, { at: 'planning' });
  assert.deepEqual(back.state.told, {
    state: 'opening',
    message: 'Asking the device',
    generation: 1,
    from: 'device',
    timeMs: 20_000,
  });
  const played = playing(device);
  assert.deepEqual(stepChannel(played, { kind: 'online' }, some), { state: played, effects: [] });
});

test('playing is told with the first frame and where another source takes over, there without a moment', () => {
  const first = stepChannel(open(kept), { kind: 'send', from: 'kept', timeMs: 10_000 }, some);
  assert.deepEqual(first.effects, [{ do: 'tell' }]);
  assert.deepEqual(first.state.told, { state: 'playing', message: '', generation: 1, from: 'kept', timeMs: 10_000 });
  const same = stepChannel(first.state, { kind: 'send', from: 'kept', timeMs: 10_040 }, some);
  assert.deepEqual(same, { state: first.state, effects: [] });
  const other = stepChannel(first.state, { kind: 'send', from: 'device', timeMs: 50_000 }, some);
  assert.deepEqual(other.effects, [{ do: 'tell' }]);
  assert.deepEqual(other.state.told, { state: 'playing', message: '', generation: 1, from: 'device' });
  const gap = stepChannel(first.state, { kind: 'gap', timeMs: 70_000 }, some);
  assert.deepEqual(gap.effects, [{ do: 'tell' }]);
  assert.deepEqual(gap.state.told, {
    state: 'gap',
    message: 'Nothing was recorded',
    generation: 1,
    from: 'kept',
    timeMs: 70_000,
  });
  assert.equal(stepChannel(gap.state, { kind: 'send', from: 'kept', timeMs: 70_000 }, some).state.told.timeMs, 70_000);
});

test('a device far ahead is held, and goes on when it is not', () => {
  const played = playing(device);
  const ahead = (newestMs: number, bytes = 0): Waiting => ({ ...some, newestMs, bytes });
  const at = (state: ChannelState, waiting: Waiting, nowMs = 1_000) => stepChannel(state, balance({ nowMs }), waiting);
  assert.deepEqual(at(played, ahead(32_000)).effects, []);
  assert.deepEqual(at(played, ahead(20_000, HOLD_BYTES)).effects, []);
  assert.deepEqual(at(played, ahead(20_000, HOLD_BYTES + 1)).effects, [{ do: 'hold' }]);
  const held = at(played, ahead(32_001));
  assert.deepEqual(held, { state: { ...played, heldSinceMs: 1_000 }, effects: [{ do: 'hold' }] });
  assert.deepEqual(at(held.state, ahead(26_000)).effects, []);
  assert.deepEqual(at(held.state, ahead(25_999, HOLD_BYTES / 2)).effects, []);
  assert.deepEqual(at(held.state, ahead(25_999, HOLD_BYTES / 2 - 1)), { state: played, effects: [{ do: 'go-on' }] });
  assert.deepEqual(at(played, { ...empty, newestMs: null }).effects, [], 'nothing came: nothing is ahead');
});

test('a device that is held for long sleeps, and is asked again from its newest frame', () => {
  const held: ChannelState = { ...playing(device), heldSinceMs: 1_000 };
  const far: Waiting = { ...some, newestMs: 90_000 };
  assert.deepEqual(stepChannel(held, balance({ nowMs: 1_000 + HELD_MS - 1 }), far).effects, []);
  const asleep = stepChannel(held, balance({ nowMs: 1_000 + HELD_MS }), far);
  assert.deepEqual(asleep, { state: { ...held, phase: { at: 'asleep' } }, effects: [{ do: 'rest', plan: 1 }] });
  const still = stepChannel(asleep.state, balance({ nowMs: 1_000 + 2 * HELD_MS }), far);
  assert.deepEqual(still, { state: asleep.state, effects: [] }, 'once');
  const awake = stepChannel(asleep.state, balance({ nowMs: 100_000 }), some);
  assert.deepEqual(awake.effects, [{ do: 'plan', plan: 2, fromMs: 20_000, tried: false }]);
  assert.deepEqual([awake.state.phase, awake.state.heldSinceMs], [{ at: 'planning' }, null]);
  const keptHeld: ChannelState = { ...playing(kept), heldSinceMs: 1_000 };
  assert.deepEqual(stepChannel(keptHeld, balance({ nowMs: 1_000 + HELD_MS }), far).effects, [], 'a file can wait');
});

test('a device that sends on although it is held is stopped', () => {
  const played = playing(device);
  const came = (state: ChannelState, bytes: number) => stepChannel(state, { kind: 'came' }, { ...some, bytes });
  assert.deepEqual(came(played, MAX_BYTES), { state: played, effects: [] });
  const asleep = came(played, MAX_BYTES + 1);
  assert.deepEqual(asleep, { state: { ...played, phase: { at: 'asleep' } }, effects: [{ do: 'rest', plan: 1 }] });
  assert.deepEqual(came(asleep.state, MAX_BYTES + 1).effects, []);
});

test('others may have the device when it rests, but not when it is wanted again by then', () => {
  const over: ChannelState = { ...open(device), phase: { at: 'over' } };
  const rested = (plan: number): ChannelInput => ({ kind: 'rested', plan });
  assert.deepEqual(stepChannel(over, rested(1), empty), { state: over, effects: [{ do: 'free' }] });
  assert.deepEqual(does(stepChannel({ ...over, phase: { at: 'asleep' } }, rested(1), empty).effects), ['free']);
  assert.deepEqual(stepChannel(over, rested(0), empty).effects, [], 'an older rest');
  assert.deepEqual(stepChannel(open(device), rested(1), empty).effects, []);
});

test('a closed channel does nothing more', () => {
  const closed = stepChannel(playing(device), { kind: 'close' }, some);
  assert.deepEqual([closed.state.phase, closed.effects], [{ at: 'closed' }, []]);
  for (const input of [gone(), planned(device), ended('reached'), balance(), { kind: 'online' } as const])
    assert.deepEqual(stepChannel(closed.state, input, shown), { state: closed.state, effects: [] });
});

// Any order of happenings, with the answers to plans, seeks and rests as late as they like.
const happening = fc.oneof(
  fc.record({
    kind: fc.constant('go' as const),
    timeMs: fc.integer({ min: 0, max: 99_999 }),
    generation: fc.nat(9),
    speed: fc.constantFrom(0, 0.5, 1, 16),
  }),
  fc.record({ kind: fc.constant('speed' as const), speed: fc.constantFrom(0, 1, 8) }),
  fc.record({
    kind: fc.constant('answer' as const),
    which: fc.nat(5),
    leg: fc.constantFrom<Leg>(
      device,
      kept,
      { from: 'nothing', state: 'ended' },
      { from: 'nothing', state: 'none' },
      { from: 'nothing', state: 'unplayed' },
      { from: 'busy', message: '' },
    ),
    ok: fc.boolean(),
  }),
  fc
    .constantFrom<SourceEnd['kind']>('reached', 'finished', 'offline', 'refused', 'timeout', 'error')
    .map((kind) => ended(kind)),
  fc.record({ kind: fc.constant('came' as const) }),
  fc.record({ kind: fc.constantFrom('online' as const, 'offline' as const) }),
  fc.record({ kind: fc.constant('send' as const), from: fc.constantFrom('device', 'kept'), timeMs: fc.nat(99_999) }),
  fc.record({ kind: fc.constant('gap' as const), timeMs: fc.nat(99_999) }),
  fc.record({ wantMs: fc.nat(99_999), nowMs: fc.nat(200_000) }).map((each) => balance(each)),
  fc.constant({ kind: 'close' } as const),
);
const waits = fc.record<Waiting>({
  bytes: fc.constantFrom(0, 1000, HOLD_BYTES + 1, MAX_BYTES + 1),
  empty: fc.boolean(),
  newestMs: fc.option(fc.nat(99_999)),
  wantedMs: fc.nat(99_999),
});

test('property: one source at a time, given away only while none is open, and the player knows what is', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(happening, waits), { maxLength: 40 }), (happenings) => {
      let state = initialChannel;
      /** What the shell would have: a source, and answers on their way. */
      let source = false;
      let told = state.told;
      const answers: Extract<ChannelEffect, { do: 'plan' | 'rest' }>[] = [];
      const take = (input: ChannelInput, waiting: Waiting): void => {
        const closed = state.phase.at === 'closed';
        const step = stepChannel(state, input, waiting);
        state = step.state;
        assert.ok(!closed || step.effects.length === 0, 'a closed channel acts');
        for (const effect of step.effects) {
          if (effect.do === 'plan' || effect.do === 'rest') {
            source = false;
            answers.push(effect);
          } else if (effect.do === 'open') {
            assert.ok(!source, 'a second source');
            source = true;
          } else if (effect.do === 'free') {
            assert.ok(!source, 'given away while it is used');
            assert.ok(!answers.some((each) => each.do === 'rest' && each.plan === state.plan), 'not stopped yet');
            assert.ok(['over', 'asleep'].includes(state.phase.at));
          } else if (effect.do === 'tell') told = state.told;
          else if (effect.do === 'seek') take({ kind: 'sought', timeMs: effect.timeMs, done: waiting.empty }, waiting);
        }
        if (state.phase.at === 'closed') source = false;
      };
      for (const [input, waiting] of happenings) {
        if (input.kind === 'go') {
          take(input, waiting);
          if (state.phase.at !== 'closed') assert.equal(state.told.generation, input.generation);
        } else if (input.kind === 'answer') {
          const [answer] = answers.splice(input.which % Math.max(1, answers.length), 1);
          if (answer?.do === 'rest') take({ kind: 'rested', plan: answer.plan }, waiting);
          else if (answer !== undefined)
            take(
              input.ok
                ? { kind: 'planned', plan: answer.plan, leg: input.leg }
                : { kind: 'unplanned', plan: answer.plan },
              waiting,
            );
        } else take(input, waiting);
        assert.equal(state.phase.at === 'open', source, 'a source that nobody knows of');
        assert.deepEqual(told, state.told, 'said to nobody');
        const asked = answers.some((each) => each.do === 'plan' && each.plan === state.plan);
        assert.equal(
          state.phase.at === 'planning' && state.plan > 0,
          asked && state.phase.at !== 'closed',
          'nobody plans',
        );
      }
    }),
    { numRuns: 1000 },
  );
});
