// The definitions, which device follows which profile, and what is done with them.
import {
  ALL_PROFILES,
  deleteEventDefine,
  deleteEventDefineDevice,
  type EventDefinition,
  getEventDefine,
  getEventDefineDevice,
  GLOBAL_PROFILE,
  postEventDefine,
  postEventDefineDevice,
  putEventDefine,
  putEventDefineDevice,
  type SavedDefinition,
} from '@outrider/contract';
import { useCallback, useMemo } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { send } from '../../lib/send.ts';
import { showToast } from '../../ui/toast.ts';

/** What the profiles are called: GLOBAL first, then in the order of their names. Pure. */
export const profilesOf = (definitions: readonly EventDefinition[]): string[] => {
  const names = new Set(definitions.map(({ definename }) => definename));
  names.delete(GLOBAL_PROFILE);
  return [GLOBAL_PROFILE, ...[...names].toSorted((a, b) => a.localeCompare(b))];
};

const isAt = (row: EventDefinition, { definename, eventtype }: Pick<EventDefinition, 'definename' | 'eventtype'>) =>
  row.definename === definename && row.eventtype === eventtype;

/** The row that a form was opened with, and the version of it that its editor saw. */
export type Opened = { readonly row: EventDefinition; readonly seen: number };

export const useDefinitions = () => {
  const client = useQueryClient();
  const definitions = useCall(getEventDefine, {});
  const links = useCall(getEventDefineDevice, {});
  const profileOf = useMemo(
    () => links.data && new Map(links.data.map(({ deviceid, definename }) => [deviceid, definename])),
    [links.data],
  );
  const saved = useCallback(
    async (reply: { message: string }): Promise<void> => {
      showToast('success', t(reply.message));
      await Promise.all(
        [getEventDefine, getEventDefineDevice].map(({ method, path }) =>
          client.invalidateQueries({ queryKey: [method, path] }),
        ),
      );
    },
    [client],
  );
  return {
    definitions: definitions.data,
    /** The list is asked for, the first time or again. */
    isFetching: definitions.isFetching,
    /** Undefined until it is known: without it nobody can say whether a device follows one already. */
    profileOf,
    error: definitions.error ?? links.error,
    refetch: () => Promise.all([definitions.refetch(), links.refetch()]),
    save: async (definition: SavedDefinition, opened: Opened | undefined): Promise<void> => {
      const known = definitions.data?.find((row) => isAt(row, definition));
      const isOpened = opened !== undefined && isAt(opened.row, definition);
      const updatetime = isOpened ? opened.seen : (known?.updatetime ?? 0);
      const call = known === undefined ? postEventDefine : putEventDefine;
      await saved(await send(call, { eventDefine: { ...definition, updatetime } }));
    },
    remove: async ({ definename, eventtype }: EventDefinition): Promise<void> =>
      saved(await send(deleteEventDefine, { eventDefine: { definename, eventtype } })),
    removeProfile: async (definename: string): Promise<void> => saved(await send(deleteEventDefine, { definename })),
    /** GLOBAL removes the link. */
    follow: useCallback(
      async (deviceid: string, definename: string): Promise<void> => {
        if (definename === GLOBAL_PROFILE) return saved(await send(deleteEventDefineDevice, { deviceid }));
        const call = profileOf?.has(deviceid) === true ? putEventDefineDevice : postEventDefineDevice;
        return saved(await send(call, { deviceid, definename }));
      },
      [profileOf, saved],
    ),
  };
};
export type Definitions = ReturnType<typeof useDefinitions>;

export const shownOf = (definitions: readonly EventDefinition[], profile: string): readonly EventDefinition[] =>
  profile === ALL_PROFILES ? definitions : definitions.filter(({ definename }) => definename === profile);
