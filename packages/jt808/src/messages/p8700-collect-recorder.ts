// 0x8700: asks for data of the driving recorder; answered by 0x0700. Section 18.1.
import { ByteReader, ByteWriter } from '../bytes.ts';
import { message } from '../message.ts';

/** `data`: a GB/T 19056 block (recorder-block.ts) or nothing; 2011 knows none. */
export type CollectRecorder = { readonly command: number; readonly data: Uint8Array };

export const p8700CollectRecorder = message<CollectRecorder>({
  id: 0x8700,
  name: 'collect-recorder',
  direction: 'down',
  decode: (body) => {
    const reader = new ByteReader(body);
    return { command: reader.u8(), data: reader.rest() };
  },
  encode: ({ command, data }, edition) => {
    const writer = new ByteWriter(1 + data.length).u8(command);
    return (edition === '2011' ? writer : writer.raw(data)).finish();
  },
});
