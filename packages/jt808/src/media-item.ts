// Fields the multimedia messages 0x0800-0x0805 share, and finding the picture in what a device sent. Codes: section 19.1.

/**
 * `type` 0 picture, 1 audio, 2 video. `format` 0 JPEG, 1 TIF, 2 MP3, 3 WAV, 4 WMV. `event` 0 platform command, 1 timed,
 * 2 robbery alarm, 3 collision or rollover, 4 door open, 5 door close, 6 doors closed and over 20 km/h, 7 distance. `channel` from
 * 1; 0x64 and 0x65 are the active-safety cameras.
 */
export type MediaItem = {
  readonly mediaId: number;
  readonly type: number;
  readonly format: number;
  readonly event: number;
  readonly channel: number;
};

const SEARCHED = 256;

/** Whether bytes begin as a JPEG does; trust this over the announced format. */
export const isJpeg = (data: Uint8Array): boolean => data[0] === 0xff && data[1] === 0xd8;

/**
 * The JPEG in uploaded data: from the first FF D8 FF within 256 bytes, since devices put bytes of their own in front. Undefined
 * when there is none: keep the original then. A view, not a copy. Section 19.3.
 */
export const findJpeg = (data: Uint8Array): Uint8Array | undefined => {
  for (let at = 0; at <= SEARCHED && at + 2 < data.length; at += 1) {
    if (data[at] === 0xff && data[at + 1] === 0xd8 && data[at + 2] === 0xff) return data.subarray(at);
  }
  return isJpeg(data) ? data : undefined;
};
