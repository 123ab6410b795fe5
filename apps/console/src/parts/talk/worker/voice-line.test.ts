// The worker's commands against a socket held by the test: what is sent, what waits and is dropped, how it ends.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { decodeStreamMessage, encodeStreamMessage, streamCodecs, streamKinds } from '@outrider/contract';
import { G726Decoder } from '@outrider/media';
import { DrivenClock } from '../../../live/driven-clock.ts';
import { PAGE_CHUNKS, WORKER_CHUNKS } from '../chunk-queue.ts';
import type { FromTalkWorker } from '../messages.ts';
import { PagePath } from '../page-path.ts';
import { BLOCK_SAMPLES } from '../voice-blocks.ts';
import { VoiceLine } from './voice-line.ts';
import type { TalkSocketEvents } from './voice-line.ts';

class Socket {
  readonly address: string;
  readonly events: TalkSocketEvents;
  readonly sent: (string | Uint8Array)[] = [];
  bufferedAmount = 0;
  closed = false;

  constructor(address: string, events: TalkSocketEvents) {
    this.address = address;
    this.events = events;
  }

  send(data: string | Uint8Array): void {
    this.sent.push(data);
  }

  close(): void {
    this.closed = true;
    this.events.closed('');
  }

  get sounds(): { codec: number; rate: number; body: Uint8Array }[] {
    return this.sent.flatMap((data) => {
      const read = typeof data === 'string' ? undefined : decodeStreamMessage(data);
      return read === undefined ? [] : [{ codec: read.header.codec, rate: read.header.detail, body: read.body }];
    });
  }
}

const start = () => {
  const clock = new DrivenClock();
  const sockets: Socket[] = [];
  const posted: FromTalkWorker[] = [];
  let ended = 0;
  const line = new VoiceLine({
    clock,
    open: (address, events) => {
      const socket = new Socket(address, events);
      sockets.push(socket);
      return socket;
    },
    post: (message) => void posted.push(message),
    onEnd: () => void (ended += 1),
  });
  const socketAt = (index: number): Socket => {
    const socket = sockets[index];
    assert.ok(socket, `socket ${index} was opened`);
    return socket;
  };
  const newest = (kind: FromTalkWorker['kind']) => posted.findLast((message) => message.kind === kind);
  return { clock, line, socketAt, posted, newest, ended: () => ended };
};

/** A tone as the microphone gives it. */
const tone = (samples: number, sampleRate: number, hz = 400): Float32Array<ArrayBuffer> =>
  Float32Array.from({ length: samples }, (_, i) => 0.3 * Math.sin((2 * Math.PI * hz * i) / sampleRate));
const encode = (samples = tone(BLOCK_SAMPLES, 8000), sampleRate = 8000) =>
  ({ command: 'G726Encode', samples, sampleRate }) as const;
const addresses = ['ws://fleet.test:8900/ws.cgi?type=talk', 'ws://fleet.test/ws.cgi?type=talk'];

it('[F-STREAMSOCK-006] connect opens the socket, G726Encode encodes and sends, close ends talk, socket and worker', async () => {
  const { clock, line, socketAt, newest, ended } = start();
  line.take({ command: 'connect', addresses });
  const socket = socketAt(0);
  assert.equal(socket.address, addresses[0]);
  socket.events.open();
  assert.ok(newest('open'));
  line.take(encode());
  const [sound] = socket.sounds;
  assert.deepEqual([sound?.codec, sound?.body.length], [streamCodecs.g726, BLOCK_SAMPLES / 2]);
  const heard = new G726Decoder(4, 'lsb').decode(sound?.body ?? new Uint8Array());
  assert.ok(Math.max(...heard) > 6000, 'the tone is in it');
  line.take({ command: 'close' });
  assert.equal(socket.sent.at(-1), '{"talk":"stop"}');
  assert.equal(ended(), 0, 'the server tells the devices first');
  socket.events.closed('');
  assert.equal(ended(), 1);
  await clock.pass(10_000);
  assert.equal(ended(), 1);
});

it('[F-CONST-009] a second of a microphone of any rate goes out as 8000 samples, and says so', () => {
  for (const rate of [8000, 44_100, 48_000]) {
    const { line, socketAt } = start();
    line.take({ command: 'connect', addresses });
    socketAt(0).events.open();
    for (let i = 0; i < 25; i += 1) line.take(encode(tone(rate / 25, rate), rate));
    const { sounds } = socketAt(0);
    assert.equal(
      sounds.reduce((sum, { body }) => sum + body.length * 2, 0),
      8000,
      `${rate} Hz`,
    );
    assert.deepEqual([...new Set(sounds.map((sound) => sound.rate))], [8000]);
  }
});

