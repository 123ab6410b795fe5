// Hands positions on and answers when they are on disk. No answer when they cannot be stored: the device keeps and repeats them.
import { GENERAL_RESULT } from '@outrider/jt808';
import { readPosition } from '../../position.ts';
import type { Jt808Connection } from '../connection.ts';
import type { Message } from '../message.ts';

/** `bodies` are 0x0200 bodies of at least 28 bytes. Throws DecodeError for a shorter one, before anything is handed on. */
export const storePositions = (
  connection: Jt808Connection,
  message: Message,
  bodies: readonly Uint8Array[],
  replayed: boolean,
): void => {
  const { accepted, kit } = connection;
  if (accepted === null) return; // dispatch lets nobody in before authentication
  const { header, lastPart } = message; // what waits for the disk holds neither body nor the bytes that were read
  if (connection.isOverfull(header)) return;
  const receivedMs = kit.clock.now();
  const positions = bodies.map((body) => readPosition(body, accepted.utcOffsetMinutes, receivedMs, replayed));
  kit.counters.positions += positions.length;
  connection.countUnstored(1);
  const began = kit.reports?.began() ?? 0;
  kit.positions.store(accepted.deviceKey, accepted.deviceId, positions).then(
    () => {
      connection.countUnstored(-1);
      kit.reports?.ended(began);
      connection.answerWhole({ header, lastPart }, GENERAL_RESULT.done);
    },
    (error: unknown) => {
      connection.countUnstored(-1);
      connection.forgetParts(header);
      kit.log.warn('positions not stored, no answer sent', {
        deviceId: accepted.deviceId,
        count: positions.length,
        err: error,
      });
    },
  );
};
