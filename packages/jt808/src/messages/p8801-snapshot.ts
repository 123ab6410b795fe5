// 0x8801: take photos or record video now; answered by 0x0805 and 0x0801. Sections 19.2 and 19.3.
import { ByteReader, ByteWriter } from '../bytes.ts';
import { message } from '../message.ts';

/**
 * `command` 0 stop, FFFF record video, else the number of photos. `interval` in s, 0 shortest or record on. `save` 1 store,
 * 0 upload. `resolution` as in section 19.2, `quality` 1 (best) to 10, `brightness` and `chroma` 0-255, `contrast` and
 * `saturation` 0-127. On channels 0x64 and 0x65 the peripheral ignores all but the channel.
 */
export type Snapshot = {
  readonly channel: number;
  readonly command: number;
  readonly interval: number;
  readonly save: number;
  readonly resolution: number;
  readonly quality: number;
  readonly brightness: number;
  readonly contrast: number;
  readonly saturation: number;
  readonly chroma: number;
};

export const p8801Snapshot = message<Snapshot>({
  id: 0x8801,
  name: 'snapshot',
  direction: 'down',
  decode: (body) => {
    const reader = new ByteReader(body);
    return {
      channel: reader.u8(),
      command: reader.u16(),
      interval: reader.u16(),
      save: reader.u8(),
      resolution: reader.u8(),
      quality: reader.u8(),
      brightness: reader.u8(),
      contrast: reader.u8(),
      saturation: reader.u8(),
      chroma: reader.u8(),
    };
  },
  encode: (snapshot) => {
    const writer = new ByteWriter().u8(snapshot.channel).u16(snapshot.command).u16(snapshot.interval);
    writer.u8(snapshot.save).u8(snapshot.resolution).u8(snapshot.quality).u8(snapshot.brightness);
    return writer.u8(snapshot.contrast).u8(snapshot.saturation).u8(snapshot.chroma).finish();
  },
});
