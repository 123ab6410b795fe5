// One main-channel connection: reads lines, runs commands, writes answers and pushes, and cuts a reader that takes nothing.
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  CHANGED_LETTER,
  ChangedError,
  type Command,
  changed,
  errorCodes,
  passwordHash as hashSchema,
  userName as nameSchema,
} from '@outrider/contract';
import type { RawData, WebSocket } from 'ws';
import { z } from 'zod';
import type { Access, Caller } from '../access/access.ts';
import type { followRequests } from '../access/audit.ts';
import { anonymousCaller, assertMay, isAnonymous } from '../access/authorise.ts';
import type { ChannelSession, CommandHandler } from './channel.ts';
import type { ChannelLimits } from './channel-limits.ts';
import { LineQueue, type LineRequest, answerText, parseLine } from './channel-lines.ts';
import type { Clock, Timer } from '../clock.ts';
import { diskFullError, isDiskFull } from '../storage/disk-full.ts';
import { AppError } from '../errors.ts';
import type { Log } from '../log.ts';
import { checkInput } from '../web/schema-input.ts';
import type { WorkMeters } from '../work/work-meters.ts';

export type ConnectionKit = {
  clock: Clock;
  log: Log;
  access: Pick<Access, 'current' | 'authenticate'>;
  limits: ChannelLimits;
  meters?: WorkMeters;
  commands: ReadonlyMap<string, CommandHandler & { follow: ReturnType<typeof followRequests> }>;
  counters: { commands: number; failed: number; linesRefused: number; pushesRefused: number; slowClosed: number };
};

const CLOSE_POLICY = 1008;
const SECOND_MS = 1000;
/** Name and hash of one message. */
const pair = z.object({ U: nameSchema, P: hashSchema });
const NO_REQUEST: LineRequest = { code: '', number: undefined, letters: {} };

const toText = (data: RawData): string =>
  (Array.isArray(data)
    ? Buffer.concat(data)
    : Buffer.from(data instanceof ArrayBuffer ? new Uint8Array(data) : data)
  ).toString('utf8');

export class ChannelConnection implements ChannelSession {
  readonly address: string;
  readonly browser?: string;
  readonly state = new Map<symbol, unknown>();
  caller: Caller;
  readonly #kit: ConnectionKit;
  readonly #socket: WebSocket;
  readonly #endings: (() => void)[] = [];
  readonly #lines = new LineQueue();
  #signInTimer: Timer | null;
  #resumeTimer: Timer | null = null;
  #running = 0;
  #reading = false;
  #open = true;
  #heardAt: number;
  #takenAt: number;
  #secondStart: number;
  #messagesInSecond = 0;
  #linesInSecond = 0;

  constructor(kit: ConnectionKit, socket: WebSocket, address: string, browser: string | null) {
    this.#kit = kit;
    this.#socket = socket;
    this.address = address;
    if (browser !== null) this.browser = browser;
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

  /** From now on the caller has its rights of now. False when its session has ended. */
  refresh(): boolean {
    if (isAnonymous(this.caller)) return true;
    const now = this.#kit.access.current(this.caller);
    if (now !== undefined) this.caller = now;
    return now !== undefined;
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
    if (!this.refresh()) this.close('the session has ended');
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
    this.#lines.clear();
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
    if (now - this.#secondStart >= SECOND_MS) this.#beginSecond(now);
    this.#messagesInSecond += 1;
    this.#lines.add(text);
    this.#socket.pause(); // until its lines are read
    const { messagesPerSecond, strangerMessagesPerSecond } = this.#kit.limits;
    const most = isAnonymous(this.caller) ? Math.min(strangerMessagesPerSecond, messagesPerSecond) : messagesPerSecond;
    if (this.#messagesInSecond >= most) this.#rest();
    void this.#read();
  }

  #beginSecond(now: number): void {
    this.#secondStart = now;
    this.#messagesInSecond = this.#linesInSecond = 0;
  }

  /** Reads on in the next second; until then TCP holds the sender back. */
  #rest(): void {
    if (this.#resumeTimer) return;
    const { clock } = this.#kit;
    this.#resumeTimer = clock.after(SECOND_MS, () => {
      this.#resumeTimer = null;
      this.#beginSecond(clock.monotonic());
      void this.#read();
    });
  }

