// Which files are on their way at this moment, and how much of each has come: for those who look on. In memory only, as the bytes of a
// file that is not whole count for nothing after a restart.
import type { AnnouncedFile, IncomingFile } from '../../gateway/index.ts';
import type { Clock } from '../../kernel/clock.ts';

export type ArrivingKit = {
  clock: Clock;
  /** More of this event has come; told of not more often than each `TOLD_EVERY_MS`. */
  more: (eventSerial: number) => void;
  /** The disk did not take what came. */
  failed: (eventSerial: number, error: unknown) => void;
};

const TOLD_EVERY_MS = 2_000;

/** `connection`: by which it comes. A newer one takes a file over before the older one is heard to end. */
type File = { connection: object; sizeBytes: number; incoming: IncomingFile };
type Coming = { files: Map<string, File>; toldMs: number };

export class Arriving {
  private readonly kit: ArrivingKit;
  private readonly events = new Map<number, Coming>();

  constructor(kit: ArrivingKit) {
    this.kit = kit;
  }

  /** Gives what the device writes to from now on. */
  watch(
    eventSerial: number,
    { name, sizeBytes }: AnnouncedFile,
    incoming: IncomingFile,
    connection: object,
  ): IncomingFile {
    const coming = this.events.get(eventSerial) ?? { files: new Map(), toldMs: this.kit.clock.monotonic() };
    this.events.set(eventSerial, coming);
    coming.files.set(name, { connection, sizeBytes, incoming });
    const watched = async <T>(action: Promise<T>): Promise<T> => {
      try {
        return await action;
      } catch (error) {
        this.kit.failed(eventSerial, error);
        throw error;
      }
    };
    return {
      missing: () => incoming.missing(),
      write: async (offset, bytes) => {
        await watched(incoming.write(offset, bytes));
        this.progress(eventSerial, coming);
      },
      finish: () => watched(incoming.finish()),
      abandon: () => {
        this.kept(eventSerial, name);
        return incoming.abandon();
      },
    };
  }

  /** It counts among those on disk from now on. */
  kept(eventSerial: number, name: string): void {
    this.events.get(eventSerial)?.files.delete(name); // the entry of the event goes with its connection
  }

  /** The device hung up. */
  end(eventSerial: number, connection: object): void {
    const coming = this.events.get(eventSerial);
    for (const [name, file] of coming?.files ?? []) if (file.connection === connection) coming?.files.delete(name);
    if (coming?.files.size === 0) this.events.delete(eventSerial);
  }

  /** What has come of files that are not on disk yet. */
  bytesOf(eventSerial: number): number {
    let bytes = 0;
    for (const { sizeBytes, incoming } of this.events.get(eventSerial)?.files.values() ?? [])
      bytes += sizeBytes - incoming.missing().reduce((sum, gap) => sum + gap.bytes, 0);
    return bytes;
  }

  private progress(eventSerial: number, coming: Coming): void {
    const nowMs = this.kit.clock.monotonic();
    if (nowMs - coming.toldMs < TOLD_EVERY_MS) return;
    coming.toldMs = nowMs;
    this.kit.more(eventSerial);
  }
}
