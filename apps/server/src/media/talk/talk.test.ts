// One operator's talk without sockets: what several devices hear, what the browser is told, and when nobody says anything.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  decodeStreamMessage,
  encodeStreamMessage,
  streamCodecs,
  streamKinds,
  type TalkMode,
  talkState,
} from '@outrider/contract';
import { encodeG711 } from '@outrider/media';
import type { DeviceLink, SoundAttributes, TalkFlow, TalkSink, VoiceBlock } from '../../gateway/index.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { Talk } from './talk.ts';

const settle = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/** Devices that accept at once, dial in when told to, and keep what they hear. */
const setUp = (mode: TalkMode, attributes: readonly SoundAttributes[]) => {
  const clock = createManualClock();
  const heard = attributes.map((): VoiceBlock[] => []);
  const sinks: TalkSink[] = [];
  let stopped = 0;
  const stop = (): Promise<void> => {
    stopped += 1;
    return Promise.resolve();
  };
  const links = attributes.map((said, i) => ({
    startTalk: (_request: unknown, sink: TalkSink): Promise<TalkFlow> => {
      sinks[i] = sink;
      return Promise.resolve({ write: (block) => Boolean(heard[i]?.push(block)), stop });
    },
    order: () => Promise.resolve(said),
  }));
  const told: { kind: number; body: Uint8Array }[] = [];
  let idle = 0;
  const news: string[] = [];
  const talk = new Talk(
    {
      clock,
      log: silentLog,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a talk uses these two methods of a link and no other
      links: { get: (key) => links[key] as unknown as DeviceLink | undefined, count: () => links.length },
      whoTalks: () => '',
      changed: (_talk, party) => void news.push(`${party.target.deviceId} ${party.state}`),
    },
    {
      operator: { userId: 1, userName: 'admin', address: '' },
      mode,
      targets: attributes.map((_, i) => ({ deviceKey: i, deviceId: `D${i}`, channel: 1 })),
    },
    (frame, content) => {
      const read = decodeStreamMessage(frame.subarray((frame[1] ?? 0) < 126 ? 2 : 4));
      assert.ok(read);
      assert.equal(content, read.header.kind === streamKinds.state ? 'state' : 'sound');
      told.push({ kind: read.header.kind, body: read.body });
    },
    () => {
      idle += 1;
    },
  );
  talk.start();
  return { clock, talk, heard, sinks, told, news, idle: () => idle, stopped: () => stopped };
};

const said = (pcm: Int16Array): Uint8Array => {
  const rest = { flags: 0, channel: 1, presentationUs: 0, captureMs: 0, sequence: 0, detail: 8000 };
  return encodeStreamMessage({ kind: streamKinds.audio, codec: streamCodecs.g711a, ...rest }, encodeG711('a', pcm));
};
const G711A = { payloadType: 6, frameBytes: 320 };
const ADPCM = { payloadType: 26, frameBytes: 164 };
const loud = new Int16Array(320).fill(8000);

test('devices of one coding get the very same bytes, each coding its own', async () => {
  const { clock, talk, heard, sinks } = setUp('broadcast', [G711A, G711A, ADPCM]);
  await settle();
  for (const sink of sinks) sink.connected();
  clock.advance(100);
  talk.say(said(loud));
  clock.advance(10);
  const [a, b, c] = heard.map((blocks) => blocks.at(-1));
  assert.equal(a?.body, b?.body, 'encoded once');
  assert.deepEqual([a?.payloadType, c?.payloadType], [6, 26]);
  assert.deepEqual(
    a?.body,
    encodeG711('a', loud).map(() => a?.body[0] ?? 0),
    'a level is a level',
  );
  await talk.end();
  assert.equal(clock.pending(), 0);
});

test('each device is told of to the browser and to the log; the end is told to every device', async () => {
  const { talk, told, news, sinks, stopped } = setUp('broadcast', [G711A, ADPCM]);
  await settle();
  for (const sink of sinks) sink.connected();
  await talk.end();
  const states = told
    .filter(({ kind }) => kind === streamKinds.state)
    .map(({ body }) => talkState.parse(JSON.parse(new TextDecoder().decode(body))))
    .map(({ deviceid, state }) => `${deviceid} ${state}`);
  assert.deepEqual(states, news);
  for (const id of ['D0', 'D1']) {
    const own = states.filter((each) => each.startsWith(id));
    assert.deepEqual([own[0], own.at(-2), own.at(-1)], [`${id} connecting`, `${id} playing`, `${id} ended`]);
  }
  assert.equal(stopped(), 2);
  talk.start();
  assert.equal(news.length, states.length, 'what is over does not begin again');
});

test('ten minutes without a word end a talk, listening goes on', async () => {
  const talking = setUp('talk', [G711A]);
  talking.clock.advance(599_000);
  talking.talk.say(said(loud));
  talking.clock.advance(599_999);
  assert.equal(talking.idle(), 0);
  talking.clock.advance(1);
  assert.equal(talking.idle(), 1);
  const listening = setUp('listen', [G711A]);
  listening.clock.advance(3_600_000);
  assert.equal(listening.idle(), 0);
});
