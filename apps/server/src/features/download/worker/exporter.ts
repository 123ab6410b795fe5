// Makes one file of the frames it is given in the order of time. Which tracks it has must be said at its beginning: the first seconds
// are held back to see them, and where one appears later all frames are asked for once more.
import { MkvOutputFormat, Mp4OutputFormat, Output, StreamTarget, TextSubtitleSource } from 'mediabunny';
import type { ExportTrack } from './export-track.ts';
import { Front, type FrontFrame } from './front.ts';
import { ExportError, type ExportMade, type ExportPlan } from './messages.ts';
import { openOutput } from './output-file.ts';
import { trackText, type TrackPoint } from './track-text.ts';
import { createTrack } from './tracks.ts';
import type { TrackSeed, Unit } from './unit.ts';

/** Thrown when a track appears that the file has not named. */
export class AgainError extends Error {}

const HOLD_MS = 3000;
const HOLD_BYTES = 32 * 1024 * 1024;
/** A track that is so far behind the others is told that nothing comes. */
const LAG_S = 10;
const LOOK_S = 1;
const WRITE_BYTES = 2 * 1024 * 1024;
/** More tracks of one channel are no recording of a device. */
const MAX_TRACKS = 400;

type Opened = {
  output: Output;
  file: Awaited<ReturnType<typeof openOutput>>;
  tracks: Map<string, { track: ExportTrack; lastS: number }>;
  baseMs: number;
};

const sizeOf = (unit: Unit): number => (unit.kind === 'pcm' ? unit.samples.byteLength : unit.data.byteLength);

export class Exporter {
  private readonly plan: ExportPlan;
  private readonly seeds = new Map<string, TrackSeed>();
  private fastStart = true;
  private fronts = new Map<number, Front>();
  private held: Unit[] = [];
  private heldBytes = 0;
  private opened: Opened | null = null;
  private lookedS = 0;
  private counts = { pictures: 0, soundBlocks: 0 };

  constructor(plan: ExportPlan) {
    this.plan = plan;
  }

  /** Throws AgainError: `restart`, and the frames from the beginning. Throws ExportError when it cannot be made. */
  async take(channel: number, frame: FrontFrame): Promise<void> {
    if (frame.kind === 'audio' && !this.plan.sound) return;
    const front = this.fronts.get(channel) ?? new Front(channel);
    this.fronts.set(channel, front);
    for (const unit of front.units(frame)) {
      // oxlint-disable-next-line no-await-in-loop -- in the order of time
      if (this.opened !== null) await this.write(this.opened, unit);
      else await this.hold(unit);
    }
  }

  async restart(): Promise<void> {
    await this.abandon();
    this.fronts = new Map();
    this.held = [];
    this.heldBytes = 0;
    this.lookedS = 0;
    this.counts = { pictures: 0, soundBlocks: 0 };
  }

  /** Nothing follows. The file is whole when this resolves. Throws ExportError `empty` without a single frame. */
  async finish(): Promise<ExportMade> {
    const opened = this.opened ?? (await this.open());
    for (const { track } of opened.tracks.values())
      // oxlint-disable-next-line no-await-in-loop
      await track.end();
    await opened.output.finalize();
    this.opened = null;
    await opened.file.close();
    const damaged = [...this.fronts.values()].reduce((sum, front) => sum + front.damaged, 0);
    return { bytes: opened.file.bytes(), startMs: opened.baseMs, ...this.counts, damaged };
  }

  /** Lets go of the file; it may be a part. */
  async abandon(): Promise<void> {
    const { opened } = this;
    this.opened = null;
    await opened?.output.cancel().catch(() => undefined); // what it says is that it was cancelled
    await opened?.file.close();
  }

  private async hold(unit: Unit): Promise<void> {
    this.name(unit);
    this.held.push(unit);
    this.heldBytes += sizeOf(unit);
    const first = this.held[0]?.timeMs ?? unit.timeMs;
    if (unit.timeMs - first >= HOLD_MS || this.heldBytes >= HOLD_BYTES) await this.open();
  }

