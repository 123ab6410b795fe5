// A browser that talks: speaks a tone into ws.cgi?type=talk and keeps what comes back. And what a test needs to judge a tone.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import {
  type StreamHeader,
  type TalkState,
  decodeStreamMessage,
  encodeStreamMessage,
  streamCodecs,
  streamKinds,
  talkState,
} from '@outrider/contract';
import { G726Encoder } from '@outrider/media';
import { type Account, HOST } from './server.ts';
import { type Waiting, until } from './until.ts';

const BLOCK_SAMPLES = 320;
const RATE_HZ = 8000;

export type TalkQuery = { deviceid: string; mode?: 'talk' | 'listen' | 'broadcast' };

const pathOf = ({ deviceid, mode }: TalkQuery, account: Account | null): string => {
  const query = new URLSearchParams({ type: 'talk', deviceid, ...(mode && { mode }) });
  if (account) {
    query.set('user', account.user);
    query.set('password', account.hash);
  }
  return `/ws.cgi?${query.toString()}`;
};

export class Talker {
  readonly states: TalkState[] = [];
  readonly sounds: { header: StreamHeader; body: Uint8Array }[] = [];
  closed: { code: number; reason: string } | null = null;
  readonly #socket: WebSocket;
  readonly #waiting: Waiting;
  readonly #encoder = new G726Encoder(4, 'lsb');
  #samples = 0;

  private constructor(socket: WebSocket, waiting: Waiting) {
    this.#socket = socket;
    this.#waiting = waiting;
    socket.binaryType = 'arraybuffer';
    socket.addEventListener('message', ({ data }) => this.#hear(data));
    socket.addEventListener('close', ({ code, reason }) => {
      this.closed = { code, reason };
    });
  }

  static async open(port: number, account: Account, query: TalkQuery, waiting: Waiting = {}): Promise<Talker> {
    const socket = new WebSocket(`ws://${HOST}:${port}${pathOf(query, account)}`);
    const talker = new Talker(socket, waiting);
    await once(socket, 'open');
    return talker;
  }

  /** The states of one device in order, repeats left out. */
  statesOf(deviceId: string): string[] {
    const own = this.states.filter(({ deviceid }) => deviceid === deviceId).map(({ state }) => state);
    return own.filter((state, i) => state !== own[i - 1]);
  }

  /** Waits until the device's newest state is this one. */
  whenState(deviceId: string, state: TalkState['state'], waiting: Waiting = this.#waiting): Promise<TalkState> {
    return until(
      `${deviceId} is ${state}`,
      () => {
        const newest = this.states.findLast(({ deviceid }) => deviceid === deviceId);
        return newest?.state === state && newest;
      },
      waiting,
    );
  }

  /** 40 ms of the tone as G.726, going on where the last block ended. */
  sayTone(hz: number, amplitude = 8000): void {
    const pcm = Int16Array.from({ length: BLOCK_SAMPLES }, (_, i) =>
      Math.round(amplitude * Math.sin((2 * Math.PI * hz * (this.#samples + i)) / RATE_HZ)),
    );
    this.#samples += BLOCK_SAMPLES;
    this.say(this.#encoder.encode(pcm));
  }

  say(body: Uint8Array, codec: number = streamCodecs.g726): void {
    const header = {
      kind: streamKinds.audio,
      codec,
      flags: 0,
      channel: 1,
      presentationUs: 0,
      captureMs: 0,
      sequence: 0,
      detail: RATE_HZ,
    };
    this.sendRaw(encodeStreamMessage(header, body));
  }

  sendRaw(data: Uint8Array<ArrayBuffer> | string): void {
    this.#socket.send(data);
  }

  ask(talk: 'start' | 'stop'): void {
    this.sendRaw(JSON.stringify({ talk }));
  }

  close(): void {
    this.#socket.close();
  }

  untilClosed(): Promise<{ code: number; reason: string }> {
    return until('the server closes the talk', () => this.closed ?? undefined, this.#waiting);
  }

  #hear(data: unknown): void {
    if (!(data instanceof ArrayBuffer)) throw new Error('a stream socket sent a text');
    const read = decodeStreamMessage(new Uint8Array(data));
    if (read === undefined) throw new Error('a stream socket sent no stream message');
    if (read.header.kind === streamKinds.audio) this.sounds.push(read);
    if (read.header.kind === streamKinds.state)
      this.states.push(talkState.parse(JSON.parse(new TextDecoder().decode(read.body))));
  }
}

/** The status and words with which a talk is refused; 101 when it is not. */
export const askToTalk = (
  port: number,
  account: Account | null,
  query: TalkQuery,
): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const asked = request({
      host: HOST,
      port,
      path: pathOf(query, account),
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      },
    });
    asked.on('upgrade', (_response, socket) => {
      socket.destroy();
      resolve({ status: 101, text: '' });
    });
    asked.on('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => void parts.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') }),
      );
    });
    asked.on('error', reject);
    asked.end();
  });

/** How much of a block's energy is in a tone of `hz`, 0 to 1 (Goertzel), and how loud the block is. */
export const toneIn = (pcm: Int16Array, hz: number): { share: number; rms: number } => {
  const turn = 2 * Math.cos((2 * Math.PI * hz) / RATE_HZ);
  let [before, last, energy] = [0, 0, 0];
  for (const sample of pcm) {
    [before, last] = [last, sample + turn * last - before];
    energy += sample * sample;
  }
  const power = before * before + last * last - turn * before * last;
  return { share: energy === 0 ? 0 : (2 * power) / (pcm.length * energy), rms: Math.sqrt(energy / pcm.length) };
};

export const hasFfmpeg = (): boolean => spawnSync('ffmpeg', ['-version'], { stdio: 'ignore' }).status === 0;

/** Raw audio bytes decoded by ffmpeg to 8 kHz PCM; `input` are its options for the input. */
export const decodeByFfmpeg = (input: readonly string[], bytes: Uint8Array): Int16Array => {
  const args = ['-v', 'error', ...input, '-i', 'pipe:0', '-f', 's16le', '-ar', String(RATE_HZ), '-ac', '1', 'pipe:1'];
  const { status, stdout, stderr } = spawnSync('ffmpeg', args, { input: bytes });
  if (status !== 0) throw new Error(`ffmpeg: ${stderr.toString('utf8')}`);
  return new Int16Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + (stdout.length & ~1)));
};
