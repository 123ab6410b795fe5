// Location reports as a load: each has its position in the track, each press of the SOS button its event.
import { Channel, asList, httpCall, trackOf } from './operator.ts';
import { type Load, lookUntilMade, type Verdict } from './load.ts';
import { Sender, type SenderOptions } from './sender.ts';
import type { ServerProcess } from './server-process.ts';

const HOUR_MS = 3_600_000;
const HOURS = 20;
const SOS_CODE = 19;

export const registerDevices = async (server: ServerProcess, ids: readonly string[]): Promise<void> => {
  const operator = await Channel.signedIn(server);
  for (const I of ids) await operator.get('D01', { I, C: 4 });
  operator.close();
};

const twice = (times: readonly number[]): number[] => times.filter((time, i) => times.indexOf(time, i + 1) >= 0);

/** Some devices whose reports are followed. */
class ReportLoad {
  readonly perLife = 1;
  readonly senders: readonly Sender[];

  constructor(firstId: number, count: number, startMs: number, options?: SenderOptions) {
    this.senders = Array.from({ length: count }, (_, i) => new Sender(String(firstId + i), startMs, options));
  }

  get settled(): boolean {
    return this.senders.every(({ settled }) => settled);
  }

  prepare(server: ServerProcess): Promise<void> {
    return registerDevices(
      server,
      this.senders.map(({ id }) => id),
    );
  }

  async connect({ ports }: ServerProcess): Promise<void> {
    await Promise.all(this.senders.map((sender) => sender.connect(ports.jt808)));
  }

  stop(): void {
    for (const sender of this.senders) sender.stop();
  }
}

/** Device times of what the server has of one device, against what was acknowledged to it and what it sent. */
const compare = (
  id: string,
  there: readonly number[],
  acknowledged: ReadonlySet<number>,
  sent: ReadonlySet<number>,
) => {
  const stored = new Set(there);
  return {
    lost: [...acknowledged].filter((time) => !stored.has(time)).map((time) => `${id} ${time}`),
    surplus: [...twice(there), ...[...stored].filter((time) => !sent.has(time))].map((time) => `${id} ${time}`),
  };
};

export class PositionLoad extends ReportLoad implements Load {
  readonly name = 'positions';

  get acknowledged(): number {
    return this.senders.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
  }

  async check({ ports, admin }: ServerProcess): Promise<Verdict> {
    const verdict: Verdict = { acknowledged: this.acknowledged, lost: [], surplus: [] };
    for (const { id, startMs, acknowledged, sent } of this.senders) {
      const points = await trackOf(ports.http, admin, id, startMs, startMs + HOURS * HOUR_MS);
      const { lost, surplus } = compare(
        id,
        points.map(({ time }) => Number(time) * 1000),
        acknowledged,
        sent,
      );
      verdict.lost.push(...lost);
      verdict.surplus.push(...surplus);
    }
    return verdict;
  }
}

/** Each second report of these devices brings the SOS bit, so that each of them is a press of its own. */
export class SosLoad extends ReportLoad implements Load {
  readonly name: string;

  constructor(name: string, firstId: number, count: number, startMs: number, options: SenderOptions = {}) {
    super(firstId, count, startMs, { ...options, sos: true });
    this.name = name;
  }

  get acknowledged(): number {
    return this.senders.reduce((sum, sender) => sum + sender.pressed(sender.acknowledged).size, 0);
  }

  /** Events of the journal are made soon after a start. */
  check(server: ServerProcess): Promise<Verdict> {
    return lookUntilMade(() => this.#look(server));
  }

  async #look(server: ServerProcess): Promise<Verdict> {
    const verdict: Verdict = { acknowledged: this.acknowledged, lost: [], surplus: [] };
    for (const sender of this.senders) {
      const times = await sosTimes(server, sender);
      const { lost, surplus } = compare(
        sender.id,
        times,
        sender.pressed(sender.acknowledged),
        sender.pressed(sender.sent),
      );
      verdict.lost.push(...lost);
      verdict.surplus.push(...surplus);
    }
    return verdict;
  }
}

const sosTimes = async (server: ServerProcess, { id, startMs, sent }: Sender): Promise<number[]> =>
  (await sosEvents(server, id, startMs, Math.max(startMs, ...sent))).map(({ timeMs }) => timeMs);

/** Presses of the SOS button by device time. Asked span by span: a call answers 2000 events. */
export const sosEvents = async (
  { ports, admin }: ServerProcess,
  deviceid: string,
  startMs: number,
  lastMs: number,
  stepMs = HOUR_MS,
): Promise<{ timeMs: number; serialno: number }[]> => {
  const events: { timeMs: number; serialno: number }[] = [];
  for (let fromMs = startMs; fromMs <= lastMs; fromMs += stepMs) {
    const input = { deviceid, start: fromMs / 1000, end: (fromMs + stepMs) / 1000 - 1 };
    const { body } = await httpCall(ports.http, 'POST', '/gkevent/trackevents', { account: admin, input });
    for (const event of asList(body))
      if (event['appdevid'] === SOS_CODE)
        events.push({ timeMs: Number(event['eventtimeutc']) * 1000, serialno: Number(event['serialno']) });
  }
  return events;
};
