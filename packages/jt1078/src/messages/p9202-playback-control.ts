// 0x9202: the platform pauses, resumes, seeks, speeds up or stops a playback (clause 5.6.4).
import { ByteReader, ByteWriter, message } from '@outrider/jt808';
import { readTimeDigits, writeTimeDigits } from './fields.ts';

/** Commands of 0x9202. `start` also goes back to normal speed. */
export const PLAYBACK_COMMAND = {
  start: 0,
  pause: 1,
  stop: 2,
  fastForward: 3,
  rewindKeyFrames: 4,
  seek: 5,
  keyFrames: 6,
} as const;

export type PlaybackControl = {
  readonly channel: number;
  /** See PLAYBACK_COMMAND. */
  readonly command: number;
  /** For fast forward and rewind, else 0: 1 = 1x, 2 = 2x, 3 = 4x, 4 = 8x, 5 = 16x. */
  readonly speedCode: number;
  /** YYMMDDhhmmss in the device's zone; for seek, else NO_TIME. */
  readonly positionBcd: string;
};

export const p9202PlaybackControl = message<PlaybackControl>({
  id: 0x9202,
  name: 'playback-control',
  direction: 'down',
  decode: (body) => {
    const reader = new ByteReader(body);
    return {
      channel: reader.u8(),
      command: reader.u8(),
      speedCode: reader.u8(),
      positionBcd: readTimeDigits(reader),
    };
  },
  encode: (control) => {
    const writer = new ByteWriter().u8(control.channel).u8(control.command).u8(control.speedCode);
    return writeTimeDigits(writer, control.positionBcd).finish();
  },
});
