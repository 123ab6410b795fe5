// 0x9003: the platform asks which codecs and channels a device has. Answered by 0x1003 (clause 5.4.1).
import { message } from '@outrider/jt808';

/** The body is empty. */
export type QueryAvAttributes = Readonly<Record<string, never>>;

export const p9003QueryAvAttributes = message<QueryAvAttributes>({
  id: 0x9003,
  name: 'query-av-attributes',
  direction: 'down',
  decode: () => ({}),
  encode: () => new Uint8Array(0),
});
