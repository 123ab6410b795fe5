// Pictures of recorders (0x0801, in parts) as a load: each that was called complete (0x8800) is listed and lies on the disk once,
// whole, with its channel, cause and place, and with the alarm it was taken at.
import {
  encodeLocation,
  p8001GeneralReply,
  p8800MediaReply,
  t0801MediaUpload,
  type Frame,
  type LocationReport,
} from '@outrider/jt808';
import { Device, type Edition, locationAt } from './device.ts';
import { type Load, lookUntilMade, type Verdict } from './load.ts';
import { registerDevices, sosEvents } from './report-loads.ts';
import type { ServerProcess } from './server-process.ts';
import { fetchFile, readStoredFiles, sha256Of, type ListedFile } from './stored-files.ts';

const SENDERS = 4;
/** Bytes of a part of a message. */
export const PART_BYTES = 1000;
const SMALLEST_BYTES = 15_000;
const LABEL_AT = 8;
/** Apart by more than a picture looks for its alarm. */
const STEP_MS = 70_000;
/** Holds fewer alarms than one question answers. */
const QUESTION_MS = 24 * 3_600_000;
/** A picture follows its alarm. */
const AFTER_ALARM_MS = 1000;
const ALARM_LASTS_MS = 30_000;
const SOS = 1;
const CAUSES = ['order', 'timed', 'robbery', 'collision'] as const;
/** Taken by the clock: of no alarm. */
const TIMED = CAUSES.indexOf('timed');

type Picture = { mediaId: number; alarmMs: number; event: number; channel: number; data: Uint8Array; sha256: string };
type Acknowledged = Picture & { life: number };

export const pictureOf = (id: string, mediaId: number, startMs: number): Picture => {
  const data = Uint8Array.from({ length: SMALLEST_BYTES + (mediaId % 7) * 1777 }, (_, i) => (i * 31 + mediaId) & 0xff);
  data.set([0xff, 0xd8, 0xff, 0xe0]);
  data.set(Buffer.from(`${id} ${mediaId}`), LABEL_AT);
  const alarmMs = startMs + mediaId * STEP_MS;
  return { mediaId, alarmMs, event: mediaId % CAUSES.length, channel: 1 + (mediaId % 4), data, sha256: sha256Of(data) };
};

const placeOf = (mediaId: number): Pick<LocationReport, 'latitude' | 'longitude'> => ({
  latitude: 24 + mediaId / 1000,
  longitude: 120 + mediaId / 1000,
});

const locationOf = ({ mediaId, alarmMs }: Picture): LocationReport =>
  locationAt(alarmMs + AFTER_ALARM_MS, placeOf(mediaId));

/** The body of its 0x0801. */
export const uploadOf = (picture: Picture, edition: Edition = '2013'): Uint8Array => {
  const { mediaId, event, channel, data } = picture;
  const location = locationOf(picture);
  return t0801MediaUpload.encode({ mediaId, type: 0, format: 0, event, channel, location, data }, edition);
};

/** One recorder: reports an alarm, sends the picture of it, and keeps it until 0x8800. The next one then. */
class PictureSender {
  readonly id: string;
  readonly startMs: number;
  readonly acknowledged = new Map<number, Acknowledged>();
  current: Picture | null = null;
  life = 0;
  readonly #edition: Edition;
  #count = 0;
  #stopped = false;

  constructor(id: string, startMs: number, edition: Edition) {
    this.id = id;
    this.startMs = startMs;
    this.#edition = edition;
  }

  /** The device time of the newest alarm. */
  get lastMs(): number {
    return this.startMs + this.#count * STEP_MS;
  }

