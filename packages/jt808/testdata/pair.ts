// The shape of a golden pair and of a file of them. For tests only.
import { fromHex } from '../src/index.ts';
import type { Edition, MessageCodec } from '../src/index.ts';

/** Hex with spaces between fields. */
export const hex = (text: string): Uint8Array => fromHex(text.replaceAll(/\s/g, ''));

/** One body and what it says, ready to be tried in both directions. */
export type Pair = {
  readonly name: string;
  readonly body: Uint8Array;
  readonly value: unknown;
  readonly id: number;
  readonly decode: () => unknown;
  /** Undefined for bodies that are accepted but never sent. */
  readonly encode: (() => Uint8Array) | undefined;
};

/** A pair for both directions. The name is followed by the message's id. */
export const both = <T>(name: string, codec: MessageCodec<T>, edition: Edition, text: string, value: T): Pair => ({
  ...decodeOnly(name, codec, edition, text, value),
  encode: () => codec.encode(value, edition),
});

/** A form that devices send and we only read. */
export const decodeOnly = <T>(name: string, codec: MessageCodec<T>, edition: Edition, text: string, value: T): Pair => {
  const body = hex(text);
  const title = `0x${codec.id.toString(16).padStart(4, '0')} ${name}`;
  return { name: title, id: codec.id, body, value, decode: () => codec.decode(body, edition), encode: undefined };
};
