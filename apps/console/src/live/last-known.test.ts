// What is kept of the fleet for a start without the server, for whom, and for how long.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { q01ServerInfo, q05Device } from '@outrider/contract';
import type { Device } from '@outrider/contract';
import { createStore } from 'zustand/vanilla';
import type { KeptTexts } from '../lib/kept-texts.ts';
import { decodeDevice } from './decode-device.ts';
import { DeviceStore } from './devices.ts';
import { DrivenClock } from './driven-clock.ts';
import { LastKnown } from './last-known.ts';
import { PositionStore } from './positions.ts';
import { signedOut } from './session.ts';
import type { Session } from './session.ts';

const device = (id: string): Device => {
  const decoded = decodeDevice({ ...q05Device.example.reply.Z, deviceid: id });
  assert.ok(decoded !== undefined);
  return decoded;
};

const memory = (): KeptTexts & { texts: readonly string[] } => {
  const kept = {
    texts: [] as readonly string[],
    read: async () => kept.texts,
    write: async (_name: string, texts: readonly string[]) => {
      kept.texts = texts;
    },
    forget: async () => {
      kept.texts = [];
    },
  };
  return kept;
};

const ann = { userName: 'ann', serverHost: 'fleet.test' };

/** A page of a browser whose storage is `texts`. */
const page = (texts: KeptTexts, who: typeof ann | undefined = ann) => {
  const clock = new DrivenClock();
  const session = createStore<Session>(() => signedOut);
  const devices = new DeviceStore(() => () => {});
  const saved: { who: typeof ann | undefined } = { who };
  const positions = new PositionStore(() => () => {});
  const lastKnown = new LastKnown({ texts, clock, session, devices, positions, saved: () => saved.who });
  lastKnown.start();
  return { clock, session, devices, lastKnown, saved };
};

const signIn = ({ session, devices }: ReturnType<typeof page>, ids: readonly string[]): void => {
  const server = q01ServerInfo.example.reply.Z;
  session.setState({
    loginFlag: 1,
    userName: 'ann',
    level: 1,
    rights: new Set(['P_dash', 'F_gps'] as const),
    server: { ...server, time: 0 },
  });
  devices.replaceAll(ids.map(device));
};

it('gives a later page the devices, the rights and the moment they are from', async () => {
  const texts = memory();
  const first = page(texts);
  const many = Array.from({ length: 1200 }, (_, i) => `D-${i}`);
  signIn(first, many);
  await first.clock.pass(6000);
  const second = page(texts);
  assert.equal(await second.lastKnown.show(), true);
  assert.deepEqual(
    [...second.devices.all()].map(({ deviceid }) => deviceid),
    many,
  );
  assert.deepEqual(second.devices.get('D-7'), first.devices.get('D-7'));
  const { loginFlag, level, rights, downSinceMs } = second.session.getState();
  assert.deepEqual([loginFlag, level, [...rights]], [1, 1, ['P_dash', 'F_gps']]);
  assert.ok(downSinceMs !== undefined && downSinceMs >= first.clock.now() - 1500);
});

it('goes on keeping, but not what is from before itself', async () => {
  const texts = memory();
  const one = page(texts);
  signIn(one, ['a']);
  await one.clock.pass(6000);
  one.devices.replaceAll([device('a'), device('b')]);
  await one.clock.pass(60_000);
  assert.match(texts.texts[1] ?? '', /"b"/);
  one.session.setState({ downSinceMs: one.clock.now() });
  one.devices.replaceAll([]);
  await one.clock.pass(60_000);
  assert.match(texts.texts[1] ?? '', /"b"/);
});

it('shows nothing to another user, to who did not save the password, or over a sign-in that succeeded', async () => {
  const texts = memory();
  const one = page(texts);
  signIn(one, ['a']);
  await one.clock.pass(6000);
  assert.equal(await page(texts, { ...ann, userName: 'bob' }).lastKnown.show(), false);
  assert.equal(await page(texts, { ...ann, serverHost: 'other.test' }).lastKnown.show(), false);
  const unsaved = page(texts);
  unsaved.saved.who = undefined;
  assert.equal(await unsaved.lastKnown.show(), false);
  const signedIn = page(texts);
  signIn(signedIn, ['fresh']);
  assert.equal(await signedIn.lastKnown.show(), false);
  assert.deepEqual(
    [...signedIn.devices.all()].map(({ deviceid }) => deviceid),
    ['fresh'],
  );
});

it('keeps nothing for who did not save the password, and forgets it with the sign-in', async () => {
  const texts = memory();
  const one = page(texts);
  one.saved.who = undefined;
  signIn(one, ['a']);
  await one.clock.pass(120_000);
  assert.deepEqual(texts.texts, []);
  one.saved.who = ann;
  await one.clock.pass(60_000);
  assert.notDeepEqual(texts.texts, []);
  await one.lastKnown.forget();
  assert.equal(await page(texts).lastKnown.show(), false);
});

it('leaves nothing behind when the sign-out comes while the list is being written', async () => {
  const kept = memory();
  let finish = (): void => {};
  const texts: KeptTexts = {
    ...kept,
    write: async (name, list) => {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      await kept.write(name, list);
    },
  };
  const one = page(texts);
  signIn(one, ['a']);
  await one.clock.pass(6000);
  one.saved.who = undefined;
  const forgotten = one.lastKnown.forget();
  finish();
  await forgotten;
  await one.clock.pass(1000); // what still wrote has written by now
  assert.deepEqual(kept.texts, []);
});
