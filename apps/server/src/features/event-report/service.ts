// Scheduled reports as people add, change and delete them: of their own account, or of any for level 0.
import {
  AppError,
  type EventReport,
  type InputOf,
  MAX_EVENT_REPORTS,
  type postEventReport,
  type putEventReport,
} from '@outrider/contract';
import type { Caller, Devices } from '../../kernel/access/access.ts';
import type { Clock } from '../../kernel/clock.ts';
import { NEVER_CHANGED, nextVersion, saveVersioned } from '../../kernel/storage/version.ts';
import type { ReportRunner } from './runner.ts';
import type { EventReportStore, StoredReport } from './store.ts';

export type EditorKit = {
  store: EventReportStore;
  clock: Clock;
  runner: Pick<ReportRunner, 'drop' | 'look'>;
  devices: Devices & { idOf(deviceKey: number): string | undefined };
  synced: () => Promise<void>;
};

type Added = InputOf<typeof postEventReport>['eventReport'];
type Changed = InputOf<typeof putEventReport>['eventReport'];

/** The same words for a report of somebody else and for none. */
const unknownReport = (): AppError => new AppError('not_found', 'There is no such report.');

const isOwn = ({ level, userId }: Caller, report: StoredReport): boolean => level === 0 || report.userId === userId;

const wireOf = (report: StoredReport, ids: readonly string[]): EventReport => ({
  reportid: report.id,
  memberid: report.userName,
  enable: report.enabled ? 1 : 0,
  profile: report.profile,
  type: report.type,
  // Written from the schema's list alone.
  period: report.periodMinutes,
  unit: report.imperial ? 1 : 0,
  sender: report.sender,
  receivers: report.receivers,
  devices: ids.join(','),
  script: report.script,
  memo: report.memo,
  events: report.events,
  tz: report.zoneSeconds,
  updatetime: report.updatedMs,
});

const valuesOf = (given: Added) => ({
  enabled: given.enable === 1,
  profile: given.profile,
  type: given.type,
  periodMinutes: given.period,
  imperial: given.unit === 1,
  sender: given.sender,
  receivers: given.receivers,
  allDevices: given.devices === '',
  script: given.script,
  memo: given.memo,
  events: given.events,
  zoneSeconds: given.tz,
});

export class ReportEditor {
  readonly #kit: EditorKit;

  constructor(kit: EditorKit) {
    this.#kit = kit;
  }

  async list(caller: Caller): Promise<EventReport[]> {
    const { store } = this.#kit;
    const shown: EventReport[] = [];
    for (const report of await store.list()) {
      if (!isOwn(caller, report)) continue;
      const keys = report.allDevices ? [] : await store.devicesOf(report.id);
      shown.push(wireOf(report, this.#idsOf(keys)));
    }
    return shown;
  }

  async add(caller: Caller, given: Added): Promise<number> {
    const { store, clock, runner, synced } = this.#kit;
    if ((await store.list()).length >= MAX_EVENT_REPORTS)
      throw new AppError('limit_reached', `There are ${MAX_EVENT_REPORTS} reports already.`);
    const keys = this.#keysOf(caller, given.devices);
    const { userId, userName } = caller;
    const version = nextVersion(NEVER_CHANGED, userName, clock.now());
    const id = await store.add({ userId, userName, ...valuesOf(given), sinceMs: clock.now(), ...version }, keys);
    await synced();
    runner.look(true);
    return id;
  }

  /** Gives what it was before. Throws not_found and ChangedError. */
  async change(caller: Caller, { reportid, updatetime, ...given }: Changed): Promise<EventReport> {
    const { store, clock, runner, synced } = this.#kit;
    const keys = this.#keysOf(caller, given.devices);
    const before = await this.#own(caller, reportid);
    const shown = wireOf(before, this.#idsOf(await store.devicesOf(reportid)));
    await saveVersioned({
      edit: { by: caller.userName, seenMs: updatetime },
      nowMs: clock.now(),
      read: async () => {
        const now = await this.#own(caller, reportid);
        const {
          memberid: _member,
          updatetime: _time,
          ...present
        } = wireOf(now, this.#idsOf(await store.devicesOf(reportid)));
        return { version: now, present: { eventReport: present } };
      },
      write: async (version, { updatedMs }) => {
        const now = await this.#own(caller, reportid);
        const values = valuesOf(given);
        // Periods of another length, of another zone, or from when it was off, are not made up for.
        const isOther =
          (values.enabled && !now.enabled) ||
          values.periodMinutes !== now.periodMinutes ||
          values.zoneSeconds !== now.zoneSeconds;
        const sinceMs = isOther ? clock.now() : now.sinceMs;
        const { id, userId, userName } = now;
        return store.change({ id, userId, userName, ...values, sinceMs, ...version }, keys, updatedMs);
      },
    });
    await synced();
    await runner.drop(reportid);
    runner.look(true);
    return shown;
  }

  async remove(caller: Caller, reportid: number): Promise<EventReport> {
    const { store, runner, synced } = this.#kit;
    const before = await this.#own(caller, reportid);
    await store.remove(reportid);
    await synced();
    await runner.drop(reportid);
    return wireOf(before, []);
  }

  async #own(caller: Caller, reportid: number): Promise<StoredReport> {
    const report = await this.#kit.store.byId(reportid);
    if (report === undefined || !isOwn(caller, report)) throw unknownReport();
    return report;
  }

  #idsOf(keys: readonly number[]): string[] {
    return keys.flatMap((key) => this.#kit.devices.idOf(key) ?? []);
  }

  /** Rising keys; throws for one that the caller does not see. */
  #keysOf(caller: Caller, line: string): number[] {
    const ids = line === '' ? [] : line.split(',');
    return [...new Set(ids.map((id) => this.#kit.devices.seen(caller, id).deviceKey))].toSorted((a, b) => a - b);
  }
}
