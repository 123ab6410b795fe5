// Every kind of event by its code and name: of the catalogue, and as people define them.
import { eventCodes, getEventDefine } from '@outrider/contract';
import { useMemo } from 'react';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';

export const useEventKinds = (): ReadonlyMap<number, string> => {
  const definitions = useCall(getEventDefine, {}).data;
  return useMemo(() => {
    const names = new Map(eventCodes.map(({ code, name }) => [code, t(name)]));
    for (const { eventtype, eventname, updatetime } of definitions ?? [])
      if (updatetime > 0 || !names.has(eventtype)) names.set(eventtype, t(eventname));
    return new Map([...names].toSorted((a, b) => a[1].localeCompare(b[1])));
  }, [definitions]);
};
