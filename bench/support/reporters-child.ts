// Thousands of recorders in one process that only report where they are: signs all of them on, then sends 0x0200 at an even pace and
// measures how long each answer takes. Lean on purpose: it shares the machine with the server it measures.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import {
  encodeFrame,
  encodeLocation,
  FrameSplitter,
  p8001GeneralReply,
  p8100RegisterReply,
  standardItem,
  t0100Register,
  t0102Authenticate,
  type Frame,
  type HeaderFields,
} from '@outrider/jt808';
import { serve } from './worker-process.ts';

export type ReportersAsk =
  | { kind: 'connect'; port: number; phones: readonly string[] }
  | { kind: 'send'; perSecond: number; durationMs: number }
  | { kind: 'close' };
/** `delaysMs`: of every answered report, from its write to its answer. `unanswered`: after two seconds of waiting at the end. */
export type ReportersTold = {
  connect: undefined;
  send: { sent: number; delaysMs: Float32Array; refused: number; unanswered: number; lost: number };
  close: undefined;
};

const TICK_MS = 5;
const SETTLE_MS = 2000;
const DIALLED_AT_ONCE = 50;
const SERIALS = 0x10000;
const STEP_MS = 1000;
const STEP_DEGREES = 0.00014;
/** Device clocks begin in the past and run fast, so that no two reports of a device are equal. */
const BEFORE_MS = 600_000;

let delaysMs: number[] = [];
let refused = 0;
let waiting = 0;

class Reporter {
  readonly socket: Socket;
  private readonly phone: string;
  private readonly splitter = new FrameSplitter();
  private readonly sentMs = new Map<number, number>();
  private serial = 0;
  private steps = 0;
  private readonly startMs = Date.now() - BEFORE_MS;
  private onFrame: ((frame: Frame) => void) | null = null;

  constructor(port: number, phone: string) {
    this.phone = phone;
    this.socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.socket.on('data', (bytes: Buffer) => this.hear(bytes));
    this.socket.on('error', () => this.socket.destroy());
  }

  async signOn(): Promise<void> {
    await once(this.socket, 'connect');
    const register = {
      province: 35,
      city: 1,
      manufacturer: 'OUTR',
      model: 'LOAD',
      terminalId: 'T1',
      plateColor: 1,
      plate: 'L',
    };
    const { body } = await this.ask(t0100Register.id, t0100Register.encode(register, '2013'));
    const { authCode = '' } = p8100RegisterReply.decode(body, '2013');
    const answer = await this.ask(t0102Authenticate.id, t0102Authenticate.encode({ authCode }, '2013'));
    if (p8001GeneralReply.decode(answer.body, '2013').result !== 0) throw new Error(`${this.phone} was not let in`);
  }

  /** The next report: a second of device time and 15 metres on. */
  report(): void {
    const body = encodeLocation({
      alarm: 0,
      status: 3,
      latitude: 24 + this.steps * STEP_DEGREES,
      longitude: 120.5,
      altitude: 20 + (this.steps % 7),
      speedKmh: 50 + (this.steps % 9) / 10,
      direction: this.steps % 4,
      time: this.startMs + this.steps * STEP_MS,
      items: [
        standardItem(0x01, { mileageKm: 1000 + this.steps / 10 }),
        standardItem(0x30, { signalStrength: 25 }),
        standardItem(0x31, { satellites: 12 }),
      ],
    });
    this.steps += 1;
    waiting += 1;
    this.sentMs.set(this.write(0x0200, body), performance.now());
  }

  private ask(messageId: number, body: Uint8Array): Promise<Frame> {
    const answer = new Promise<Frame>((resolve) => (this.onFrame = resolve));
    this.write(messageId, body);
    return answer;
  }

  private write(messageId: number, body: Uint8Array): number {
    const { serial, phone } = this;
    const header: HeaderFields = {
      layout: '2013',
      versionFlag: false,
      protocolVersion: null,
      phone,
      messageId,
      serial,
    };
    this.socket.write(encodeFrame(header, body));
    this.serial = (serial + 1) % SERIALS;
    return serial;
  }

  private hear(bytes: Buffer): void {
    for (const event of this.splitter.push(bytes)) {
      if (event.kind !== 'frame') throw new Error(`the server sent a broken frame: ${event.error}`);
      const serial = ((event.body[0] ?? 0) << 8) | (event.body[1] ?? 0);
      const atMs = this.sentMs.get(serial);
      if (this.onFrame !== null) {
        this.onFrame({ ...event, body: event.body.slice() });
        this.onFrame = null;
      } else if (atMs !== undefined) {
        this.sentMs.delete(serial);
        waiting -= 1;
        if (event.body[4] === 0) delaysMs.push(performance.now() - atMs);
        else refused += 1;
      }
    }
  }
}

let reporters: Reporter[] = [];

const connectAll = async ({ port, phones }: Extract<ReportersAsk, { kind: 'connect' }>): Promise<void> => {
  for (let from = 0; from < phones.length; from += DIALLED_AT_ONCE) {
    const batch = phones.slice(from, from + DIALLED_AT_ONCE).map((phone) => new Reporter(port, phone));
    reporters.push(...batch);
    await Promise.all(batch.map((reporter) => reporter.signOn()));
  }
};

/** Resolves when `done`, looking every few milliseconds, or after `limitMs`. */
const waitUntil = (done: () => boolean, limitMs: number): Promise<void> =>
  new Promise((resolve) => {
    const startedMs = performance.now();
    const timer = setInterval(() => {
      if (!done() && performance.now() - startedMs < limitMs) return;
      clearInterval(timer);
      resolve();
    }, TICK_MS);
  });

const send = async ({
  perSecond,
  durationMs,
}: Extract<ReportersAsk, { kind: 'send' }>): Promise<ReportersTold['send']> => {
  delaysMs = [];
  refused = 0;
  waiting = 0;
  const startedMs = performance.now();
  const total = Math.round((perSecond * durationMs) / 1000);
  let sent = 0;
  await waitUntil(() => {
    const due = Math.min(total, Math.floor(((performance.now() - startedMs) * perSecond) / 1000));
    for (; sent < due; sent += 1) reporters[sent % reporters.length]?.report();
    return sent === total;
  }, durationMs * 2);
  await waitUntil(() => waiting === 0, SETTLE_MS);
  const lost = reporters.filter(({ socket }) => socket.destroyed).length;
  return { sent, delaysMs: Float32Array.from(delaysMs), refused, unanswered: waiting, lost };
};

serve<ReportersAsk>({}, (ask) => {
  switch (ask.kind) {
    case 'connect':
      return connectAll(ask);
    case 'send':
      return send(ask);
    case 'close':
      for (const { socket } of reporters) socket.destroy();
      reporters = [];
      return undefined;
  }
});