  async connect(port: number): Promise<void> {
    const device = await Device.online(port, { phone: this.id, edition: this.#edition });
    this.life += 1;
    let unanswered = new Set<number>();
    let firstPart = 0;
    const upload = (picture: Picture): void => {
      firstPart = device.sendBody(0x0801, uploadOf(picture, this.#edition), PART_BYTES);
    };
    const begin = (): void => {
      if (this.current === null) {
        if (this.#stopped) return;
        this.#count += 1;
        this.current = pictureOf(this.id, this.#count, this.startMs);
      }
      const { alarmMs, event } = this.current;
      if (event === TIMED) return upload(this.current);
      const reports = [locationAt(alarmMs, { alarm: SOS }), locationAt(alarmMs + ALARM_LASTS_MS)];
      unanswered = new Set(reports.map((report) => device.sendBody(0x0200, encodeLocation(report))));
    };
    device.on(0x8001, ({ body }) => {
      const { replySerial, replyId, result } = p8001GeneralReply.decode(body, this.#edition);
      if (replyId === 0x0801 && result !== 0) device.close(); // refused: seen as a load that stands still
      if (!unanswered.delete(replySerial) || unanswered.size > 0 || this.current === null) return;
      upload(this.current);
    });
    device.on(0x8800, (frame: Frame) => {
      const { mediaId, packages = [] } = p8800MediaReply.decode(frame.body, this.#edition);
      if (this.current?.mediaId !== mediaId) return;
      if (packages.length > 0) return device.codec.resend(firstPart, packages).forEach((each) => device.write(each));
      this.acknowledged.set(mediaId, { ...this.current, life: this.life });
      this.current = null;
      begin();
    });
    begin();
  }

  stop(): void {
    this.#stopped = true;
  }
}

export class PictureLoad implements Load {
  readonly name = 'pictures';
  readonly perLife = SENDERS;
  readonly #data: string;
  readonly #senders: readonly PictureSender[];
  #stopped = false;
  /** Pictures that a kill met between the disk and 0x8800. */
  readonly #keptUnsaid = new Set<string>();

  constructor(data: string, firstId: number, startMs: number) {
    this.#data = data;
    this.#senders = Array.from(
      { length: SENDERS },
      (_, i) => new PictureSender(String(firstId + i), startMs, i % 2 === 0 ? '2013' : '2019'),
    );
  }

  get acknowledged(): number {
    return this.#senders.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
  }

  get settled(): boolean {
    return this.#senders.every(({ current }) => current === null);
  }

  get remark(): string {
    return `${this.#keptUnsaid.size} were kept when the kill came and not yet acknowledged`;
  }

  prepare(server: ServerProcess): Promise<void> {
    return registerDevices(
      server,
      this.#senders.map(({ id }) => id),
    );
  }

  async connect({ ports }: ServerProcess): Promise<void> {
    await Promise.all(this.#senders.map((sender) => sender.connect(ports.jt808)));
  }

  stop(): void {
    this.#stopped = true;
    for (const sender of this.#senders) sender.stop();
  }

  check(server: ServerProcess): Promise<Verdict> {
    return lookUntilMade(async () => {
      const { listed, unlisted } = await readStoredFiles(server, this.#data);
      const verdict: Verdict = { acknowledged: this.acknowledged, lost: [], surplus: [] };
      if (unlisted > 0) verdict.surplus.push(`${unlisted} files without a row`);
      for (const sender of this.#senders) await this.#compare(server, sender, listed, verdict);
      return verdict;
    });
  }

  async #compare(server: ServerProcess, sender: PictureSender, all: readonly ListedFile[], verdict: Verdict) {
    const { id, startMs, lastMs, life, acknowledged, current } = sender;
    const listed = all.filter(({ deviceid }) => deviceid === id);
    const events = await sosEvents(server, id, startMs, lastMs, QUESTION_MS);
    for (const picture of acknowledged.values()) {
      // A picture is matched with its alarm every few seconds: that of this life may still wait for it.
      const isLinked = picture.life < life || this.#stopped;
      const wanted = rowOf(picture, isLinked ? events : null);
      const own = listed.filter(({ sha256 }) => sha256 === picture.sha256);
      if (!own.some((row) => row.sound && Object.entries(wanted).every(([key, value]) => row[key] === value)))
        verdict.lost.push(`${id} ${picture.mediaId}: ${JSON.stringify(own)} instead of ${JSON.stringify(wanted)}`);
      if (own.length > 1) verdict.surplus.push(`${id} ${picture.mediaId} ${own.length} times`);
    }
    if (current !== null && listed.some(({ sha256 }) => sha256 === current.sha256))
      this.#keptUnsaid.add(current.sha256);
    const sent = new Set(
      [...acknowledged.values(), ...(current === null ? [] : [current])].map(({ sha256 }) => sha256),
    );
    verdict.surplus.push(
      ...listed.filter(({ sha256 }) => !sent.has(sha256)).map(({ name }) => `${name} was never sent`),
    );
    const newest = [...acknowledged.values()].at(-1);
    const row = listed.find(({ sha256 }) => sha256 === newest?.sha256);
    if (row !== undefined && sha256Of(await fetchFile(server, row.id)) !== row.sha256)
      verdict.lost.push(`${id} ${row.name}: other bytes are handed out`);
  }
}

/** What the list says of the picture. `events` null: which alarm it belongs to is not asked yet. */
const rowOf = (picture: Picture, events: Awaited<ReturnType<typeof sosEvents>> | null) => ({
  kind: 'photo',
  channel: picture.channel,
  time: (picture.alarmMs + AFTER_ALARM_MS) / 1000,
  cause: CAUSES[picture.event],
  ...placeOf(picture.mediaId),
  ...(events !== null && {
    serialno:
      picture.event === TIMED
        ? null
        : (events.find(({ timeMs }) => timeMs === picture.alarmMs)?.serialno ?? 'no event'),
  }),
});
