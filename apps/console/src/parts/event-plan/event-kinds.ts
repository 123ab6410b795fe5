// Every kind of event by its code and name: of the catalogue, and as people define them.
import { eventCodes, type EventDefinition, getEventDefine, GLOBAL_PROFILE } from '@outrider/contract';
import { useMemo } from 'react';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';

type Named = Pick<EventDefinition, 'definename' | 'eventtype' | 'eventname'>;

/** A plan is for devices of any profile: GLOBAL names a kind, another profile only one that has no other name. In the order of the names. */
export const kindNames = (definitions: readonly Named[]): ReadonlyMap<number, string> => {
  const isGlobal = ({ definename }: Named): boolean => definename === GLOBAL_PROFILE;
  const names = new Map<number, string>();
  const others = definitions.filter((each) => !isGlobal(each));
  for (const { eventtype, eventname } of others.toReversed()) names.set(eventtype, t(eventname));
  for (const { code, name } of eventCodes) names.set(code, t(name));
  for (const { eventtype, eventname } of definitions.filter(isGlobal)) names.set(eventtype, t(eventname));
  return new Map([...names].toSorted(([, a], [, b]) => a.localeCompare(b)));
};

export const useEventKinds = (): ReadonlyMap<number, string> => {
  const definitions = useCall(getEventDefine, {}).data;
  return useMemo(() => kindNames(definitions ?? []), [definitions]);
};
