// Whose events of which code a plan is for, as its form holds it, as it is sent, and which plans a choice on the left shows. Pure.
import { GLOBAL_PLAN, type PlanMode, type PlanTarget, ROOT_GROUP } from '@outrider/contract';

export const NEW_TARGET: PlanTarget = {
  deviceid: GLOBAL_PLAN,
  groupid: ROOT_GROUP,
  appdevid: 1,
  updateMode: 'GLOBAL',
};

/** Only the field of the chosen mode is kept; the others get their fixed values. */
export const sentTarget = <T extends PlanTarget>(draft: T): T => ({
  ...draft,
  deviceid: draft.updateMode === 'DEVICE' ? draft.deviceid : GLOBAL_PLAN,
  groupid: draft.updateMode === 'GROUP' ? draft.groupid : ROOT_GROUP,
});

/** What another mode begins with: nothing is chosen yet. */
export const withMode = <T extends PlanTarget>(draft: T, updateMode: PlanMode): T => ({
  ...draft,
  updateMode,
  deviceid: updateMode === 'DEVICE' ? '' : GLOBAL_PLAN,
  groupid: updateMode === 'GROUP' ? '' : ROOT_GROUP,
});

export const ALL_PLANS = 'ALL';

/** What the left column shows. `of`: ALL, GLOBAL or the id of a device; the id of a group, '' while none is chosen. */
export type Place = { readonly by: 'device' | 'group'; readonly of: string };

export const isOfPlace = ({ updateMode, deviceid, groupid }: PlanTarget, { by, of }: Place): boolean => {
  if (by === 'group') return updateMode === 'GROUP' && groupid === of;
  return of === ALL_PLANS || (updateMode !== 'GROUP' && deviceid === of);
};

/** What a new plan begins with where the plans of a place are shown: its device or its group. */
export const targetAt = <T extends PlanTarget>(blank: T, { by, of }: Place): T => {
  if (by === 'group') return of === '' ? blank : { ...withMode(blank, 'GROUP'), groupid: of };
  return of === ALL_PLANS || of === GLOBAL_PLAN ? blank : { ...withMode(blank, 'DEVICE'), deviceid: of };
};

export const planKey = ({ updateMode, deviceid, groupid, appdevid }: PlanTarget): string =>
  `${updateMode} ${deviceid} ${groupid} ${appdevid}`;
