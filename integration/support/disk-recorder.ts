// A device with a disk that does what a test says when its recordings are asked for: lists, plays, stays silent or refuses. The
// timestamps of its packets only differ, as those of most recorders.
import {
  p9201PlaybackRequest,
  p9202PlaybackControl,
  p9205QueryResources,
  PLAYBACK_COMMAND,
  t1205ResourceList,
  type Resource,
} from '@outrider/jt1078';
import { encodeTime } from '@outrider/jt808';
import { Device, type DeviceOptions } from './device.ts';
import { Camera } from './recorder.ts';

export type DiskAsked = {
  what: 'list' | 'play' | 'pause' | 'stop' | 'seek' | 'start' | 'fast' | 'other';
  channel: number;
  startBcd: string;
  endBcd: string;
};

const whats: Record<number, DiskAsked['what']> = {
  [PLAYBACK_COMMAND.start]: 'start',
  [PLAYBACK_COMMAND.pause]: 'pause',
  [PLAYBACK_COMMAND.stop]: 'stop',
  [PLAYBACK_COMMAND.fastForward]: 'fast',
  [PLAYBACK_COMMAND.seek]: 'seek',
};

/** A recording of five minutes or so in the standard's zone. */
export const resourceOf = (startMs: number, endMs: number, changes: Partial<Resource> = {}): Resource => ({
  channel: 1,
  startBcd: encodeTime(startMs),
  endBcd: encodeTime(endMs),
  alarmFlags: 0n,
  resourceType: 0,
  streamType: 1,
  storageType: 1,
  sizeBytes: 1_000_000,
  ...changes,
});

export class DiskRecorder {
  readonly device: Device;
  readonly asked: DiskAsked[] = [];
  readonly cameras: Camera[] = [];
  /** On 0x9201: `connect` answers and dials in, `list` answers with 0x1205 alone, a number refuses with it. */
  onPlay: 'connect' | 'list' | 'stay-away' | 'mute' | number = 'connect';
  /** What 0x9205 is answered with; a number refuses, null stays silent. */
  disk: readonly Resource[] | number | null = [];
  /** What the answer says it has, where that is not true. */
  total: number | null = null;
  /** The list comes in whole messages that hold these of the disk's entries. */
  parts: readonly (readonly [from: number, to: number])[] | null = null;

  private constructor(device: Device) {
    this.device = device;
    device.on(0x9205, (frame) => {
      const { channel, startBcd, endBcd } = p9205QueryResources.decode(frame.body, device.edition);
      this.asked.push({ what: 'list', channel, startBcd, endBcd });
      if (typeof this.disk === 'number') device.reply(frame.header, this.disk);
      else if (this.disk !== null) this.list(frame.header.serial, this.disk);
    });
    device.on(0x9201, (frame) => {
      const { channel, tcpPort, startBcd, endBcd } = p9201PlaybackRequest.decode(frame.body, device.edition);
      this.asked.push({ what: 'play', channel, startBcd, endBcd });
      if (this.onPlay === 'list') this.list(frame.header.serial, []);
      else if (this.onPlay !== 'mute') device.reply(frame.header, typeof this.onPlay === 'number' ? this.onPlay : 0);
      if (this.onPlay === 'connect' || this.onPlay === 'list' || this.onPlay === 'mute')
        void this.dial(channel, tcpPort);
    });
    device.on(0x9202, (frame) => {
      const { channel, command, positionBcd } = p9202PlaybackControl.decode(frame.body, device.edition);
      this.asked.push({ what: whats[command] ?? 'other', channel, startBcd: positionBcd, endBcd: '' });
      device.reply(frame.header, 0);
    });
  }

  /** `habits`: what it does from the first moment on. */
  static async online(
    ports: { jt808: number },
    options: DeviceOptions = {},
    habits: Partial<Pick<DiskRecorder, 'onPlay' | 'disk'>> = {},
  ): Promise<DiskRecorder> {
    const recorder = Object.assign(new DiskRecorder(await Device.dial(ports.jt808, options)), habits);
    await recorder.device.signOn();
    return recorder;
  }

  /** 0x1205 in answer to this serial, split where it is long. */
  list(replySerial: number, resources: readonly Resource[]): void {
    const total = this.total ?? resources.length;
    for (const [from, to] of this.parts ?? [[0, resources.length]])
      this.device.send(t1205ResourceList, { replySerial, total, resources: resources.slice(from, to) });
  }

  count(what: DiskAsked['what']): number {
    return this.asked.filter((each) => each.what === what).length;
  }

  /** The newest media connection. */
  get camera(): Camera {
    const camera = this.cameras.at(-1);
    if (!camera) throw new Error('no media connection was made');
    return camera;
  }

  close(): void {
    for (const camera of this.cameras) camera.close();
    this.device.close();
  }

  private async dial(channel: number, port: number): Promise<void> {
    this.cameras.push(await Camera.connect(port, this.device.phone.slice(-12), channel));
  }
}
