// Areas and routes that a recorder watches by itself: what one is, and setting, removing and asking for them. Who plans them on a map hands
// over the same shapes.
import { z } from 'zod';
import { call } from '../speak/speak.ts';
import { bodyCredentials, deviceId, outcome, wireSeconds } from '../speak/wire.ts';
import { orderResults } from './device-order.ts';

export const areaKinds = ['circle', 'rectangle', 'polygon', 'route'] as const;
export type AreaKind = (typeof areaKinds)[number];

const lat = z.number().min(-90).max(90);
const lng = z.number().min(-180).max(180);
const place = { lat, lng };
/** The standard counts in 16 bits; no vehicle is faster. */
const speed = z.number().int().min(1).max(400);
const seconds = z.number().int().min(1).max(65_535);
export const areaId = z.number().int().min(1).max(0xffffffff);

/** Faster than `maxkmh` for longer than `overspeeds` seconds raises the alarm; `nightkmh` counts at night, in devices of 2019. */
const limits = {
  maxkmh: speed.optional(),
  overspeeds: z.number().int().min(0).max(255).optional(),
  nightkmh: speed.optional(),
};

export const MOMENT_RULE = 'A time is 08:30:00, for every day, or 2030-12-31 08:30:00.';
const moment = z.string().regex(/^(?:20\d\d-\d\d-\d\d )?(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, MOMENT_RULE);
const common = {
  id: areaId,
  /** Kept by devices of 2019. */
  name: z.string().max(50).optional(),
  /** By the clock of the device. Both or none, and of the same form. */
  start: moment.optional(),
  end: moment.optional(),
  /** Whom a crossing is told: the server (as an alarm), the driver. */
  enter: z.boolean().optional(),
  leave: z.boolean().optional(),
  driverenter: z.boolean().optional(),
  driverleave: z.boolean().optional(),
};

const MOST_POINTS = 100;
const circle = z.object({
  kind: z.literal('circle'),
  ...common,
  ...limits,
  ...place,
  radiusm: z.number().int().min(1).max(1_000_000),
});
const rectangle = z.object({
  kind: z.literal('rectangle'),
  ...common,
  ...limits,
  north: lat,
  west: lng,
  south: lat,
  east: lng,
});
const polygon = z.object({
  kind: z.literal('polygon'),
  ...common,
  ...limits,
  points: z.array(z.object(place)).min(3, 'A polygon has at least three corners.').max(MOST_POINTS),
});
/** Width and limits are those of the section from this point to the next. */
const routePoint = z.object({
  ...place,
  widthm: z.number().int().min(1).max(255),
  ...limits,
  /** A section that takes longer, or less, raises the alarm. */
  maxs: seconds.optional(),
  mins: seconds.optional(),
});
const route = z.object({
  kind: z.literal('route'),
  ...common,
  points: z.array(routePoint).min(2, 'A route has at least two points.').max(MOST_POINTS),
});

const deviceAreaShape = z.discriminatedUnion('kind', [circle, rectangle, polygon, route]);
export type DeviceArea = z.output<typeof deviceAreaShape>;
export type RoutePoint = z.output<typeof routePoint>;

const placesOf = (area: DeviceArea): readonly { lat: number; lng: number }[] => {
  if (area.kind === 'circle') return [area];
  if (area.kind === 'rectangle')
    return [
      { lat: area.north, lng: area.west },
      { lat: area.south, lng: area.east },
    ];
  return area.points;
};
const isMixed = (values: readonly number[]): boolean => values.some((v) => v < 0) && values.some((v) => v > 0);
/** What is wrong with one, in words; the standard has one bit for the hemisphere of a whole area. */
const faultOf = (area: DeviceArea): string | undefined => {
  const { start, end } = area;
  if ((start === undefined) !== (end === undefined) || start?.length !== end?.length)
    return 'Give both times, in the same form.';
  if (area.kind === 'rectangle' && (area.north <= area.south || area.east <= area.west))
    return 'North is above south, and east is right of west.';
  const places = placesOf(area);
  if (area.kind !== 'route' && (isMixed(places.map((p) => p.lat)) || isMixed(places.map((p) => p.lng))))
    return 'An area cannot lie on both sides of the equator or of Greenwich.';
  return undefined;
};
export const deviceArea = deviceAreaShape.superRefine((area, issues) => {
  const fault = faultOf(area);
  if (fault !== undefined) issues.addIssue({ code: 'custom', message: fault });
});

export const MAX_AREAS_AT_ONCE = 50;
/** held: the device has said yes. waiting: it is to be set. leaving: it is to be removed. */
export const areaStates = ['held', 'waiting', 'leaving'] as const;
const listedArea = z.object({
  area: deviceAreaShape,
  state: z.enum(areaStates),
  /** Who set it, '' for what the device said by itself, and when. */
  by: z.string(),
  time: wireSeconds,
});
export type ListedArea = z.output<typeof listedArea>;

const exampleArea = {
  kind: 'circle',
  id: 1,
  name: 'Depot',
  lat: 24.0786,
  lng: 120.5285,
  radiusm: 200,
  maxkmh: 30,
  overspeeds: 10,
  enter: true,
  leave: true,
} as const;
const target = { ...bodyCredentials, deviceid: deviceId };
const sentReply = outcome.extend({ result: z.enum(orderResults), orderid: z.number().int() });
const exampleSent = { hasError: 0, message: 'Success', result: '1', orderid: 7 } as const;
const resultAbout =
  '`result` 1: the device has said yes; 2: it is offline, and is told when it is back, within 30 days; 408: it does not answer, and the same holds. 422 where it refuses or does not know the message.';

export const getDeviceAreas = call({
  method: 'GET',
  path: '/gkdevice/areas',
  right: 'F_rmdvrs',
  input: z.object({ deviceid: deviceId }),
  reply: z.array(listedArea),
  about:
    'The areas and routes that a device has been told to watch, as it has confirmed them, with those that are still to be set or removed. Empty where nobody has set any through this server or asked the device.',
  example: {
    input: { deviceid: '13800000101' },
    reply: [{ area: exampleArea, state: 'held', by: 'admin', time: 1_790_000_000 }],
  },
});

export const postDeviceAreas = call({
  method: 'POST',
  path: '/gkdevice/areas',
  right: 'F_rmdvrs',
  audit: 'reads',
  input: z.object(target),
  reply: z.array(listedArea),
  about:
    'Asks the device for the areas and routes that it has (0x8608, devices of 2019), and keeps its answer in the place of what was known. 404 for one that is offline, 408 for one that is silent, 422 `device_unsupported` for one that cannot be asked.',
  example: {
    input: { deviceid: '13800000101' },
    reply: [{ area: exampleArea, state: 'held', by: '', time: 1_790_000_000 }],
  },
});

export const putDeviceAreas = call({
  method: 'PUT',
  path: '/gkdevice/areas',
  right: 'F_rmdvrs',
  audit: { action: 'Set areas of device', secret: { password: true }, device: 'deviceid' },
  input: z.object({ ...target, areas: z.array(deviceArea).min(1).max(MAX_AREAS_AT_ONCE) }),
  reply: sentReply,
  about: `Has a device watch areas and routes; one with the same kind and number is replaced. The device raises the alarms 'Area entered or left', 'Route entered or left', 'Route section too fast or too slow', 'Off route' and the over-speed alarm by itself. ${resultAbout}`,
  example: { input: { deviceid: '13800000101', areas: [exampleArea] }, reply: exampleSent },
});

export const deleteDeviceAreas = call({
  method: 'DELETE',
  path: '/gkdevice/areas',
  right: 'F_rmdvrs',
  audit: { action: 'Remove areas of device', secret: { password: true }, device: 'deviceid' },
  input: z.object({ ...target, kind: z.enum(areaKinds), ids: z.array(areaId).max(MAX_AREAS_AT_ONCE) }),
  reply: sentReply,
  about: `Removes areas or routes of one kind from a device; without \`ids\` all of that kind, also those that nobody set through this server. ${resultAbout}`,
  example: { input: { deviceid: '13800000101', kind: 'circle', ids: [1] }, reply: exampleSent },
});
