// Which table each type of report has.
import type { EventReportType } from '@outrider/contract';
import { cardAlarms, driverScore } from './count-tables.ts';
import { eventDetail, eventSummary } from './event-tables.ts';
import { idleAlarms } from './idle-table.ts';
import type { Sheet } from './sheet.ts';
import { usageAlarms } from './usage-table.ts';
import type { Asked, ReportSources } from './sources.ts';

type MakeTable = (sources: ReportSources, asked: Asked) => Promise<Sheet>;
const tableOf: Readonly<Partial<Record<string, MakeTable>> & Record<EventReportType, MakeTable>> = {
  'event detail': eventDetail,
  'event summary': eventSummary,
  'sdcard alarm': cardAlarms,
  'usage alarm': usageAlarms,
  'idle alarm': idleAlarms,
  'driver score': driverScore,
};

/** A type of somebody's own lists its events. */
export const makeTable: MakeTable = (sources, asked) => (tableOf[asked.type] ?? eventDetail)(sources, asked);
