// All links as rows of the overview, and which of them a word or the toggle leaves. Pure.
import type { Device, GroupDevice } from '@outrider/contract';
import { pathText } from '../../parts/groups/group-model.ts';
import type { GroupModel, LinkModel } from '../../parts/groups/group-model.ts';

export type LinkRow = GroupDevice & {
  /** '' for a group that is not there. */
  readonly group: string;
  readonly path: string;
  readonly vehicle: string;
  readonly driver: string;
  /** In how many groups the device is. */
  readonly duplicates: number;
};

type Known = {
  readonly model: GroupModel;
  readonly links: LinkModel;
  readonly device: (id: string) => Pick<Device, 'vehicleid' | 'drivername'> | undefined;
};

export const linkRows = (allLinks: readonly GroupDevice[], { model, links, device }: Known): readonly LinkRow[] => {
  const paths = new Map<string, string>(); // many links have the same group
  return allLinks.map(({ groupid, deviceid }) => {
    const path = paths.get(groupid) ?? pathText(model, groupid);
    paths.set(groupid, path);
    const of = device(deviceid);
    return {
      groupid,
      deviceid,
      group: model.byId.get(groupid)?.name ?? '',
      path,
      vehicle: of?.vehicleid ?? '',
      driver: of?.drivername ?? '',
      duplicates: links.ofDevice(deviceid).length,
    };
  });
};

/** A word is part of the device's id or of the group's name, in any case. */
export const shownLinks = (rows: readonly LinkRow[], word: string, duplicate: boolean): readonly LinkRow[] => {
  const wanted = word.trim().toLowerCase();
  return rows.filter(
    ({ deviceid, group, duplicates }) =>
      (!duplicate || duplicates > 1) &&
      (deviceid.toLowerCase().includes(wanted) || group.toLowerCase().includes(wanted)),
  );
};
