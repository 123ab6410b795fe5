// What the plans for events share: a plan is for one event code, and for all devices, one group with the groups below it, or one device.
// Of several that fit, that of the device counts, then that of the nearest group upward, then that of all.
import { z } from 'zod';
import { deviceId } from '../speak/wire.ts';
import { eventCode } from './event-definition.ts';

/** Stands in the place of a device id in a plan for all devices. */
export const GLOBAL_PLAN = 'GLOBAL';
/** Stands in the place of a group in a plan that is for none. */
export const ROOT_GROUP = 'root';
export const planModes = ['GLOBAL', 'DEVICE', 'GROUP'] as const;
export type PlanMode = (typeof planModes)[number];

/** Text on the wire: the number of a group, or `root`. */
export const planGroup = z.codec(z.union([z.string(), z.number()]), z.string(), {
  decode: String,
  encode: (id) => id,
});

/** Whose events of which code. A plan of a group has the number of the group in `groupid`, and GLOBAL for a device. */
export const planTarget = {
  deviceid: z.union([z.literal(GLOBAL_PLAN), deviceId]),
  groupid: planGroup.default(ROOT_GROUP),
  appdevid: eventCode,
  updateMode: z.enum(planModes),
};
export type PlanTarget = { deviceid: string; groupid: string; appdevid: number; updateMode: PlanMode };

export const PLAN_TARGET_RULE = 'Choose the device, or the group, that the plan is for.';
/** A plan for a device names it, one for a group names that; a plan for all names neither. */
export const isTarget = ({ updateMode, deviceid, groupid }: Omit<PlanTarget, 'appdevid'>): boolean => {
  if (updateMode === 'DEVICE') return deviceid !== GLOBAL_PLAN;
  if (updateMode === 'GROUP') return /^[1-9]\d{0,8}$/.test(groupid);
  return deviceid === GLOBAL_PLAN;
};
/** One text for one target: two plans with the same one are the same plan. */
export const targetKey = ({ updateMode, deviceid, groupid, appdevid }: PlanTarget): string =>
  updateMode === 'GROUP' ? `group ${groupid} ${appdevid}` : `device ${deviceid} ${appdevid}`;
