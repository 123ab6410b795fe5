// Opens scheduled reports, which are made of what other rooms have: events, tracks, links. Part of app.ts.
import type { EventFeature } from '../features/event/index.ts';
import { type EventReportFeature, eventReportFeature } from '../features/event-report/index.ts';
import { keptFor } from '../features/kept-days/index.ts';
import type { Mailer } from '../features/mail/index.ts';
import type { ReportPdfFeature } from '../features/report-pdf/index.ts';
import type { TrackStatisticsFeature } from '../features/track-statistics/index.ts';
import type { Access } from '../kernel/access/access.ts';
import type { Web } from '../web.ts';
import type { DeviceSide } from './device-side.ts';
import type { RoomKit } from './kit.ts';

export type ReportsAround = Pick<DeviceSide, 'devices' | 'usage'> & {
  access: Access;
  events: Pick<EventFeature, 'between' | 'said'>;
  statistics: Pick<TrackStatisticsFeature, 'sums'>;
  reportPdf: Pick<ReportPdfFeature, 'draw'>;
  mailer: Mailer;
};

export const openReports = async (
  { room, config, settings, house }: RoomKit,
  { devices, usage, access, events, statistics, reportPdf, mailer }: ReportsAround,
  { http }: Web,
): Promise<EventReportFeature> => {
  const kept = keptFor(settings, 'events', () => undefined);
  const reports = house.open(
    await eventReportFeature({
      ...room('event-report'),
      dataFolder: config.data,
      access,
      devices: {
        seen: (...asked) => devices.seen(...asked),
        idOf: (deviceKey) => devices.clockOf(deviceKey)?.id,
        named: (caller) => devices.named(caller),
      },
      sources: {
        events: (asked) => events.between(asked),
        said: (...asked) => events.said(...asked),
        usage: async (deviceKeys, { fromMs, toMs }) => (await usage.sharesOf(deviceKeys, fromMs, toMs)).shares,
        sums: (...asked) => statistics.sums(...asked),
      },
      draw: (...asked) => reportPdf.draw(...asked),
      mailer,
      keptDays: kept.days,
    }),
  );
  house.open({ close: () => kept.close() });
  reports.addRoutes(http.app, (request) => http.authenticate(request));
  return reports;
};
