// A row of the list as it goes to people, in wire form: a page has too many for a schema to look at each.
import type { listedEvent } from '@outrider/contract';
import type { z } from 'zod';
import { shownOffsetAt } from '../../device/index.ts';
import { type EventDevice, localText } from '../event-push.ts';
import type { ListRow } from './store.ts';

const seconds = (ms: number): number => Math.floor(ms / 1000);

export const listedOf = (row: ListRow, device: EventDevice): z.input<typeof listedEvent> => ({
  serialno: row.serialno,
  deviceid: device.id,
  appdevid: row.code,
  message: row.note,
  eventtime: localText(row.deviceMs, shownOffsetAt(device, row.deviceMs, row)),
  eventtimeutc: seconds(row.deviceMs),
  updatetime: seconds(row.updatedMs),
  checkstatus: row.checkStatus,
  memo: row.memo,
  snap: row.snap,
  download: row.download,
  vehiclex: row.lat,
  vehicley: row.lng,
  speed: row.speedKmh,
  completed: row.completed ? 1 : 0,
  try: row.tries,
  preoffset: row.preOffset,
  postoffset: row.postOffset,
  fence: row.fence,
  sourcetype: row.sourceType,
});
