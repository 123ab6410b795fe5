// 0x1FC4: how far an upgrade ordered by 0x8105 has come (Guangdong). Active safety, section 11.
import { ByteReader, ByteWriter } from '../bytes.ts';
import { message } from '../message.ts';

/**
 * `type` as in 0x0108. `state`: 1 downloading, 2 downloaded, 3 download failed, 4 installing, 5 installed, 6 install failed,
 * 7 target not found, 8 hardware not supported, 9 same version, 10 version not supported, 11 other. `progress` in %.
 */
export type UpgradeProgress = {
  readonly replySerial: number;
  readonly type: number;
  readonly state: number;
  readonly progress: number;
  readonly error: number;
};

export const t1fc4UpgradeProgress = message<UpgradeProgress>({
  id: 0x1fc4,
  name: 'upgrade-progress',
  direction: 'up',
  decode: (body) => {
    const reader = new ByteReader(body);
    return {
      replySerial: reader.u16(),
      type: reader.u8(),
      state: reader.u8(),
      progress: reader.u8(),
      error: reader.u8(),
    };
  },
  encode: (progress) =>
    new ByteWriter()
      .u16(progress.replySerial)
      .u8(progress.type)
      .u8(progress.state)
      .u8(progress.progress)
      .u8(progress.error)
      .finish(),
});
