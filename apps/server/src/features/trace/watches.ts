// Who is shown the messages of which device: one device a connection, as long as its account may. A reader that is too slow loses lines and
// is told how many.
import { db1Trace, db3ToDevice, db4FromDevice, db5PeerSent, db6PeerReceived, type TraceLine } from '@outrider/contract';
import type { TracedFrame, Traces } from '../../gateway/index.ts';
import { type ChannelSession, pushText } from '../../kernel/channel/channel.ts';
import type { GuardedSocket, SocketGuard } from '../../kernel/channel/socket-guard.ts';
import type { Clock, Timer } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';

export type WatchesKit = {
  clock: Clock;
  guard: Pick<SocketGuard, 'watch'>;
  traces: Traces;
  /** A terminal of this number is the device. */
  isNamed: (deviceKey: number, terminalId: string) => boolean;
};

const MOST_WATCHES = 16;
/** So long after the last line somebody hears of those that were lost behind it. */
const TELL_LOST_MS = 1000;

const toDevice = (isPeer: boolean) => (isPeer ? db5PeerSent : db3ToDevice);
const fromDevice = (isPeer: boolean) => (isPeer ? db6PeerReceived : db4FromDevice);

const lineOf = (deviceId: string, frame: TracedFrame, lost: number): string => {
  const { atMs, id, name, serial, hex, fields, way, isPeer } = frame;
  const shown: TraceLine = {
    I: deviceId,
    T: atMs,
    Z: { id: id.toString(16).padStart(4, '0'), name, serial, hex, fields },
    ...(lost > 0 && { D: lost }),
  };
  return pushText(way === 'to-device' ? toDevice(isPeer) : fromDevice(isPeer), shown);
};

class Watch implements GuardedSocket {
  readonly deviceKey: number;
  readonly #deviceId: string;
  readonly #session: ChannelSession;
  readonly #clock: Clock;
  readonly #counters: { lost: number };
  readonly #endings: (() => void)[] = [];
  #lost = 0;
  #timer: Timer | null = null;
  #isOver = false;

  constructor(
    session: ChannelSession,
    device: { deviceKey: number; deviceId: string },
    clock: Clock,
    counters: { lost: number },
  ) {
    this.#session = session;
    this.deviceKey = device.deviceKey;
    this.#deviceId = device.deviceId;
    this.#clock = clock;
    this.#counters = counters;
  }

  show(frame: TracedFrame, lostBefore: number): void {
    if (this.#isOver) return;
    this.#lose(lostBefore);
    if (this.#session.push(lineOf(this.#deviceId, frame, this.#lost))) this.#lost = 0;
    else this.#lose(1);
    if (this.#lost > 0) this.#timer ??= this.#clock.after(TELL_LOST_MS, () => this.#tellLost());
  }

  /** Its reader hears that nothing more comes. */
  terminate(): void {
    if (this.#isOver) return;
    this.end();
    this.#say({ R: '0' });
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#timer?.cancel();
    for (const ending of this.#endings.splice(0)) ending();
  }

  on(_event: 'close', listener: () => void): void {
    if (this.#isOver) listener();
    else this.#endings.push(listener);
  }

  #lose(count: number): void {
    this.#lost += count;
    this.#counters.lost += count;
  }

  #tellLost(): void {
    this.#timer = null;
    if (this.#lost === 0 || this.#isOver) return;
    if (this.#say({ R: '1', D: this.#lost })) this.#lost = 0;
    else this.#timer = this.#clock.after(TELL_LOST_MS, () => this.#tellLost());
  }

  #say(letters: { R: '0' | '1'; D?: number }): boolean {
    return this.#session.push({ M: db1Trace.code, I: this.#deviceId, ...letters });
  }
}

export class Watches {
  readonly counters = { lost: 0 };
  readonly #kit: WatchesKit;
  readonly #open = new Map<object, Watch>();
  /** Connections whose end is heard of. */
  readonly #followed = new WeakSet();

  constructor(kit: WatchesKit) {
    this.#kit = kit;
  }

  get size(): number {
    return this.#open.size;
  }

  /** In place of what the connection watched before. */
  add(session: ChannelSession, device: { deviceKey: number; deviceId: string }): void {
    const { clock, guard, traces, isNamed } = this.#kit;
    const { connection = session } = session;
    this.drop(session);
    if (this.#open.size >= MOST_WATCHES) throw new AppError('limit_reached', 'Too many pages watch a device already.');
    const watch = new Watch(session, device, clock, this.counters);
    this.#open.set(connection, watch);
    const { deviceKey } = device;
    watch.on(
      'close',
      traces.watch({ deviceKey, isNamed: (terminalId) => isNamed(deviceKey, terminalId) }, (...shown) =>
        watch.show(...shown),
      ),
    );
    watch.on('close', () => {
      if (this.#open.get(connection) === watch) this.#open.delete(connection);
    });
    if (!this.#followed.has(connection)) session.onClose(() => this.#open.get(connection)?.end());
    this.#followed.add(connection);
    guard.watch(watch, session.caller, [], ({ level }) => level === 0);
  }

  drop(session: ChannelSession): void {
    this.#open.get(session.connection ?? session)?.end();
  }

  /** The device is gone. */
  endOf(deviceKey: number): void {
    for (const watch of this.#open.values()) if (watch.deviceKey === deviceKey) watch.terminate();
  }

  close(): void {
    for (const watch of this.#open.values()) watch.end();
  }
}
