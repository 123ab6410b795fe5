// Where an export is written: one file of bounded size, at any offset. Knows no container but for one word of Matroska.
import { open, type FileHandle } from 'node:fs/promises';
import type { StreamTargetChunk } from 'mediabunny';
import { ExportError } from './messages.ts';

const HEAD_BYTES = 64 * 1024;
/**
 * Players know plain text under this name everywhere, WebVTT in only the newest. Lines without marks are the same bytes in both, and
 * a text may be padded with zeros (RFC 8794, section 13).
 */
const WRITTEN_CODEC = Buffer.from('S_TEXT/WEBVTT', 'latin1');
const KNOWN_CODEC = Buffer.from('S_TEXT/UTF8\0\0', 'latin1');

/** Opens the file again. The stream fails with ExportError `size` past `maxBytes` and `disk` when nothing can be written. */
export const openOutput = async (path: string, maxBytes: number) => {
  const file = await open(path, 'w', 0o600).catch((error: unknown) => {
    throw new ExportError('disk', String(error));
  });
  let bytes = 0;
  const write = async ({ data, position }: StreamTargetChunk): Promise<void> => {
    const end = position + data.byteLength;
    if (end > maxBytes) throw new ExportError('size', `more than ${maxBytes} bytes`);
    if (position < HEAD_BYTES) renameSubtitles(data);
    await writeWhole(file, data, position);
    bytes = Math.max(bytes, end);
  };
  return {
    stream: new WritableStream<StreamTargetChunk>({ write }),
    bytes: (): number => bytes,
    close: (): Promise<void> => file.close(),
  };
};

const writeWhole = async (file: FileHandle, data: Uint8Array, position: number): Promise<void> => {
  for (let done = 0; done < data.byteLength;) {
    // oxlint-disable-next-line no-await-in-loop -- what is left is known only then
    const { bytesWritten } = await file
      .write(data, done, data.byteLength - done, position + done)
      .catch((error: unknown) => {
        throw new ExportError('disk', String(error));
      });
    if (bytesWritten === 0) throw new ExportError('disk', 'nothing was written');
    done += bytesWritten;
  }
};

const renameSubtitles = (data: Uint8Array): void => {
  const head = Buffer.from(data.buffer, data.byteOffset, Math.min(data.byteLength, HEAD_BYTES));
  const at = head.indexOf(WRITTEN_CODEC);
  if (at >= 0) KNOWN_CODEC.copy(head, at);
};
