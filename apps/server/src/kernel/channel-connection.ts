// One main-channel connection: reads lines, runs commands, writes answers and pushes, and cuts a reader that takes nothing.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { errorCodes } from '@outrider/contract';
import type { RawData, WebSocket } from 'ws';
import type { Caller } from './access.ts';
import { anonymousCaller, assertMay, isAnonymous } from './authorise.ts';
import type { ChannelSession, CommandHandler } from './channel.ts';
import type { ChannelLimits } from './channel-limits.ts';
import type { Clock, Timer } from './clock.ts';
import { AppError } from './errors.ts';
import { EncodedJson } from './http.ts';
import type { Log } from './log.ts';

export type ConnectionKit = {
  clock: Clock;
  log: Log;
  stillValid: (caller: Caller) => boolean;
  limits: ChannelLimits;
  commands: ReadonlyMap<string, CommandHandler>;
  counters: { commands: number; failed: number; pushesRefused: number; slowClosed: number };
};

type Request = { code: string; number: unknown; letters: object };

const CLOSE_POLICY = 1008;
const SECOND_MS = 1000;
const CODE_LIMIT = 20;

const toText = (data: RawData): string =>
  (Array.isArray(data)
    ? Buffer.concat(data)
    : Buffer.from(data instanceof ArrayBuffer ? new Uint8Array(data) : data)
  ).toString('utf8');

const parseLine = (line: string): Request | null => {
  try {
    const letters: unknown = JSON.parse(line);
    if (typeof letters !== 'object' || letters === null || Array.isArray(letters)) return null;
    if (!('M' in letters) || typeof letters.M !== 'string') return null;
    return { code: letters.M.slice(0, CODE_LIMIT), number: 'N' in letters ? letters.N : undefined, letters };
  } catch {
    return null;
  }
};

/** The text of an answer: code, the request's own number, result, then the letters. */
const answerText = (request: Request, result: string, letters: object): string => {
  const head = JSON.stringify({ M: request.code, N: request.number, R: result }).slice(0, -1);
  const body = letters instanceof EncodedJson ? Buffer.from(letters.json).toString('utf8') : JSON.stringify(letters);
  return body === '{}' ? `${head}}` : `${head},${body.slice(1)}`;
};

export class ChannelConnection implements ChannelSession {
  readonly address: string;
  readonly state = new Map<symbol, unknown>();
  caller: Caller;
  readonly #kit: ConnectionKit;
  readonly #socket: WebSocket;
  readonly #endings: (() => void)[] = [];
  readonly #waitingLines: string[] = [];
  #signInTimer: Timer | null;
  #resumeTimer: Timer | null = null;
  #running = 0;
  #reading = false;
  #open = true;
  #heardAt: number;
  #takenAt: number;
  #secondStart: number;
  #messagesInSecond = 0;

