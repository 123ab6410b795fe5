// What an event on a track is called: by the profile of its device, else by the profile GLOBAL. Pure.
import { GLOBAL_PROFILE } from '@outrider/contract';
import type { DefinitionLink, EventDefinition } from '@outrider/contract';

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
