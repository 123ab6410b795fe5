// Cuts a JT/T 1078 recording into frames for this package's tests, as plainly as the packet table (clause 5.1) allows: the file is
// whole and clean. A second, independent reading beside packages/jt1078, which media may not import.

export type RecordedFrame = {
  readonly kind: 'video' | 'audio';
  readonly channel: number;
  readonly dataType: number;
  readonly payloadType: number;
  readonly timestampMs: number;
  readonly body: Uint8Array;
};

/** Frames in order of completion. `simBytes` is 6 or 10. Throws on anything but a clean recording. */
export const demux = (file: Uint8Array, simBytes: number): RecordedFrame[] => {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const shift = simBytes - 6;
  const open = new Map<string, { first: Omit<RecordedFrame, 'body'>; parts: Uint8Array[] }>();
  const frames: RecordedFrame[] = [];
  for (let at = 0; at < file.length;) {
    if (view.getUint32(at) !== 0x30316364) throw new Error(`no packet at ${at}`);
    const typeByte = view.getUint8(at + 15 + shift);
    const dataType = typeByte >> 4;
    const kind = dataType === 3 ? 'audio' : 'video';
    const lengthAt = at + (kind === 'audio' ? 24 : 28) + shift;
    const body = file.subarray(lengthAt + 2, lengthAt + 2 + view.getUint16(lengthAt));
    const channel = view.getUint8(at + 14 + shift);
    const timestampMs = Number(view.getBigUint64(at + 16 + shift));
    const first = { kind, channel, dataType, payloadType: view.getUint8(at + 5) & 0x7f, timestampMs } as const;
    const key = `${kind} ${channel}`;
    const flag = typeByte & 15;
    if (flag < 2) open.set(key, { first, parts: [] });
    const frame = open.get(key);
    if (frame === undefined) throw new Error(`no open frame at ${at}`);
    frame.parts.push(body);
    if (flag === 0 || flag === 2) {
      frames.push({ ...frame.first, body: new Uint8Array(Buffer.concat(frame.parts)) });
      open.delete(key);
    }
    at = lengthAt + 2 + body.length;
  }
  return frames;
};
