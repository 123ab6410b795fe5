// The shape of one message of JT/T 808 or JT/T 1078: how its body is read and written. No framing, no header.

/** Body edition. The header layout says 2013 or 2019; 2011 is told apart per message (see each message's file). */
export type Edition = '2011' | '2013' | '2019';

/** `up`: terminal to platform. `down`: platform to terminal. */
export type Direction = 'up' | 'down';

/**
 * One message. `decode` takes the whole body (sub-packages already joined) and throws DecodeError when the body is shorter
 * than its table; extra bytes behind a known body are ignored. `encode` gives the body bytes and throws RangeError for a value
 * that does not fit its field.
 */
export type MessageCodec<T> = {
  readonly id: number;
  /** Kebab-case name of the message, as in the file name: `location-report`. */
  readonly name: string;
  readonly direction: Direction;
  readonly decode: (body: Uint8Array, edition: Edition) => T;
  readonly encode: (message: T, edition: Edition) => Uint8Array;
};

/** Lets a message file infer its type once: `export const t0002Heartbeat = message({ id: 0x0002, … })`. */
export const message = <T>(codec: MessageCodec<T>): MessageCodec<T> => codec;
