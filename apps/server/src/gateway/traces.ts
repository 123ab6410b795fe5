// Watching what passes between this server and one device, in words that know no protocol, and writing to it what somebody typed.

/** `isPeer`: about pictures and sound, not about the vehicle. `hex`: secrets are '**'. `fields`: what was read of it, '' where nothing was. */
export type TracedFrame = {
  readonly way: 'to-device' | 'from-device';
  readonly atMs: number;
  readonly isPeer: boolean;
  readonly isHeartbeat: boolean;
  readonly id: number;
  readonly name: string;
  readonly serial: number;
  readonly hex: string;
  readonly fields: string;
};

/** Called on the main thread; must not throw and must not block. `lost`: so many frames before it were too many for a second. */
export type TraceSink = (frame: TracedFrame, lost: number) => void;

export type Traced = {
  readonly deviceKey: number;
  /** By which numbers it is known before it has said who it is. */
  isNamed(terminalId: string): boolean;
};

export interface Traces {
  /** Shows each frame of a device from now on, also of links that it makes later. Gives the end. */
  watch(device: Traced, sink: TraceSink): () => void;
  /**
   * Writes to a device: a frame as it is where the bytes begin and end with 7E, else an id and a body, which are framed. Gives the bytes that
   * went. Throws device_offline, or invalid.
   */
  write(deviceKey: number, bytes: Uint8Array): Uint8Array;
}
