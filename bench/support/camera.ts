// A recorder with synthetic pictures of an exact size and pace: signs on like any other, dials the media port when asked and sends.
// The pictures are H.264 to every parser on the way (parameter sets, slices) and noise to a decoder, which no benchmark here has.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import {
  DATA_TYPE,
  p9101LiveRequest,
  p9102LiveControl,
  LIVE_COMMAND,
  Packetizer,
  PAYLOAD_TYPE,
} from '@outrider/jt1078';
import { Device } from '../../integration/support/device.ts';

/** 25 frames a second, a key frame every two seconds. */
export const FRAME_MS = 40;
const GROUP_FRAMES = 50;
/** A key frame is so many times larger than the others. */
const KEY_WEIGHT = 6;

const PARAMETER_SETS = Buffer.from('00000001674d001495a85825900000000168ee3c80', 'hex');
const START_CODE_AND_IDR = Buffer.from('0000000165b8', 'hex');
const START_CODE_AND_SLICE = Buffer.from('00000001419a', 'hex');

const groups = new Map<number, readonly Uint8Array[]>();

/** A group of pictures of `bitsPerSecond`, in order, the key frame first. The same one for all who ask: hundreds of cameras share it. */
export const groupOfPictures = (bitsPerSecond: number): readonly Uint8Array[] => {
  const known = groups.get(bitsPerSecond) ?? newGroup(bitsPerSecond);
  groups.set(bitsPerSecond, known);
  return known;
};

const newGroup = (bitsPerSecond: number): readonly Uint8Array[] => {
  const groupBytes = (bitsPerSecond / 8) * ((GROUP_FRAMES * FRAME_MS) / 1000);
  const unit = groupBytes / (GROUP_FRAMES - 1 + KEY_WEIGHT);
  return Array.from({ length: GROUP_FRAMES }, (_, i) => {
    const head = i === 0 ? [PARAMETER_SETS, START_CODE_AND_IDR] : [START_CODE_AND_SLICE];
    const bytes = Math.round(i === 0 ? unit * KEY_WEIGHT : unit) - head.reduce((n, part) => n + part.length, 0);
    // No zero byte, so that nothing in the slice looks like a start code.
    const slice = Uint8Array.from({ length: bytes }, (__, at) => 1 + ((at * 31 + i * 17) % 255));
    return Buffer.concat([...head, slice]);
  });
};

export type CameraOptions = { phone: string; bitsPerSecond?: number };

export class Camera {
  readonly device: Device;
  /** When the last request for video came in and when its first picture left, in performance.now() of this process. */
  askedMs = 0;
  firstPictureMs = 0;
  private readonly pictures: readonly Uint8Array[];
  private readonly flows = new Set<Flow>();

  private constructor(device: Device, bitsPerSecond: number) {
    this.device = device;
    this.pictures = groupOfPictures(bitsPerSecond);
    device.on(0x9101, ({ header, body }) => {
      this.askedMs = performance.now();
      const { tcpPort, channel } = p9101LiveRequest.decode(body, device.edition);
      device.reply(header);
      void this.flow(tcpPort, channel); // a refused connection ends the benchmark as an unhandled rejection
    });
    device.on(0x9102, ({ header, body }) => {
      device.reply(header);
      const { channel, command } = p9102LiveControl.decode(body, device.edition);
      if (command === LIVE_COMMAND.stop) this.end(channel);
    });
  }

  static async online(port: number, { phone, bitsPerSecond = 1_000_000 }: CameraOptions): Promise<Camera> {
    // Its ears are open before it signs on: a server that records asks for video at once.
    const camera = new Camera(await Device.dial(port, { phone }), bitsPerSecond);
    await camera.device.signOn();
    return camera;
  }

  close(): void {
    for (const flow of this.flows) flow.close();
    this.device.close();
  }

  private end(channel: number): void {
    for (const flow of this.flows) {
      if (flow.channel !== channel) continue;
      flow.close();
      this.flows.delete(flow);
    }
  }

  private async flow(port: number, channel: number): Promise<void> {
    this.end(channel);
    const socket = await dialMedia(port);
    this.firstPictureMs = performance.now();
    this.flows.add(new Flow(socket, this.device.phone, channel, this.pictures));
  }
}

/** A connection to a media port, open. */
const dialMedia = async (port: number): Promise<Socket> => {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  socket.on('error', () => socket.destroy()); // the server closes it as it likes
  await once(socket, 'connect');
  return socket;
};

/** The media of a camera without its recorder, to the one who takes media packets that nobody asked for. Close it in the end. */
export const openFlow = async (port: number, phone: string, bitsPerSecond: number): Promise<{ close: () => void }> =>
  new Flow(await dialMedia(port), phone, 1, groupOfPictures(bitsPerSecond));

class Flow {
  readonly channel: number;
  private readonly socket: Socket;
  private readonly packetizer = new Packetizer();
  private readonly startedMs = performance.now();
  private sent = 0;
  private readonly timer: NodeJS.Timeout;

  constructor(socket: Socket, simDigits: string, channel: number, pictures: readonly Uint8Array[]) {
    this.channel = channel;
    this.socket = socket;
    // Sends by the clock and not by the count of ticks: a late tick makes up for itself.
    const send = (): void => {
      while (this.sent * FRAME_MS <= performance.now() - this.startedMs) this.send(simDigits, pictures);
    };
    this.timer = setInterval(send, 5);
    send();
    socket.once('close', () => clearInterval(this.timer));
  }

  close(): void {
    clearInterval(this.timer);
    this.socket.destroy();
  }

  private send(simDigits: string, pictures: readonly Uint8Array[]): void {
    const at = this.sent % pictures.length;
    const body = pictures[at];
    if (body === undefined) throw new Error('a group without pictures');
    const frame = {
      simDigits,
      channel: this.channel,
      dataType: at === 0 ? DATA_TYPE.videoI : DATA_TYPE.videoP,
      payloadType: PAYLOAD_TYPE.h264,
      timestampMs: BigInt(this.sent * FRAME_MS),
      lastIFrameIntervalMs: at * FRAME_MS,
      lastFrameIntervalMs: FRAME_MS,
      body,
    };
    this.socket.write(this.packetizer.bytes(frame));
    this.sent += 1;
  }
}
