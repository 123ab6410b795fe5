// Names of events on the track, as their definitions give them.
import { getEventDefine, getEventDefineDevice } from '@outrider/contract';
import { useCallback } from 'react';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { eventNameOf } from './event-names.ts';

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
