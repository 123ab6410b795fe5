// The files of active-safety alarms: kept for those raised lately, uploaded to the attachment port when 0x9208 asks
// (active safety, sections 5 and 8). How they are sent is in file-upload.ts.
import { alarmSignKey, encodeTime } from '@outrider/jt808';
import type { AttachmentRequest } from '@outrider/jt808';
import { createFmp4Writer, inspectVideoFrame, isCompleteParameterSets } from '@outrider/media';
import type { ClipStore, VideoClip } from '../media/clip-store.ts';
import { SAFETY_ALARMS } from './alarm-desk.ts';
import type { RaisedSafety } from './alarm-desk.ts';
import type { FtpUpload } from './ftp-upload.ts';
import { FileUpload, type StoredFile, type UploadOptions } from './file-upload.ts';

const MAX_ALARMS = 50;
const NAME_BYTES = 50;
const CLIP_FRAMES = 75;
const TIMESCALE = 90_000;
const DONE = 0;
const FAILED = 1;
const STATE_BLOCK_BYTES = 64;
/** With the fault 'length' each file is said to be so much longer than it is. */
const WRONG_BY_BYTES = 1000;
const NOBODYS_NUMBER = 'NOBODYASKEDFORTHIS000000';

export type AttachmentsOptions = UploadOptions & { readonly clips: ClipStore | null };

export class Attachments {
  /** Uploads that ended with every file complete, and those that did not. */
  completed = 0;
  failed = 0;
  /** Uploads to FTP servers that run, by the serial of what began them. */
  readonly ftp = new Map<number, FtpUpload>();
  private readonly options: AttachmentsOptions;
  private readonly alarms = new Map<string, RaisedSafety>();
  private readonly uploads = new Set<FileUpload>();

  constructor(options: AttachmentsOptions) {
    this.options = options;
  }

  remember(alarm: RaisedSafety): void {
    this.alarms.set(alarmSignKey(alarm.sign), alarm);
    const oldest = this.alarms.keys().next().value;
    if (this.alarms.size > MAX_ALARMS && oldest !== undefined) this.alarms.delete(oldest);
  }

  /** 0x9208: the result for 0x0001. */
  upload(request: AttachmentRequest): number {
    const alarm = this.alarms.get(alarmSignKey(request.alarmSign));
    const { clips, faults } = this.options;
    if (alarm === undefined || clips === null || request.tcpPort === 0) return FAILED;
    if (faults.files === 'silent') return DONE;
    const longer = faults.files === 'length' ? WRONG_BY_BYTES : 0;
    const files = filesOfAlarm(alarm, request.alarmNumber ?? '', clips).map((file) => ({
      ...file,
      size: file.size + longer,
    }));
    if (faults.files === 'stray') this.send({ ...request, alarmNumber: NOBODYS_NUMBER }, files);
    this.send(request, files);
    return DONE;
  }

  closeAll(): void {
    for (const upload of this.uploads) upload.close();
    for (const upload of this.ftp.values()) upload.cancel();
    this.uploads.clear();
  }

  private send(request: AttachmentRequest, files: readonly StoredFile[]): void {
    const upload: FileUpload = new FileUpload(this.options, request, files, (outcome) => {
      this[outcome] += 1;
      this.uploads.delete(upload);
    });
    this.uploads.add(upload);
    upload.dial();
  }
}

const hex = (value: number): string => value.toString(16).padStart(2, '0');

/** A picture, five seconds of video and the state blocks, named as in 6.5: some 110 kB. */
export const filesOfAlarm = ({ sign, name }: RaisedSafety, number: string, clips: ClipStore): StoredFile[] => {
  const { item, type } = SAFETY_ALARMS[name];
  const code = `${hex(item)}${hex(type)}`;
  const channel = item === 0x65 ? 1 : 2;
  const clip = clips.videoFor(channel, 'sub');
  const label = number === '' ? encodeTime(sign.time ?? 0) : number;
  const file = (kind: number, ext: string, data: Uint8Array): StoredFile => ({
    name: `0${kind}_${hex(item)}_${code}_0_${label}.${ext}`.slice(-NAME_BYTES),
    type: kind,
    size: data.length,
    data,
  });
  return [file(0, 'jpg', clips.photo), file(2, 'mp4', movieOf(clip)), file(3, 'bin', stateBlock())];
};

const movies = new WeakMap<VideoClip, Uint8Array>();

/** Five seconds of the clip as an MP4 file, made once. */
export const movieOf = (clip: VideoClip): Uint8Array => {
  const known = movies.get(clip);
  if (known !== undefined) return known;
  const [first = new Uint8Array(0)] = clip.frames;
  const sets = inspectVideoFrame(first, 'h264')?.parameterSets;
  if (sets === undefined || !isCompleteParameterSets(sets)) throw new Error('a clip begins without parameter sets');
  const { width, height, fps } = clip;
  const writer = createFmp4Writer({ codec: 'h264', parameterSets: sets, width, height, timescale: TIMESCALE });
  const duration = Math.round(TIMESCALE / fps);
  const segments = clip.frames
    .slice(0, CLIP_FRAMES)
    .flatMap((frame, i) => writer.segment(frame, i * duration, duration, clip.keys.has(i)) ?? []);
  const movie = new Uint8Array(Buffer.concat([writer.init(), ...segments]));
  movies.set(clip, movie);
  return movie;
};

/** One state block (section 8) of a standing vehicle, with its checksum. */
const stateBlock = (): Uint8Array => {
  const block = new Uint8Array(STATE_BLOCK_BYTES);
  block[3] = 1;
  block[63] = block.reduce((sum, byte) => sum + byte, 0) & 0xff;
  return block;
};
