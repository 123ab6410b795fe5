// Live video that is recorded, as a load. Media has no answer, so what counts as acknowledged is what the server says it has: each
// second of a channel that POST /gkdevice/recordings ever listed. It must be there from then on, whole, with exactly the bytes that
// were sent, and play. Of what a viewer saw live only the newest may be missing.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readStamp } from '@outrider/media';
import { openAccounts } from '../../apps/server/src/app.ts';
import { changeByCommand, keyOfDevice } from '../../apps/server/src/features/device/index.ts';
import { checkRecordings } from '../../apps/server/src/features/recording/index.ts';
import { CameraFeed } from './camera-feed.ts';
import { type Load, lookUntilMade, type Verdict } from './load.ts';
import { asJson, asList, httpCall } from './operator.ts';
import { openPlayback } from './playback.ts';
import { RecordedChannel } from './recorded-channel.ts';
import { Recorder } from './recorder.ts';
import { registerDevices } from './report-loads.ts';
import { type RecordedFrame, readSegments } from './segment-files.ts';
import type { ServerProcess } from './server-process.ts';
import { until } from './until.ts';
import { SlowestFlush } from './slowest-flush.ts';
import { Viewer } from './viewer.ts';

const CHANNELS = [1, 2];
const SEND_EVERY_MS = 20;
const ASK_EVERY_MS = 100;
const HOUR_S = 3600;
const WAITING = { deadlineMs: 120_000 };

/** Two recorders with two cameras each: one as they are, and one that changes the size of its pictures again and again. */
export class RecordingLoad implements Load {
  readonly name = 'recorded seconds of channels';
  /** Some four seconds of each channel: long enough that much was seen which must be stored. */
  readonly perLife = 16;
  readonly #data: string;
  readonly #ids: readonly string[];
  readonly #channels: readonly RecordedChannel[];
  readonly #fromS = Math.floor(Date.now() / 1000) - HOUR_S;
  #recorders: Recorder[] = [];
  #viewers: Viewer[] = [];
  #stopped = false;
  #settled = false;
  #lossMs = 0;
  /** Of this life. */
  #flush = new SlowestFlush();