it('[F-CONST-010] of 60 blocks that cannot go, the newest 50 are kept on the way of the worker and 20 on the older one', async () => {
  const { clock, line, socketAt, newest } = start();
  const samples = new Float32Array(BLOCK_SAMPLES).fill(0.5);
  for (let i = 0; i < 60; i += 1) line.take(encode(samples));
  line.take({ command: 'connect', addresses });
  socketAt(0).events.open();
  assert.equal(socketAt(0).sounds.length, WORKER_CHUNKS);
  assert.equal(WORKER_CHUNKS, 50);
  await clock.pass(100);
  assert.deepEqual(newest('levels'), { kind: 'levels', microphone: 0.5, voice: 0, sent: 50, dropped: 10 });

  const older = new PagePath();
  for (let i = 0; i < 60; i += 1) older.put(encode(Float32Array.of(i)));
  const taken: number[] = [];
  older.drainTo((block) => void taken.push(block.samples[0] ?? -1));
  assert.deepEqual(
    taken,
    Array.from({ length: PAGE_CHUNKS }, (_, i) => 40 + i),
  );
  assert.deepEqual([PAGE_CHUNKS, older.dropped], [20, 40]);
  older.put(encode(Float32Array.of(60)));
  assert.equal(taken.at(-1), 60, 'what comes later goes at once');
});

it('waits while the network does not take what was said, then goes on with what is newest', () => {
  const { line, socketAt } = start();
  line.take({ command: 'connect', addresses });
  const socket = socketAt(0);
  socket.events.open();
  socket.bufferedAmount = 1_000_000;
  for (let i = 0; i < 70; i += 1) line.take(encode());
  assert.equal(socket.sounds.length, 0);
  socket.bufferedAmount = 0;
  line.take(encode());
  assert.equal(socket.sounds.length, WORKER_CHUNKS);
});

it('tries the next address when one does not open in time, and says when none does', async () => {
  const { clock, line, socketAt, newest } = start();
  line.take({ command: 'connect', addresses });
  await clock.pass(4000);
  assert.ok(socketAt(0).closed);
  assert.equal(socketAt(1).address, addresses[1]);
  socketAt(1).events.closed('');
  assert.deepEqual(newest('closed'), { kind: 'closed', opened: false, reason: '' });
});

it("tells the page the server's words when it hangs up, and the states of devices, the newest of each", async () => {
  const { clock, line, socketAt, posted, newest } = start();
  line.take({ command: 'connect', addresses });
  const { events } = socketAt(0);
  events.open();
  const tell = (body: string): void =>
    events.message(
      encodeStreamMessage(
        {
          kind: streamKinds.state,
          codec: 0,
          flags: 0,
          channel: 1,
          presentationUs: 0,
          captureMs: 0,
          sequence: 0,
          detail: 0,
        },
        new TextEncoder().encode(body),
      ),
    );
  const state = { deviceid: 'A', mode: 'talk', message: '', format: '', sinceMs: 1 };
  tell(JSON.stringify({ ...state, state: 'connecting' }));
  tell(JSON.stringify({ ...state, state: 'playing', format: 'G.711A' }));
  tell(JSON.stringify({ ...state, state: 'singing' }));
  tell('{');
  events.message(Uint8Array.of(1, 2, 3));
  await clock.pass(100);
  const states = posted.filter((message) => message.kind === 'states');
  assert.deepEqual(states, [{ kind: 'states', states: [{ ...state, state: 'playing', format: 'G.711A' }] }]);
  events.closed('Nobody has said anything for ten minutes');
  assert.deepEqual(newest('closed'), {
    kind: 'closed',
    opened: true,
    reason: 'Nobody has said anything for ten minutes',
  });
});

it('a server that does not answer the end is left after two seconds', async () => {
  const { clock, line, socketAt, ended } = start();
  line.take({ command: 'connect', addresses });
  socketAt(0).events.open();
  line.take({ command: 'close' });
  line.take(encode());
  assert.equal(socketAt(0).sounds.length, 0, 'nothing is said any more');
  await clock.pass(2000);
  assert.ok(socketAt(0).closed);
  assert.equal(ended(), 1);
});

it("the device's voice is decoded and played, once it is to be heard", () => {
  const { line, socketAt, posted } = start();
  line.take({ command: 'connect', addresses });
  const { events } = socketAt(0);
  events.open();
  const sound = encodeStreamMessage(
    {
      kind: streamKinds.audio,
      codec: streamCodecs.g711a,
      flags: 0,
      channel: 1,
      presentationUs: 0,
      captureMs: 0,
      sequence: 0,
      detail: 8000,
    },
    new Uint8Array(320).fill(0x2a),
  );
  events.message(sound);
  assert.equal(posted.filter(({ kind }) => kind === 'pcm').length, 0);
  line.take({ command: 'sound' });
  events.message(sound);
  const [pcm] = posted.filter((message) => message.kind === 'pcm');
  assert.deepEqual([pcm?.samples.length, pcm?.sampleRate], [320, 8000]);
});
