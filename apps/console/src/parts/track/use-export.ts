// Exports the track as JSON or CSV: addresses first, a position at a time, then the file. One at a time; it can be given up.
import { useEffect, useRef, useState } from 'react';
import { useLengthUnit } from '../../lib/preferences.ts';
import { saveText } from '../../lib/save-blob.ts';
import type { TextKind } from '../../lib/save-blob.ts';
import { nextTask } from '../../lib/time.ts';
import { inUnit } from '../../lib/units.ts';
import type { LengthUnit } from '../../lib/units.ts';
import { t } from '../../lib/i18n.ts';
import { devices } from '../../live/index.ts';
import { showFailure } from '../../ui/toast.ts';
import { CSV_HEAD, csvRows, JSON_END, jsonHead, jsonRows, reportName } from './track-file.ts';
import type { ReportRow } from './track-file.ts';
import type { TrackResult } from './track-query.ts';
import { countOf, pointAt } from './track.ts';
import type { Tools } from './use-tools.ts';

/** 'list' while addresses are filled in for the list and nothing is written. */
export type ExportState = {
  readonly state: 'none' | TextKind;
  readonly filling: 'none' | TextKind | 'list';
  readonly done: number;
  readonly of: number;
};
export type Exporter = ExportState & {
  /** With addresses only where the server names places and the operator wants them. */
  start: (kind: TextKind, result: TrackResult, withAddresses: boolean) => void;
  /** So many positions from `first` on. */
  fillList: (result: TrackResult, first: number, count: number) => void;
  cancel: () => void;
};

const REST: ExportState = { state: 'none', filling: 'none', done: 0, of: 0 };
/** Rows turned into text at once: between two pieces the page is free. */
const ROWS_AT_ONCE = 5000;

/** One decimal: what a device reports. */
const speedIn = (speedKmh: number, unit: LengthUnit): number => Math.round(inUnit(speedKmh, unit) * 10) / 10;

const textOf = async (
  kind: TextKind,
  result: TrackResult,
  rowAt: (index: number) => ReportRow[],
  unit: LengthUnit,
): Promise<string[]> => {
  const { deviceId, span, maxSpeed, track } = result;
  const head = { deviceid: deviceId, begintime: span.startMs / 1000, endtime: span.endMs / 1000, maxSpeed };
  const parts = [kind === 'csv' ? CSV_HEAD : jsonHead(head)];
  for (let first = 0; first < countOf(track); first += ROWS_AT_ONCE) {
    const rows = Array.from({ length: ROWS_AT_ONCE }, (_, i) => rowAt(first + i)).flat();
    parts.push(kind === 'csv' ? csvRows(rows, first, (kmh) => speedIn(kmh, unit)) : jsonRows(rows, first));
    // oxlint-disable-next-line no-await-in-loop -- lets the page breathe
    await nextTask();
  }
  return kind === 'csv' ? parts : [...parts, JSON_END];
};

const nameOf = ({ deviceId, span }: TrackResult, kind: TextKind): string => {
  const device = devices.get(deviceId);
  return reportName({ deviceId, memo: device?.vehicleid ?? '', driver: device?.drivername ?? '', ...span }, kind);
};

export const useExport = ({ addresses }: Pick<Tools, 'addresses'>): Exporter => {
  const [state, setState] = useState<ExportState>(REST);
  const running = useRef<AbortController>(undefined);
  const unit = useLengthUnit();
  useEffect(() => () => running.current?.abort(), []);
  const fill = async ({ track }: TrackResult, first: number, of: number, signal: AbortSignal): Promise<void> => {
    const points = { count: of, at: (index: number) => pointAt(track, first + index) };
    const told = (done: number): void => {
      if (!signal.aborted) setState((before) => ({ ...before, done, of }));
    };
    await addresses.nameAll(points, told, signal);
  };
  const run = (begin: ExportState, work: (signal: AbortSignal) => Promise<void>): void => {
    if (running.current !== undefined) return;
    const own = new AbortController();
    running.current = own;
    setState(begin);
    work(own.signal)
      .catch((error: unknown) => {
        if (!own.signal.aborted) showFailure(t('error'), error);
      })
      .finally(() => {
        if (running.current !== own) return; // given up, and perhaps another one runs
        running.current = undefined;
        setState(REST);
      });
  };
  return {
    ...state,
    start: (kind, result, withAddresses) =>
      run({ state: kind, filling: withAddresses ? kind : 'none', done: 0, of: 0 }, async (signal) => {
        if (withAddresses) await fill(result, 0, countOf(result.track), signal);
        const rowAt = (index: number): ReportRow[] => {
          const point = pointAt(result.track, index);
          return point === undefined
            ? []
            : [{ ...point, address: withAddresses ? (addresses.known(point) ?? '') : '' }];
        };
        const text = await textOf(kind, result, rowAt, unit);
        signal.throwIfAborted();
        saveText(text, nameOf(result, kind), kind);
      }),
    fillList: (result, first, count) =>
      run({ ...REST, filling: 'list' }, (signal) => fill(result, first, count, signal)),
    cancel: () => {
      running.current?.abort();
      running.current = undefined; // what is given up may take a moment to end: the next one does not wait for it
      setState(REST);
    },
  };
};
