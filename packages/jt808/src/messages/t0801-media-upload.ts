// 0x0801: a picture, sound or video, all sub-packages joined; answered by 0x8800. Sections 19.2 and 19.3.
import { ByteReader, ByteWriter } from '../bytes.ts';
import { LOCATION_BASE_LENGTH, decodeLocation, writeLocationBase } from '../location.ts';
import type { LocationReport } from '../location.ts';
import { isJpeg } from '../media-item.ts';
import type { MediaItem } from '../media-item.ts';
import { message } from '../message.ts';

/**
 * `location` is the moment of shooting, without items. By the 2011 text `packetTotal` and `packetIndex` (from 1) stand in its
 * place. One vendor sends the bare picture: then `mediaId` is null, there is nothing to put into 0x8800, and type, format,
 * event and channel are 0.
 */
export type MediaUpload = Omit<MediaItem, 'mediaId'> & {
  readonly mediaId: number | null;
  readonly location?: LocationReport;
  readonly packetTotal?: number;
  readonly packetIndex?: number;
  readonly data: Uint8Array;
};

const HEAD_LENGTH = 8;
const PACKET_NUMBERS_LENGTH = 8;

export const t0801MediaUpload = message<MediaUpload>({
  id: 0x0801,
  name: 'media-upload',
  direction: 'up',
  decode: (body, edition) => {
    if (isJpeg(body)) return { mediaId: null, type: 0, format: 0, event: 0, channel: 0, data: body };
    const reader = new ByteReader(body);
    const head = {
      mediaId: reader.u32(),
      type: reader.u8(),
      format: reader.u8(),
      event: reader.u8(),
      channel: reader.u8(),
    };
    if (edition === '2011' && !isJpegAfterLocation(body)) {
      return { ...head, packetTotal: reader.u32(), packetIndex: reader.u32(), data: reader.rest() };
    }
    return { ...head, location: decodeLocation(reader.take(LOCATION_BASE_LENGTH)), data: reader.rest() };
  },
  encode: (upload) => {
    if (upload.mediaId === null) return upload.data.slice();
    const writer = new ByteWriter(HEAD_LENGTH + LOCATION_BASE_LENGTH + upload.data.length);
    writer.u32(upload.mediaId).u8(upload.type).u8(upload.format).u8(upload.event).u8(upload.channel);
    if (upload.location) writeLocationBase(writer, upload.location);
    else writer.u32(upload.packetTotal ?? 1).u32(upload.packetIndex ?? 1);
    return writer.raw(upload.data).finish();
  },
});

/** Devices registered by the 2011 form mostly send the newer body: a picture where that one has it settles the matter. */
const isJpegAfterLocation = (body: Uint8Array): boolean =>
  isJpeg(body.subarray(HEAD_LENGTH + LOCATION_BASE_LENGTH)) &&
  !isJpeg(body.subarray(HEAD_LENGTH + PACKET_NUMBERS_LENGTH));