  constructor(data: string, firstId: number) {
    this.#data = data;
    this.#ids = [String(firstId), String(firstId + 1)];
    this.#channels = this.#ids.flatMap((id) =>
      CHANNELS.map((channel) => new RecordedChannel(new CameraFeed(id, channel, channel === 2))),
    );
  }

  get acknowledged(): number {
    return this.#channels.reduce((sum, { listed }) => sum + listed.size, 0);
  }

  get settled(): boolean {
    return this.#settled;
  }

  get remark(): string {
    const owed = this.#channels.reduce((sum, channel) => sum + channel.owed, 0);
    return `a kill took at most ${Math.round(this.#lossMs)} ms of what was seen live, ${owed} older pictures are all there`;
  }

  /** As an operator's command does it beside the running server. */
  async prepare(server: ServerProcess): Promise<void> {
    await registerDevices(server, this.#ids);
    const accounts = await openAccounts(this.#data);
    for (const id of this.#ids) {
      const key = await keyOfDevice(accounts.opened.db, id);
      if (key === undefined) throw new Error(`${id} is not registered`);
      await changeByCommand(accounts.opened.db, key, Date.now(), { recordEnable: 2, recordPlan: '11', recordAudio: 3 });
    }
    await accounts.close();
  }

  async connect(server: ServerProcess): Promise<void> {
    this.#hangUp();
    this.#flush = new SlowestFlush();
    const recorders = await Promise.all(
      this.#ids.map((phone) => Recorder.online(server.ports, { phone, waiting: WAITING })),
    );
    this.#recorders = recorders;
    // The recording asks for the video; viewers join it then, and see nothing that was not to be recorded.
    const dialled = (): boolean => recorders.every(({ cameras }) => cameras.length >= CHANNELS.length);
    await until('the cameras are asked for', dialled, WAITING);
    for (const channel of this.#channels) {
      const { id, channel: number } = channel.feed;
      const viewer = await Viewer.open(server.ports.stream, server.admin, id, { channel: number, waiting: WAITING });
      this.#viewers.push(viewer);
      channel.watch(viewer);
    }
    // Both go on beside the test; the end of the server ends them.
    void this.#send(recorders);
    void this.#listen(server, recorders).catch(() => undefined);
    void this.#flush.measure(this.#data, () => recorders.every(({ device }) => device.closed));
  }

  stop(): void {
    this.#stopped = true;
  }

  async check(server: ServerProcess): Promise<Verdict> {
    let lossMs = 0;
    for (const channel of this.#channels) channel.ended(this.#flush.ms);
    const verdict = await lookUntilMade(async () => {
      const found: Verdict = { acknowledged: this.acknowledged, lost: [], surplus: [] };
      const frames = await this.#framesOnDisk();
      lossMs = 0;
      for (const channel of this.#channels) {
        const own = frames.get(channel.name) ?? [];
        const stored = numbersOf(own);
        channel.compare(own, stored, found);
        const listed = new Set(await this.#secondsOf(server, channel));
        for (const second of channel.listed)
          if (!listed.has(second)) found.lost.push(`${channel.name} second ${second} is not listed`);
        lossMs = Math.max(lossMs, channel.lossMs(stored));
      }
      await this.#assertUntouched(found);
      return found;
    });
    this.#lossMs = Math.max(this.#lossMs, lossMs);
    await Promise.all(this.#channels.map((channel) => this.#play(server, channel, verdict)));
    return verdict;
  }

  async #framesOnDisk(): Promise<Map<string, RecordedFrame[]>> {
    const frames = new Map<string, RecordedFrame[]>();
    for (const { deviceId, channel, frames: more } of await readSegments(join(this.#data, 'recordings'))) {
      const name = `${deviceId} channel ${channel}`;
      frames.set(name, [...(frames.get(name) ?? []), ...more]);
    }
    return frames;
  }

  async #listen(server: ServerProcess, recorders: readonly Recorder[]): Promise<void> {
    while (recorders.some(({ device }) => !device.closed)) {
      const askedMs = performance.now();
      for (const channel of this.#channels) channel.look(askedMs);
      const answers = await Promise.all(this.#channels.map((channel) => this.#secondsOf(server, channel)));
      for (const [i, channel] of this.#channels.entries()) channel.said(askedMs, answers[i] ?? []);
      await pause(ASK_EVERY_MS);
    }
  }

  async #secondsOf({ ports, admin }: ServerProcess, { feed }: RecordedChannel): Promise<number[]> {
    const input = { deviceid: feed.id, channels: [feed.channel], from: this.#fromS, to: this.#fromS + 24 * HOUR_S };
    const { body } = await httpCall(ports.http, 'POST', '/gkdevice/recordings', { account: admin, input });
    return asList(asJson(body)['spans']).flatMap((span) => {
      const [start, end] = [Number(span['start']), Number(span['end'])];
      return Array.from({ length: end - start }, (_, i) => start + i);
    });
  }

  /** Until the server is gone, or `stop`: then it hangs up when the newest is on the disk. */
  async #send(recorders: readonly Recorder[]): Promise<void> {
    while (!this.#stopped && recorders.some(({ device }) => !device.closed)) {
      for (const { feed } of this.#channels) {
        const recorder = recorders.find(({ device }) => device.id === feed.id);
        const camera = recorder?.cameras.findLast(({ channel, closed }) => channel === feed.channel && !closed);
        if (camera !== undefined) feed.send(camera, performance.now());
      }
      await pause(SEND_EVERY_MS);
    }
    while (this.#stopped && !this.#settled && recorders.some(({ device }) => !device.closed)) {
      const frames = await this.#framesOnDisk();
      this.#settled = this.#channels.every(({ name, feed }) => numbersOf(frames.get(name) ?? []).has(feed.last));
      await pause(ASK_EVERY_MS);
    }
    if (this.#stopped) this.#hangUp();
  }

  #hangUp(): void {
    for (const each of [...this.#viewers.splice(0), ...this.#recorders.splice(0)]) each.close();
  }

  /** Nothing was altered, is missing or stands in another order; nothing is left open by a kill. */
  async #assertUntouched(verdict: Verdict): Promise<void> {
    const accounts = await openAccounts(this.#data);
    const { faults, open: left } = await checkRecordings(accounts.opened.db);
    await accounts.close();
    verdict.lost.push(...faults.map(({ what, row, text }) => `${what} ${row.path}: ${text}`));
    if (left > 0) verdict.lost.push(`${left} segments that nobody writes are open`);
  }

  /** The newest of what was listed, played: the pictures that were sent. */
  async #play(server: ServerProcess, { name, feed, listed }: RecordedChannel, verdict: Verdict): Promise<void> {
    const newest = [...listed].toSorted((a, b) => a - b).at(-2);
    if (newest === undefined) return;
    const viewer = await openPlayback(server, feed.id, newest * 1000, { channel: feed.channel, waiting: WAITING });
    await viewer.until('a picture of it plays', () => viewer.videos.length > 0);
    viewer.close();
    for (const { body } of viewer.videos)
      if (feed.numberOf(true, body) === undefined) verdict.lost.push(`${name} second ${newest}: other pictures play`);
  }
}

/** The numbers inside the pictures of these frames. */
const numbersOf = (frames: readonly RecordedFrame[]): Set<number> =>
  new Set(frames.filter(({ video }) => video).map(({ body }) => readStamp(body)?.frameNumber ?? -1));
