// The shape of an answer to one platform message, and how its body is read before.
import { DecodeError } from '@outrider/jt808';
import type { MessageCodec } from '@outrider/jt808';
import type { Received } from '../../link/joiner.ts';
import type { SignalLink } from '../../link/signal-link.ts';
import type { Device } from '../device.ts';

/** Results of 0x0001. */
export const RESULT = { done: 0, failed: 1, malformed: 2, notSupported: 3 } as const;

/** Where a message came from. */
export type Request = { readonly link: SignalLink; readonly received: Received };

export type Answer = {
  readonly id: number;
  readonly run: (device: Device, request: Request) => void;
};

/**
 * Answers one message. `handle` gives the result of 0x0001, or null when it sent its own answer. A body that cannot be read is
 * answered with `malformed`.
 */
export const answer = <T>(
  codec: MessageCodec<T>,
  handle: (device: Device, message: T, request: Request) => number | null,
): Answer => ({
  id: codec.id,
  run: (device, request) => {
    const message = readOrNull(codec, request);
    const result = message === null ? RESULT.malformed : handle(device, message.value, request);
    if (result !== null) request.link.reply(request.received, result);
  },
});

const readOrNull = <T>(codec: MessageCodec<T>, { link, received }: Request): { value: T } | null => {
  try {
    return { value: codec.decode(received.body, link.codec.edition) };
  } catch (error) {
    if (error instanceof DecodeError) return null;
    throw error;
  }
};
