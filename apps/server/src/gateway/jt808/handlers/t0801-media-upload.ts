// 0x0801: a picture, sound or clip, all parts joined. Kept in the file store; 0x8800 is sent when it is on disk and not before, because
// a recorder deletes what is acknowledged (section 19.3).
import { findJpeg, GENERAL_RESULT, hasFix, type MediaUpload, p8800MediaReply, t0801MediaUpload } from '@outrider/jt808';
import type { Clock } from '../../../kernel/clock.ts';
import { errorText } from '../../../kernel/errors.ts';
import type { NewFile } from '../../ports.ts';
import type { AskedMedia } from '../asked-media.ts';
import type { Accepted, Jt808Connection } from '../connection.ts';
import type { Handler } from '../handler.ts';
import type { Message } from '../message.ts';
import { causeOfMedium, kindOfMedium, mediumIdentity, utcOfMedium } from '../stored-media.ts';

const PICTURE = 0;
/** The bytes of an upload stay in memory until they are on disk: so many of them count like a position that waits. */
const BYTES_A_WAITING = 32 * 1024;

/** `2026-11-22T10:15:00.000Z` as `20261122T101500Z`. */
const stampOf = (ms: number): string => new Date(ms).toISOString().replaceAll(/[-:]|\.\d+/g, '');

type Around = { clock: Clock; asked: AskedMedia };

/** The file an upload is. `mediaId` null: the bare picture of one vendor, of which nothing else is known. */
const fileOf = (upload: MediaUpload, content: Uint8Array, accepted: Accepted, { clock, asked }: Around): NewFile => {
  const nowMs = clock.now();
  const { mediaId, type, event, channel, location } = upload;
  const { deviceKey, deviceId, utcOffsetMinutes } = accepted;
  const readMs = location?.time ?? null;
  const takenAtMs = readMs === null ? nowMs : utcOfMedium(readMs, utcOffsetMinutes);
  const kind = kindOfMedium(type);
  return {
    deviceKey,
    kind,
    channel,
    takenAtMs,
    name: `${deviceId}_${stampOf(takenAtMs)}_ch${channel}_${mediaId ?? 'x'}`,
    expectedBytes: content.length,
    ...(location !== undefined && hasFix(location)
      ? { latitude: location.latitude, longitude: location.longitude }
      : {}),
    ...(mediaId === null ? {} : { cause: causeOfMedium(event) }),
    source: '0x0801',
    asked: asked.has({
      id: mediaId,
      kind,
      channel,
      cause: causeOfMedium(event),
      takenMs: readMs === null ? null : takenAtMs,
    }),
    identity: mediumIdentity(mediaId, type, channel, readMs),
  };
};

const store = async (connection: Jt808Connection, file: NewFile, content: Uint8Array): Promise<void> => {
  const incoming = await connection.kit.files.begin(file);
  try {
    await incoming.write(0, content);
    await incoming.finish();
  } catch (error) {
    await incoming.abandon(); // the device sends all of it again
    throw error;
  }
};

const answerKept = (connection: Jt808Connection, { header }: Message, mediaId: number | null): void => {
  if (!connection.kit.mayAnswer()) return;
  if (mediaId === null) {
    connection.answer(header, GENERAL_RESULT.done); // the bare picture has no id
    return;
  }
  connection.mediaReplies.add(header, mediaId);
  connection.send(p8800MediaReply, { replySerial: header.serial, mediaId });
};

export const mediaUpload: Handler = (connection, message) => {
  const { header, body } = message;
  const upload = t0801MediaUpload.decode(body, connection.codec.edition);
  const { accepted, kit } = connection;
  if (accepted === null) return; // dispatch lets nobody in before authentication
  // A file cut into messages of its own, by the text of 2011 alone: nobody was seen to do it, and half a file is none.
  if ((upload.packetTotal ?? 1) > 1 || upload.data.length === 0) {
    connection.answer(header, GENERAL_RESULT.notSupported);
    return;
  }
  if (connection.isOverfull(header)) return;
  const content = (upload.type === PICTURE ? findJpeg(upload.data) : undefined) ?? upload.data;
  const file = fileOf(upload, content, accepted, { clock: kit.clock, asked: connection.askedMedia });
  const weight = Math.ceil(content.length / BYTES_A_WAITING);
  connection.countUnstored(weight);
  // One after the other: two uploads under one number must not meet in one file.
  const answered = (): Promise<void> =>
    store(connection, file, content)
      .then(
        () => answerKept(connection, message, upload.mediaId),
        (error: unknown) => {
          connection.forgetParts(header);
          connection.answer(header, GENERAL_RESULT.failed);
          kit.log.warn('upload not kept, not acknowledged', { deviceId: accepted.deviceId, reason: errorText(error) });
        },
      )
      .finally(() => connection.countUnstored(-weight));
  void connection.keeping.run(answered);
};