  private name({ id, seed }: Unit): void {
    if (this.seeds.has(id)) return;
    if (this.seeds.size >= MAX_TRACKS) throw new ExportError('broken', `more than ${MAX_TRACKS} tracks`);
    this.seeds.set(id, seed);
  }

  /** Where the file begins. An MP4 hides what lies before the moment asked for; Matroska has no time before its beginning. */
  private baseMs(): number {
    const first = this.held.find((unit) => unit.kind !== 'video' || unit.key)?.timeMs ?? this.plan.fromMs;
    return this.plan.format === 'mp4' ? Math.max(this.plan.fromMs, first) : first;
  }

  private async open(): Promise<Opened> {
    if (this.seeds.size === 0) throw new ExportError('empty', 'no frame');
    const { plan, fastStart } = this;
    const baseMs = this.baseMs();
    const file = await openOutput(plan.path, plan.maxBytes);
    const format =
      plan.format === 'gms' ? new MkvOutputFormat() : new Mp4OutputFormat({ fastStart: fastStart ? 'reserve' : false });
    const output = new Output({
      format,
      target: new StreamTarget(file.stream, { chunked: true, chunkSize: WRITE_BYTES }),
    });
    output.setMetadataTags({ title: plan.title, date: new Date(baseMs) });
    const seconds = (plan.toMs - baseMs) / 1000;
    const tracks: Opened['tracks'] = new Map();
    for (const [id, seed] of [...this.seeds].toSorted(byChannel)) {
      const place = { output, name: `CH${seed.channel}`, seconds, packetLimit: plan.format === 'mp4' && fastStart };
      tracks.set(id, { track: createTrack(seed, place), lastS: 0 });
    }
    const text = this.trackText(baseMs);
    const subtitles = text === '' ? null : new TextSubtitleSource('webvtt');
    if (subtitles !== null) output.addSubtitleTrack(subtitles, { name: 'GPS' });
    const opened: Opened = { output, file, tracks, baseMs };
    this.opened = opened;
    await output.start();
    await subtitles?.add(text);
    subtitles?.close();
    const { held } = this;
    this.held = [];
    for (const unit of held)
      // oxlint-disable-next-line no-await-in-loop
      await this.write(opened, unit);
    return opened;
  }

  private trackText(baseMs: number): string {
    const { track, toMs: endMs, utcOffsetMinutes } = this.plan;
    if (track === null) return '';
    const points: TrackPoint[] = JSON.parse(Buffer.from(track).toString('utf8'));
    return trackText(points, { baseMs, endMs, utcOffsetMinutes });
  }

  private async write(opened: Opened, unit: Unit): Promise<void> {
    const place = opened.tracks.get(unit.id);
    if (place === undefined) {
      this.name(unit);
      throw new AgainError(unit.id);
    }
    const atS = (unit.timeMs - opened.baseMs) / 1000;
    if (place.track.room <= 1) {
      this.fastStart = false; // more pictures than the head has room for
      throw new AgainError('head');
    }
    place.lastS = Math.max(place.lastS, atS);
    await place.track.write(unit, atS);
    if (unit.kind === 'video') this.counts.pictures += atS >= 0 ? 1 : 0;
    else this.counts.soundBlocks += 1;
    if (atS - this.lookedS >= LOOK_S) await this.look(opened, atS);
  }

  private async look(opened: Opened, nowS: number): Promise<void> {
    this.lookedS = nowS;
    for (const place of opened.tracks.values()) {
      if (nowS - place.lastS < LAG_S) continue;
      place.lastS = nowS - LOOK_S;
      // oxlint-disable-next-line no-await-in-loop
      await place.track.idle(place.lastS);
    }
  }
}

const byChannel = ([, a]: [string, TrackSeed], [, b]: [string, TrackSeed]): number =>
  a.channel - b.channel || Number(b.kind === 'video') - Number(a.kind === 'video');