  constructor(kit: ConnectionKit, socket: WebSocket, address: string) {
    this.#kit = kit;
    this.#socket = socket;
    this.address = address;
    this.caller = anonymousCaller(address);
    this.#heardAt = this.#takenAt = this.#secondStart = kit.clock.monotonic();
    this.#signInTimer = kit.clock.after(kit.limits.signInMs, () => this.close('nobody signed in'));
    socket.on('message', (data, isBinary) => this.#hear(isBinary ? '\0' : toText(data)));
    socket.on('pong', () => (this.#heardAt = kit.clock.monotonic()));
    socket.on('error', (err) => kit.log.debug('main channel error', { err }));
    socket.on('close', () => this.#end());
  }

  signIn(caller: Caller): void {
    this.caller = caller;
    this.#signInTimer?.cancel();
    this.#signInTimer = null;
  }

  onClose(action: () => void): void {
    if (this.#open) this.#endings.push(action);
    else action();
  }

  push(message: object | string): boolean {
    const { limits, counters } = this.#kit;
    if (!this.#alive() || this.#socket.bufferedAmount > limits.pushBufferBytes) {
      counters.pushesRefused += 1;
      return false;
    }
    void this.#write(typeof message === 'string' ? message : JSON.stringify(message));
    return true;
  }

  /** Ends the connection politely: the client sees the reason. */
  close(reason: string): void {
    this.#socket.close(CLOSE_POLICY, reason);
  }

  terminate(): void {
    this.#socket.terminate();
  }

  /** Called every few seconds: cuts what is silent, takes nothing or may no longer be here, and pings the rest. */
  check(): void {
    if (!this.#alive()) return;
    const now = this.#kit.clock.monotonic();
    const { idleMs, stallMs } = this.#kit.limits;
    if (!isAnonymous(this.caller) && !this.#kit.stillValid(this.caller)) this.close('the session has ended');
    else if (this.#socket.bufferedAmount > 0 && now - this.#takenAt > stallMs) this.#cutSlow();
    else if (now - this.#heardAt > idleMs) this.terminate();
    else this.#socket.ping();
  }

  #alive(): boolean {
    return this.#open && this.#socket.readyState === this.#socket.OPEN;
  }

  #cutSlow(): void {
    this.#kit.counters.slowClosed += 1;
    this.#kit.log.warn('main channel closed: its reader takes nothing', { buffered: this.#socket.bufferedAmount });
    this.terminate();
  }

  #end(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#signInTimer?.cancel();
    this.#resumeTimer?.cancel();
    this.#waitingLines.length = 0;
    for (const action of this.#endings.splice(0)) action();
  }

  /** Resolves when the socket has taken the line, or is gone. */
  #write(text: string): Promise<void> {
    if (!this.#alive()) return Promise.resolve();
    if (this.#socket.bufferedAmount > this.#kit.limits.bufferBytes) {
      this.#cutSlow();
      return Promise.resolve();
    }
    const { clock } = this.#kit;
    if (this.#socket.bufferedAmount === 0) this.#takenAt = clock.monotonic();
    return new Promise((resolve) => {
      this.#socket.send(`${text}\n`, () => {
        this.#takenAt = clock.monotonic();
        resolve();
      });
    });
  }

  #hear(text: string): void {
    const now = this.#kit.clock.monotonic();
    this.#heardAt = now;
    if (now - this.#secondStart >= SECOND_MS) {
      this.#secondStart = now;
      this.#messagesInSecond = 0;
    }
    this.#messagesInSecond += 1;
    this.#waitingLines.push(...text.split('\n').filter((line) => line.trim() !== ''));
    if (this.#messagesInSecond >= this.#kit.limits.messagesPerSecond) this.#rest();
    void this.#read();
  }

  /** Reads on in the next second; until then TCP holds the sender back. */
  #rest(): void {
    if (this.#resumeTimer) return;
    this.#socket.pause();
    this.#resumeTimer = this.#kit.clock.after(SECOND_MS, () => {
      this.#resumeTimer = null;
      if (this.#running < this.#kit.limits.runningCommands) this.#socket.resume();
    });
  }

  /** Starts waiting commands in order, as many at a time as allowed. A public one (the sign-in) ends before the next starts. */
  async #read(): Promise<void> {
    if (this.#reading) return;
    this.#reading = true;
    while (this.#open && this.#waitingLines.length > 0 && this.#running < this.#kit.limits.runningCommands) {
      const line = this.#waitingLines.shift() ?? '';
      const request = parseLine(line);
      const done = this.#run(request);
      if (request && this.#kit.commands.get(request.code)?.command.right === 'public') await done;
    }
    this.#reading = false;
    if (!this.#open || this.#resumeTimer) return;
    if (this.#waitingLines.length > 0) this.#socket.pause();
    else this.#socket.resume();
  }

  async #run(request: Request | null): Promise<void> {
    this.#running += 1;
    try {
      await this.#answer(request);
    } catch (err) {
      this.#kit.log.error('main channel broke', { err });
      this.terminate();
    }
    this.#running -= 1;
    void this.#read();
  }

  async #answer(request: Request | null): Promise<void> {
    const { commands, counters } = this.#kit;
    counters.commands += 1;
    if (!request)
      return this.#fail(
        { code: '', number: undefined, letters: {} },
        new AppError('invalid', 'Not a JSON object with a code M.'),
      );
    const handler = commands.get(request.code);
    if (!handler) return this.#fail(request, new AppError('invalid', `Unknown code ${request.code}.`));
    try {
      if (!isAnonymous(this.caller) && !this.#kit.stillValid(this.caller)) {
        await this.#fail(request, new AppError('unauthenticated', 'The session has ended. Sign in again.'));
        return this.close('the session has ended');
      }
      assertMay(this.caller, handler.command.right);
      for await (const letters of handler.run(this, request.letters)) {
        await this.#write(answerText(request, '1', letters));
        if (!this.#alive()) return;
        if (handler.command.batched) await nextTurn();
      }
    } catch (error) {
      await this.#fail(request, error);
    }
  }

  async #fail(request: Request, error: unknown): Promise<void> {
    this.#kit.counters.failed += 1;
    const expected = error instanceof AppError;
    if (!expected) this.#kit.log.error('command broke', { command: request.code, err: error });
    const result = errorCodes[expected ? error.code : 'internal'].result;
    await this.#write(answerText(request, result, { Z: expected ? error.message : 'Internal error.' }));
  }
}
