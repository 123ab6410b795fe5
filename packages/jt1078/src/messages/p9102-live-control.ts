// 0x9102: the platform stops, pauses, resumes or switches a live stream, or ends a talk (clause 5.5.2).
import { ByteReader, ByteWriter, message } from '@outrider/jt808';

/** Commands of 0x9102. Listening and broadcast have none of their own: stop, then close the connection. */
export const LIVE_COMMAND = { stop: 0, switchStream: 1, pause: 2, resume: 3, endTalk: 4 } as const;

/** What `stop` closes. */
export const CLOSE_TYPE = { audioVideo: 0, audio: 1, video: 2 } as const;

export type LiveControl = {
  readonly channel: number;
  /** See LIVE_COMMAND. */
  readonly command: number;
  /** See CLOSE_TYPE; for `stop`, else 0. */
  readonly closeType: number;
  /** 0 main, 1 sub; for `switchStream`, else 0. */
  readonly streamType: number;
};

export const p9102LiveControl = message<LiveControl>({
  id: 0x9102,
  name: 'live-control',
  direction: 'down',
  decode: (body) => {
    const reader = new ByteReader(body);
    return { channel: reader.u8(), command: reader.u8(), closeType: reader.u8(), streamType: reader.u8() };
  },
  encode: (control) =>
    new ByteWriter().u8(control.channel).u8(control.command).u8(control.closeType).u8(control.streamType).finish(),
});
