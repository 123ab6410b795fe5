// Uploads to FTP servers that run on one link: each is known by the serial of the 0x9206 that began it, which 0x1206 and 0x9207 name.
import { AppError } from '@outrider/contract';
import {
  p9206UploadRequest,
  p9207UploadControl,
  UPLOAD_COMMAND,
  UPLOAD_CONDITION,
  UPLOAD_RESULT,
} from '@outrider/jt1078';
import { encodeTime, type LinkCodec } from '@outrider/jt808';
import type { DeviceUpload, UploadEnd, UploadRequest } from '../link.ts';
import type { SendOptions } from './orders/order-lane.ts';
import type { OrderLanes } from './orders/order-lanes.ts';

const STREAM = { any: 0, main: 1, sub: 2 } as const;
const ANY_ALARM = 0n;
const AUDIO_AND_VIDEO = 0;
const ANY_DISK = 0;
const SECOND_MS = 1000;
const OPTIONS: SendOptions = { timeoutMs: 10_000, repeats: 0, tellsUnsupported: true };

export class Uploads {
  readonly #running = new Map<number, (end: UploadEnd) => void>();

  /** Resolves when the device has taken it. */
  async start(
    { lanes, codec, utcOffsetMinutes }: { lanes: OrderLanes; codec: LinkCodec; utcOffsetMinutes: number },
    request: UploadRequest,
  ): Promise<DeviceUpload> {
    const { promise, resolve } = Promise.withResolvers<UploadEnd>();
    let serial: number | undefined;
    const encode = () => {
      const encoded = codec.encode(p9206UploadRequest, bodyOf(request, utcOffsetMinutes));
      serial = encoded.serial;
      this.#running.set(serial, resolve); // a device may be done before it has answered
      return encoded;
    };
    try {
      await lanes.orders.send(p9206UploadRequest.id, encode, OPTIONS);
    } catch (error) {
      if (serial !== undefined) this.#running.delete(serial);
      throw error;
    }
    return {
      ended: promise,
      control: async (action) => {
        if (serial === undefined || !this.#running.has(serial)) throw new AppError('not_found', 'The upload is over.');
        const body = { uploadSerial: serial, command: UPLOAD_COMMAND[action] };
        await lanes.orders.send(p9207UploadControl.id, () => codec.encode(p9207UploadControl, body), OPTIONS);
      },
    };
  }

  /** A 0x1206 came. */
  finished(replySerial: number, result: number): void {
    const end = this.#running.get(replySerial);
    this.#running.delete(replySerial);
    end?.(result === UPLOAD_RESULT.success ? 'done' : 'failed');
  }

  /** The link is gone: nothing will be heard of them. */
  close(): void {
    const ends = [...this.#running.values()];
    this.#running.clear();
    for (const end of ends) end('lost');
  }
}

const bodyOf = (request: UploadRequest, utcOffsetMinutes: number): Parameters<typeof p9206UploadRequest.encode>[0] => ({
  address: request.address,
  port: request.port,
  userName: request.user,
  password: request.password,
  path: request.path,
  channel: request.channel,
  startBcd: encodeTime(request.startMs, utcOffsetMinutes),
  endBcd: encodeTime(Math.ceil(request.endMs / SECOND_MS) * SECOND_MS, utcOffsetMinutes),
  alarmFlags: ANY_ALARM,
  resourceType: AUDIO_AND_VIDEO,
  streamType: STREAM[request.stream],
  storageType: ANY_DISK,
  conditions: UPLOAD_CONDITION.wifi | UPLOAD_CONDITION.lan | UPLOAD_CONDITION.mobile,
});
