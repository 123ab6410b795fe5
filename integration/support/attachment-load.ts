// Files of active-safety alarms as a load: each file that was called complete (0x9212) is kept once, whole, with its event.
import { activeSafetyItem, makeAlarmSign, p9208AttachmentRequest, type AlarmSign } from '@outrider/jt808';
import { Device, locationAt } from './device.ts';
import { fileOf, FileSender, type SentFile } from './file-sender.ts';
import { type Load, lookUntilMade, type Verdict } from './load.ts';
import { registerDevices } from './report-loads.ts';
import type { ServerProcess } from './server-process.ts';
import { readStoredFiles, sha256Of } from './stored-files.ts';
import { until } from './until.ts';

const FILE_BYTES = 150_000;
const COMPLETE = 0;

type Alarm = { sign: AlarmSign; timeMs: number; file: SentFile; reported: boolean; number: string };

/** One device that raises an alarm, has its file taken, and raises the next. */
export class AttachmentLoad implements Load {
  readonly name = 'files of alarms';
  readonly perLife = 1;
  readonly #data: string;
  readonly #id: string;
  readonly #startMs: number;
  readonly #acknowledged = new Map<string, SentFile>();
  #alarm: Alarm | null = null;
  #link: Device | null = null;
  #count = 0;
  #stopped = false;

  constructor(data: string, id: number, startMs: number) {
    this.#data = data;
    this.#id = String(id);
    this.#startMs = startMs;
  }

  get acknowledged(): number {
    return this.#acknowledged.size;
  }

  get settled(): boolean {
    return this.#alarm === null;
  }

  prepare(server: ServerProcess): Promise<void> {
    return registerDevices(server, [this.#id]);
  }

  async connect(server: ServerProcess): Promise<void> {
    this.#link?.close();
    const device = await Device.online(server.ports.jt808, { phone: this.#id });
    this.#link = device;
    const numbers = new Map<string, string>();
    device.on(0x9208, (frame) => {
      const { alarmSign, alarmNumber } = p9208AttachmentRequest.decode(frame.body, '2013');
      numbers.set(Buffer.from(alarmSign.raw).toString('hex'), alarmNumber ?? '');
      device.reply(frame.header);
    });
    // Continues beside the test; the end of the connection ends it.
    const gone = until('the link ends', () => device.closed, { deadlineMs: 600_000 }).then(() => {
      throw new Error('the link ended');
    });
    gone.catch(() => undefined);
    void this.#send(server, device, numbers, gone)
      .catch(() => undefined)
      .finally(() => device.close());
  }

  stop(): void {
    this.#stopped = true;
  }

  check(server: ServerProcess): Promise<Verdict> {
    return lookUntilMade(async () => {
      const { listed } = await readStoredFiles(server, this.#data);
      const verdict: Verdict = { acknowledged: this.acknowledged, lost: [], surplus: [] };
      for (const { name, data } of this.#acknowledged.values()) {
        const own = listed.filter((file) => file.name === name);
        const isKept = own.some(
          ({ sound, sha256, serialno }) => sound && sha256 === sha256Of(data) && serialno !== null,
        );
        if (!isKept) verdict.lost.push(name);
        if (own.length > 1) verdict.surplus.push(`${name} ${own.length} times`);
      }
      return verdict;
    });
  }

  async #send(
    server: ServerProcess,
    device: Device,
    numbers: ReadonlyMap<string, string>,
    gone: Promise<never>,
  ): Promise<void> {
    /** The work, or a rejection as soon as the link is gone. */
    const orGone = <T>(work: Promise<T>): Promise<T> => {
      work.catch(() => undefined); // nobody waits for it once the link is gone
      return Promise.race([work, gone]);
    };
    while (!device.closed && !(this.#stopped && this.#alarm === null)) {
      const alarm = (this.#alarm ??= this.#raise());
      // oxlint-disable no-await-in-loop -- one alarm after the other
      if (!alarm.reported) {
        await orGone(device.locate(locationAt(alarm.timeMs, { items: [itemOf(alarm)] })));
        alarm.reported = true;
      }
      const key = Buffer.from(alarm.sign.raw).toString('hex');
      if (alarm.number === '') {
        // Without a link nothing comes any more: waiting on would outlast the test.
        await orGone(until('0x9208', () => device.closed || numbers.has(key), { deadlineMs: 120_000 }));
        alarm.number = numbers.get(key) ?? '';
        if (alarm.number === '') continue;
      }
      const sender = await FileSender.dial(server.ports.files, this.#id);
      let result: number;
      try {
        await orGone(sender.announce(alarm.sign, alarm.number, [alarm.file]));
        ({ result } = await orGone(sender.whole(alarm.file)));
      } finally {
        sender.close();
      }
      // oxlint-enable no-await-in-loop
      if (result !== COMPLETE) continue;
      this.#acknowledged.set(alarm.file.name, alarm.file);
      this.#alarm = null;
    }
  }

  #raise(): Alarm {
    this.#count += 1;
    const timeMs = this.#startMs + this.#count * 1000;
    const sign = makeAlarmSign({ terminalId: '0000901', time: timeMs, sequence: 0, attachments: 1 }, 16);
    const file = fileOf(`00_65_6503_${this.#count}_load.jpg`, 0, FILE_BYTES + this.#count);
    return { sign, timeMs, file, reported: false, number: '' };
  }
}

const itemOf = ({ sign, timeMs }: Alarm) =>
  activeSafetyItem(0x65, {
    alarmId: (timeMs / 1000) % 0xffff_ffff,
    flag: 0,
    type: 3,
    level: 1,
    fatigue: 0,
    reserved: new Uint8Array(4),
    speedKmh: 50,
    altitude: 20,
    latitude: 24.1,
    longitude: 120.6,
    time: timeMs,
    vehicleStatus: 1,
    alarmSign: sign,
  });
