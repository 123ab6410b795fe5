// Who watches which connections. A connection that nobody watches has no tap, and its frames are looked at by nobody.
import type { Clock } from '../../kernel/clock.ts';
import { AppError, deviceOffline } from '../../kernel/errors.ts';
import type { Traced, Traces, TraceSink } from '../traces.ts';
import type { Jt808Connection } from './connection.ts';
import { FrameTap } from './frame-tap.ts';

const FLAG = 0x7e;
/** Enough for a frame in which every byte is escaped. */
const MOST_BYTES = 2100;
const ID_BYTES = 2;
const MAX_BODY_BYTES = 1000;

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
  if (frame === undefined) throw new Error('a short body has one frame');
  return frame;
};
