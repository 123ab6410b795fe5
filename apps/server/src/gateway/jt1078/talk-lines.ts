// All talks of now: at most one per device, each on a port of its own.
import { AppError } from '../../kernel/errors.ts';
import type { TalkEnd } from '../link.ts';
import { TalkLine, type TalkCounters, type TalkLineKit, type TalkLineRequest } from './talk-line.ts';
import { TalkPorts } from './talk-ports.ts';

export type TalkLinesKit = Omit<TalkLineKit, 'counters'> & { host: string; talkPorts: readonly [number, number] };

export class TalkLines {
  private readonly kit: TalkLineKit;
  private readonly ports: TalkPorts;
  private readonly counters: TalkCounters = { packetsSent: 0, packetsDropped: 0, refused: 0 };
  private readonly byDevice = new Map<number, TalkLine>();

  constructor({ host, talkPorts, clock, log, refusals, mediaSource, traffic }: TalkLinesKit) {
    this.kit = { clock, log, refusals, mediaSource, traffic, counters: this.counters };
    this.ports = new TalkPorts(host, talkPorts);
  }

  /**
   * A line that listens on `port`. Rejects with `conflict` while the device has another one, `limit_reached` when `cancelled`
   * before a port was free. `onOver` as in TalkLine.
   */
  async open(
    request: TalkLineRequest,
    onOver: (end: TalkEnd, reason: string) => void,
    cancelled?: AbortSignal,
  ): Promise<{ line: TalkLine; port: number }> {
    const { deviceKey } = request;
    if (this.byDevice.has(deviceKey)) throw new AppError('conflict', 'Somebody else talks with this device');
    const line = new TalkLine(this.kit, request, onOver);
    this.byDevice.set(deviceKey, line);
    const asked = this.ports.ask((socket) => line.accept(socket));
    const cancel = (): void => asked.cancel();
    cancelled?.addEventListener('abort', cancel, { once: true });
    try {
      if (cancelled?.aborted === true) cancel();
      const port = await asked.granted;
      line.opened(port);
      return { line, port: port.port };
    } catch (error) {
      this.forget(line);
      throw error;
    } finally {
      cancelled?.removeEventListener('abort', cancel);
    }
  }

  /** Does somebody talk with the device on this channel, or listen to it? */
  isOn(deviceKey: number, channel: number): boolean {
    return this.byDevice.get(deviceKey)?.request.channel === channel;
  }

  /** The link of a device comes from another address now. */
  moved(deviceKey: number, address: string): void {
    this.byDevice.get(deviceKey)?.moved(address);
  }

  /** The device is free for the next talk. */
  forget(line: TalkLine): void {
    if (this.byDevice.get(line.request.deviceKey) === line) this.byDevice.delete(line.request.deviceKey);
  }

  metrics(): Record<string, number> {
    return {
      talks: this.byDevice.size,
      talk_ports: this.ports.inUse(),
      talk_packets_sent: this.counters.packetsSent,
      talk_packets_dropped: this.counters.packetsDropped,
      talk_connections_refused: this.counters.refused,
    };
  }

  close(): void {
    for (const line of this.byDevice.values()) {
      line.end('stopped', 'server stops');
      line.disconnect();
    }
    this.byDevice.clear();
    this.ports.close();
  }
}