  /**
   * Starts waiting commands in order, as many at a time as allowed, and lets other work run between them. A public one (the
   * sign-in) ends before the next starts, as does every one of a stranger.
   */
  async #read(): Promise<void> {
    if (this.#reading) return;
    this.#reading = true;
    const { runningCommands, linesPerSecond } = this.#kit.limits;
    while (this.#open && this.#running < runningCommands && this.#linesInSecond < linesPerSecond) {
      const taken = this.#lines.take();
      if (taken === undefined) break;
      this.#linesInSecond += 1;
      await this.#start(taken.line, taken.number);
      await nextTurn();
    }
    this.#reading = false;
    if (!this.#open) return;
    if (this.#linesInSecond >= linesPerSecond) this.#rest();
    if (this.#resumeTimer) return;
    if (this.#lines.isEmpty()) this.#socket.resume();
  }

  async #start(line: string, number: number): Promise<void> {
    const { limits, commands } = this.#kit;
    if (number > limits.linesPerMessage)
      return this.#refuseRest(`A message holds at most ${limits.linesPerMessage} lines; the rest was not read.`);
    const stranger = isAnonymous(this.caller);
    const request = stranger && line.length > limits.strangerLineLength ? null : parseLine(line);
    const done = this.#run(request);
    if (stranger || (request && commands.get(request.code)?.command.right === 'public')) await done;
    if (stranger && isAnonymous(this.caller) && this.#lines.dropRest())
      await this.#refuseRest('Until you have signed in a message holds one line; the rest was not read.');
  }

  /** One answer for all lines that a message had too many. */
  async #refuseRest(why: string): Promise<void> {
    this.#lines.dropRest();
    this.#kit.counters.linesRefused += 1;
    await this.#fail(NO_REQUEST, new AppError('limit_reached', why));
  }

  async #run(request: LineRequest | null): Promise<void> {
    this.#running += 1;
    try {
      const answer = () => this.#answer(request);
      await (this.#kit.meters?.command.around(answer) ?? answer());
    } catch (err) {
      this.#kit.log.error('main channel broke', { err });
      this.terminate();
    }
    this.#running -= 1;
    void this.#read();
  }

  async #answer(request: LineRequest | null): Promise<void> {
    const { commands, counters } = this.#kit;
    counters.commands += 1;
    if (!request) return this.#fail(NO_REQUEST, new AppError('invalid', 'Not a JSON object with a code M.'));
    const handler = commands.get(request.code);
    if (!handler) return this.#fail(request, new AppError('invalid', `Unknown code ${request.code}.`));
    const { note, end } = handler.follow(request.letters);
    let { caller } = this;
    try {
      if (!this.refresh()) {
        await this.#fail(request, new AppError('unauthenticated', 'The session has ended. Sign in again.'));
        return this.close('the session has ended');
      }
      const session = await this.#sessionOf(handler.command, request);
      ({ caller } = session);
      assertMay(caller, handler.command.right);
      for await (const letters of handler.run(session, request.letters, note)) {
        end(caller, { reply: letters });
        await this.#write(answerText(request, letters));
        if (!this.#alive()) return;
        if (handler.command.batched) await nextTurn();
      }
    } catch (error) {
      end(caller, { error });
      await this.#fail(request, error);
    }
  }

  /** The session that one message speaks for: this connection, or whom its own name and hash belong to. Nobody is signed in by that. */
  async #sessionOf({ ownCredentials }: Command, { letters }: LineRequest): Promise<ChannelSession> {
    if (ownCredentials !== true || (!('U' in letters) && !('P' in letters))) return this;
    const { U: userName, P: passwordHash } = checkInput(pair, letters);
    const own = { userName, passwordHash, ...(this.browser !== undefined && { browser: this.browser }) };
    const caller = await this.#kit.access.authenticate(own, this.address);
    this.#signInTimer?.cancel(); // somebody is let in, message by message
    this.#signInTimer = null;
    return {
      caller,
      address: this.address,
      connection: this,
      state: new Map(),
      push: (message) => this.push(message),
      onClose: (action) => this.onClose(action),
      signIn: (other) => this.signIn(other),
    };
  }

  async #fail(request: LineRequest, thrown: unknown): Promise<void> {
    this.#kit.counters.failed += 1;
    const error = isDiskFull(thrown) && !(thrown instanceof AppError) ? diskFullError(thrown) : thrown;
    const expected = error instanceof AppError;
    if (!expected) this.#kit.log.error('command broke', { command: request.code, err: error });
    const result = errorCodes[expected ? error.code : 'internal'].result;
    const found = error instanceof ChangedError ? { [CHANGED_LETTER]: z.encode(changed, error.changed) } : {};
    await this.#write(answerText(request, { R: result, Z: expected ? error.message : 'Internal error.', ...found }));
  }
}
