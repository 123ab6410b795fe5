// Who watches which connections. A connection that nobody watches has no tap, and its frames are looked at by nobody.
import { type Edition, type Frame, readFrame } from '@outrider/jt808';
import type { Clock } from '../../kernel/clock.ts';
import { AppError, deviceOffline } from '../../kernel/errors.ts';
import type { Traced, TracedFrame, Traces, TraceSink } from '../traces.ts';
import type { Jt808Connection } from './connection.ts';
import { tracedFrame } from './traced-frame.ts';

const SECOND_MS = 1000;
/** Frames of one device that are shown in a second. A file in parts is more, and is counted. */
const MOST_IN_A_SECOND = 300;
const FLAG = 0x7e;
/** Enough for a frame in which every byte is escaped. */
const MOST_BYTES = 2100;
const ID_BYTES = 2;
const MAX_BODY_BYTES = 1000;

/** Sees the frames of one device. */
export class FrameTap {
  readonly sinks = new Set<TraceSink>();
  readonly #clock: Clock;
  #secondStart = 0;
  #inSecond = 0;
  #lost = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  came(frame: Frame, edition: Edition): void {
    if (this.#hasRoom()) this.#show(frame, 'from-device', edition);
  }

  went(raw: Uint8Array, edition: Edition): void {
    if (!this.#hasRoom()) return;
    const frame = readFrame(raw);
    if (frame.kind === 'frame') this.#show(frame, 'to-device', edition);
    else
      this.#tell({
        ...unreadable,
        hex: Buffer.from(raw).toString('hex'),
        atMs: this.#clock.now(),
        fields: frame.error,
      });
  }

  #hasRoom(): boolean {
    const nowMs = this.#clock.monotonic();
    if (nowMs - this.#secondStart >= SECOND_MS) [this.#secondStart, this.#inSecond] = [nowMs, 0];
    this.#inSecond += 1;
    if (this.#inSecond <= MOST_IN_A_SECOND) return true;
    this.#lost += 1;
    return false;
  }

  #show(frame: Frame, way: TracedFrame['way'], edition: Edition): void {
    this.#tell(tracedFrame(frame, way, edition, this.#clock.now()));
  }

  #tell(traced: TracedFrame): void {
    const lost = this.#lost;
    this.#lost = 0;
    for (const sink of this.sinks) sink(traced, lost);
  }
}

/** What somebody wrote by hand may be no frame. */
const unreadable = { way: 'to-device', isPeer: false, isHeartbeat: false, id: 0, name: '', serial: 0 } as const;

type Watched = { device: Traced; tap: FrameTap };
type FrameTapsKit = {
  clock: Clock;
  /** All that stand. */
  connections: () => Iterable<Jt808Connection>;
  /** That of a device's link. */
  connectionOf: (deviceKey: number) => Jt808Connection | undefined;
};

export class FrameTaps implements Traces {
  readonly #kit: FrameTapsKit;
  readonly #watched = new Map<number, Watched>();

  constructor(kit: FrameTapsKit) {
    this.#kit = kit;
  }

  /** Asked when a connection says who it is, and again when that is proved. */
  tapOf({ accepted, terminalId }: Jt808Connection): FrameTap | null {
    if (this.#watched.size === 0) return null;
    if (accepted !== null) return this.#watched.get(accepted.deviceKey)?.tap ?? null;
    for (const { device, tap } of this.#watched.values()) if (device.isNamed(terminalId)) return tap;
    return null;
  }

  watch(device: Traced, sink: TraceSink): () => void {
    const { deviceKey } = device;
    const watched = this.#watched.get(deviceKey) ?? { device, tap: new FrameTap(this.#kit.clock) };
    const own: TraceSink = (...shown) => sink(...shown); // the same sink may watch twice
    watched.tap.sinks.add(own);
    if (!this.#watched.has(deviceKey)) {
      this.#watched.set(deviceKey, watched);
      this.#settle();
    }
    return () => {
      watched.tap.sinks.delete(own);
      if (watched.tap.sinks.size > 0 || this.#watched.get(deviceKey) !== watched) return;
      this.#watched.delete(deviceKey);
      this.#settle();
    };
  }

  write(deviceKey: number, bytes: Uint8Array): Uint8Array {
    const connection = this.#kit.connectionOf(deviceKey);
    if (connection === undefined) throw deviceOffline();
    const frame = isFramed(bytes) ? bytes : framed(connection, bytes);
    connection.write(frame);
    return frame;
  }

  #settle(): void {
    for (const connection of this.#kit.connections()) connection.tap = this.tapOf(connection);
  }
}

const isFramed = (bytes: Uint8Array): boolean => {
  if (bytes.length > MOST_BYTES) throw new AppError('invalid', `At most ${MOST_BYTES} bytes.`);
  return bytes.length > 2 && bytes[0] === FLAG && bytes.at(-1) === FLAG;
};

const framed = (connection: Jt808Connection, bytes: Uint8Array): Uint8Array => {
  if (bytes.length < ID_BYTES || bytes.length > ID_BYTES + MAX_BODY_BYTES)
    throw new AppError('invalid', `A message id and at most ${MAX_BODY_BYTES} bytes of body.`);
  const id = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0);
  const [frame] = connection.codec.encodeBody(id, bytes.subarray(ID_BYTES)).frames;
  if (frame === undefined) throw new AppError('internal', 'No frame.');
  return frame;
};
