// 0x8804: records sound in the vehicle. JT/T 1078 does not inherit it. Section 19.2.
import { ByteReader, ByteWriter } from '../bytes.ts';
import { message } from '../message.ts';

/** `command` 0 stop, 1 start; `seconds` 0 on and on; `save` 0 upload, 1 store; `sampleRate` 0 8 kHz, 1 11, 2 23, 3 32. */
export type RecordAudio = {
  readonly command: number;
  readonly seconds: number;
  readonly save: number;
  readonly sampleRate: number;
};

export const p8804RecordAudio = message<RecordAudio>({
  id: 0x8804,
  name: 'record-audio',
  direction: 'down',
  decode: (body) => {
    const reader = new ByteReader(body);
    return { command: reader.u8(), seconds: reader.u16(), save: reader.u8(), sampleRate: reader.u8() };
  },
  encode: ({ command, seconds, save, sampleRate }) =>
    new ByteWriter().u8(command).u16(seconds).u8(save).u8(sampleRate).finish(),
});
