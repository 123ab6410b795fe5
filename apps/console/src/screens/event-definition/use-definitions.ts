// The definitions, which device follows which profile, and what is done with them.
import {
  ALL_PROFILES,
  type DefinitionLink,
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
import { useMemo } from 'react';
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

export const useDefinitions = () => {
  const client = useQueryClient();
  const { data: definitions, error, refetch } = useCall(getEventDefine, {});
  const links = useCall(getEventDefineDevice, {}).data;
  const profileOf = useMemo(
    () => new Map((links ?? []).map(({ deviceid, definename }: DefinitionLink) => [deviceid, definename])),
    [links],
  );
  const again = async (reply: { message: string }): Promise<void> => {
    showToast('success', t(reply.message));
    await Promise.all(
      [getEventDefine, getEventDefineDevice].map(({ method, path }) =>
        client.invalidateQueries({ queryKey: [method, path] }),
      ),
    );
  };
  return {
    definitions,
    error,
    refetch,
    profileOf,
    save: async (definition: SavedDefinition): Promise<void> => {
      const known = definitions?.find((row) => isAt(row, definition));
      const eventDefine = { ...definition, updatetime: known?.updatetime ?? 0 };
      await again(await send(known === undefined ? postEventDefine : putEventDefine, { eventDefine }));
    },
    remove: async ({ definename, eventtype }: EventDefinition): Promise<void> =>
      again(await send(deleteEventDefine, { eventDefine: { definename, eventtype } })),
    removeProfile: async (definename: string): Promise<void> => again(await send(deleteEventDefine, { definename })),
    /** GLOBAL: it follows none of its own. */
    follow: async (deviceid: string, definename: string): Promise<void> => {
      if (definename === GLOBAL_PROFILE) return again(await send(deleteEventDefineDevice, { deviceid }));
      const call = profileOf.has(deviceid) ? putEventDefineDevice : postEventDefineDevice;
      return again(await send(call, { deviceid, definename }));
    },
  };
};
export type Definitions = ReturnType<typeof useDefinitions>;

export const shownOf = (definitions: readonly EventDefinition[], profile: string): readonly EventDefinition[] =>
  profile === ALL_PROFILES ? definitions : definitions.filter(({ definename }) => definename === profile);
