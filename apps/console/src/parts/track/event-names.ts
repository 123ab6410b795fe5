// What an event on a track is called: by the profile of its device, else by the profile GLOBAL.
import { getEventDefine, getEventDefineDevice, GLOBAL_PROFILE } from '@outrider/contract';
import type { DefinitionLink, EventDefinition } from '@outrider/contract';
import { useCallback } from 'react';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';

/** What an event without a definition is called; the screen shows its number beside. */
export const UNKNOWN_EVENT = 'undefined';

/** Names are as the definitions have them, those of the catalogue in English. */
export const eventNameOf = (
  definitions: readonly EventDefinition[],
  links: readonly DefinitionLink[],
  deviceId: string,
  code: number,
): string => {
  const own = links.find(({ deviceid }) => deviceid === deviceId)?.definename ?? GLOBAL_PROFILE;
  const named = (profile: string): string | undefined =>
    definitions.find(({ definename, eventtype }) => definename === profile && eventtype === code)?.eventname;
  return named(own) ?? named(GLOBAL_PROFILE) ?? UNKNOWN_EVENT;
};

/** Asked for when there is something to name. Until the definitions came a name is ''. */
export const useEventNames = (wanted: boolean): ((deviceId: string, code: number) => string) => {
  const definitions = useCall(getEventDefine, {}, { enabled: wanted }).data;
  const links = useCall(getEventDefineDevice, {}, { enabled: wanted }).data;
  return useCallback(
    (deviceId, code) =>
      definitions === undefined || links === undefined ? '' : t(eventNameOf(definitions, links, deviceId, code)),
    [definitions, links],
  );
};
