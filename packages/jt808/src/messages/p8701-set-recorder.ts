// 0x8701: sets something in the driving recorder. The 2011 text prints 0x8101 in one place. Section 18.1.
import { ByteReader, ByteWriter } from '../bytes.ts';
import { message } from '../message.ts';

/** `data`: a GB/T 19056 block (recorder-block.ts). */
export type SetRecorder = { readonly command: number; readonly data: Uint8Array };

export const p8701SetRecorder = message<SetRecorder>({
  id: 0x8701,
  name: 'set-recorder',
  direction: 'down',
  decode: (body) => {
    const reader = new ByteReader(body);
    return { command: reader.u8(), data: reader.rest() };
  },
  encode: ({ command, data }) => new ByteWriter(1 + data.length).u8(command).raw(data).finish(),
});
