// 0x0800: a picture, sound or video was taken; 0x0801 may follow. Section 19.2.
import { ByteReader, ByteWriter } from '../bytes.ts';
import type { MediaItem } from '../media-item.ts';
import { message } from '../message.ts';

export const t0800MediaEvent = message<MediaItem>({
  id: 0x0800,
  name: 'media-event',
  direction: 'up',
  decode: (body) => {
    const reader = new ByteReader(body);
    return {
      mediaId: reader.u32(),
      type: reader.u8(),
      format: reader.u8(),
      event: reader.u8(),
      channel: reader.u8(),
    };
  },
  encode: ({ mediaId, type, format, event, channel }) =>
    new ByteWriter().u32(mediaId).u8(type).u8(format).u8(event).u8(channel).finish(),
});
