// Small messages that are kept as they are: read, stored, and answered when that is on disk. What cannot be kept is not acknowledged.
import { createHash } from 'node:crypto';
import { findMessage as findJt1078 } from '@outrider/jt1078';
import { findMessage as findJt808, GENERAL_RESULT, toHex } from '@outrider/jt808';
import { AppError, errorText } from '../../../kernel/errors.ts';
import type { MessageKind } from '../../ports.ts';
import type { Jt808Connection } from '../connection.ts';
import type { Handler } from '../handler.ts';
import type { Message } from '../message.ts';

/** A larger one is no small message: it is refused, so that the device does not believe it kept. */
const MAX_BYTES = 64 * 1024;
const HOUR_MS = 3_600_000;

/** Bytes as hex, everything else as JSON has it. */
const jsonOf = (decoded: unknown): string =>
  JSON.stringify(decoded, (_, value: unknown) => (value instanceof Uint8Array ? toHex(value) : value)) ?? 'null';

export const contentMark = (body: Uint8Array): string => createHash('sha1').update(body).digest('hex');

/** What names no time of its own is the same message only under the same serial, within an hour. */
export const untimedMark = ({ header, body }: Message, receivedMs: number): string =>
  `${contentMark(body)}.${header.serial}.${Math.floor(receivedMs / HOUR_MS)}`;

/**
 * Runs `keep` after what came before on this connection, and answers when it has ended: done, or failed. A message that repeats one
 * that was kept is answered alone; one that repeats a failed one is a new try.
 */
export const answerWhenKept = (connection: Jt808Connection, message: Message, keep: () => Promise<void>): void => {
  const { kit, accepted, repeated } = connection;
  const keepOnce = async (): Promise<void> => {
    if (repeated.isRepeat(message)) return;
    try {
      await keep();
    } catch (error) {
      repeated.forget(message);
      throw error;
    }
  };
  if (connection.isOverfull(message.header)) return;
  connection.countUnstored(1);
  const answered = (): Promise<void> =>
    keepOnce()
      .then(
        () => connection.answerWhole(message, GENERAL_RESULT.done),
        (error: unknown) => {
          connection.forgetParts(message.header);
          connection.answerWhole(message, GENERAL_RESULT.failed);
          if (error instanceof AppError && error.code === 'not_found') return; // a new device: said once when it came
          kit.log.warn('message not kept, not acknowledged', {
            deviceId: accepted?.deviceId,
            messageId: message.header.messageId,
            reason: errorText(error),
          });
        },
      )
      .finally(() => connection.countUnstored(-1));
  void connection.keeping.run(answered);
};

/** `timed`: its content names its own time, so the same content is the same message whenever it comes. */
export const keepMessage =
  (kind: MessageKind, { timed = false } = {}): Handler =>
  (connection, message) => {
    const { header, body } = message;
    const codec = findJt808(header.messageId) ?? findJt1078(header.messageId);
    const decoded = codec?.decode(body, connection.codec.edition);
    const { accepted, kit } = connection;
    if (accepted === null) return; // dispatch lets nobody in before authentication
    if (body.length > MAX_BYTES) {
      connection.answerWhole(message, GENERAL_RESULT.notSupported);
      return;
    }
    const receivedMs = kit.clock.now();
    const mark = timed ? contentMark(body) : untimedMark(message, receivedMs);
    const { deviceKey } = accepted;
    answerWhenKept(connection, message, () =>
      kit.messages.keep({ deviceKey, kind, receivedMs, content: jsonOf(decoded), body: body.slice(), mark }),
    );
  };
