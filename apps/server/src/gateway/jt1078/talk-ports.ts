// The pool of TCP ports for talk, listen and broadcast: one port per request, because a terminal that only receives never says
// who it is (JT/T 1078 reference, 7.2). What comes in on a port is its holder's business.
import { createServer, type Server, type Socket } from 'node:net';
import { AppError } from '../../kernel/errors.ts';
import { outlastFailedAccepts } from '../../kernel/web/listen.ts';

export type TalkPort = {
  readonly port: number;
  /** Connections accepted so far stay open; no new ones are. Safe to call twice. */
  release(): void;
  /** The device is connected: the port may be taken away for another request, which `onTaken` hears. */
  spare(onTaken: () => void): void;
};

/** A request in the queue for a port. `cancel` rejects it. */
export type PortRequest = { readonly granted: Promise<TalkPort>; cancel(): void };

type Held = { port: number; server: Server; onTaken: (() => void) | null };
type Waiting = { onSocket: (socket: Socket) => void; resolve: (port: TalkPort) => void; reject: (e: unknown) => void };

/** More requests than this in the queue, and the next one is refused. */
const MAX_WAITING = 2000;
const ADDRESS_IN_USE = 'EADDRINUSE';

export class TalkPorts {
  private readonly host: string;
  private readonly first: number;
  private readonly last: number;
  private readonly held = new Set<Held>();
  private readonly waiting: Waiting[] = [];
  /** Ports are handed out in turn: a late connection for an old request should not meet a new one. */
  private next: number;
  private serving = false;
  /** Something changed since the queue was last looked through. */
  private due = false;
  private closed = false;

  /** From the first to the last port; 0 for any free one, without end. */
  constructor(host: string, [first, last]: readonly [number, number]) {
    this.host = host;
    this.first = first;
    this.last = last;
    this.next = first;
  }

  /** Listens on a port of the pool as soon as one is free or can be spared. Rejects with AppError. */
  ask(onSocket: (socket: Socket) => void): PortRequest {
    if (this.closed || this.waiting.length >= MAX_WAITING) {
      const error = new AppError('limit_reached', 'Too many requests wait for a talk port');
      return { granted: Promise.reject(error), cancel: () => undefined };
    }
    const { promise, resolve, reject } = Promise.withResolvers<TalkPort>();
    const entry: Waiting = { onSocket, resolve, reject };
    this.waiting.push(entry);
    this.serve();
    const cancel = (): void => {
      const at = this.waiting.indexOf(entry);
      if (at < 0) return;
      this.waiting.splice(at, 1);
      reject(new AppError('limit_reached', 'No talk port became free'));
    };
    return { granted: promise, cancel };
  }

  inUse(): number {
    return this.held.size;
  }

  close(): void {
    this.closed = true;
    for (const { reject } of this.waiting.splice(0)) reject(new AppError('unavailable', 'The server stops'));
    for (const held of this.held) held.server.close();
    this.held.clear();
  }

  private serve(): void {
    this.due = true;
    if (!this.serving) void this.serveWhileDue();
  }

  /** What is asked for or released while it runs counts too. Never rejects. */
  private async serveWhileDue(): Promise<void> {
    this.serving = true;
    try {
      while (this.due && !this.closed) {
        this.due = false;
        await this.serveAll();
      }
    } catch (error) {
      for (const { reject } of this.waiting.splice(0)) reject(error);
    } finally {
      this.serving = false; // in the same turn as the last look at `due`
    }
  }

  private async serveAll(): Promise<void> {
    for (;;) {
      const [entry] = this.waiting;
      if (entry === undefined) return;
      const held = (await this.open(entry.onSocket)) ?? (await this.takeSpare(entry.onSocket));
      if (held === undefined) return; // the next release serves on
      if (this.waiting[0] === entry && !this.closed) {
        this.waiting.shift();
        entry.resolve(this.portOf(held));
      } else this.release(held); // cancelled meanwhile
    }
  }

  private portOf(held: Held): TalkPort {
    return {
      port: held.port,
      release: () => this.release(held),
      spare: (onTaken) => {
        held.onTaken = onTaken;
        this.serve();
      },
    };
  }

  private release(held: Held): void {
    if (!this.held.delete(held)) return;
    held.server.close();
    this.serve();
  }

  private async open(onSocket: (socket: Socket) => void): Promise<Held | undefined> {
    if (this.first === 0) return this.listen(0, onSocket);
    const size = this.last - this.first + 1;
    for (let i = 0; i < size; i += 1) {
      const port = this.first + ((this.next - this.first + i) % size);
      if ([...this.held].some((held) => held.port === port)) continue;
      const held = await this.listen(port, onSocket);
      if (held === undefined) continue; // another program has it
      this.next = port + 1;
      return held;
    }
    return undefined;
  }

  /** The device that is connected longest is the least likely to dial again. */
  private async takeSpare(onSocket: (socket: Socket) => void): Promise<Held | undefined> {
    const spare = [...this.held].find((held) => held.onTaken !== null);
    if (spare === undefined) return undefined;
    this.held.delete(spare);
    spare.server.close();
    spare.onTaken?.();
    return this.listen(spare.port, onSocket);
  }

  /** Undefined when the port is taken. */
  private async listen(port: number, onSocket: (socket: Socket) => void): Promise<Held | undefined> {
    const server = createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay: 30_000 }, onSocket);
    const failure = await new Promise<Error | null>((resolve) => {
      server.once('error', resolve);
      server.listen({ host: this.host, port, backlog: 16 }, () => {
        server.off('error', resolve);
        outlastFailedAccepts(server);
        resolve(null);
      });
    });
    if (failure !== null) {
      if ('code' in failure && failure.code === ADDRESS_IN_USE) return undefined;
      throw failure;
    }
    const bound = server.address();
    const held = { port: typeof bound === 'object' && bound !== null ? bound.port : port, server, onTaken: null };
    this.held.add(held);
    return held;
  }
}
