// The state glyph of one device, kept fresh: wherever a device is named, this stands in front of it.
import type { ReactElement } from 'react';
import { ringOf, stateOf } from '../live/device-state.ts';
import { useDevice } from '../live/hooks.ts';
import { StateGlyph } from '../ui/state-glyph.tsx';

/** Nothing for a device that is not in the list. */
export const DeviceGlyph = ({ id, size = 16 }: { id: string; size?: number }): ReactElement | null => {
  const device = useDevice(id);
  if (device === undefined) return null;
  return (
    <StateGlyph
      kind={stateOf(device)}
      ring={ringOf(device)}
      heading={device.gps_info.data?.trackingAngle}
      size={size}
    />
  );
};
