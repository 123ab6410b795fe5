// What a tile's device and channel are called: by what is known of the device now, else by what the layout remembers.
import type { Device, ExtraInfo } from '@outrider/contract';
import { t } from '../../lib/i18n.ts';
import { deviceName } from '../../live/device-name.ts';
import { useDevice, useExtra } from '../../live/hooks.ts';
import { devices } from '../../live/index.ts';
import { channelName } from '../../parts/tiles/tile-rules.ts';
import type { Wrap } from './wraps.ts';

export type WrapNames = { readonly device: string; readonly name: string };

const namesFrom = (wrap: Wrap, device: Device | undefined, extra: ExtraInfo | undefined): WrapNames => ({
  device: deviceName(wrap.device.deviceid, device ?? wrap.device),
  name: wrap.type === 'map' ? t('Map') : channelName(wrap.channel, extra?.chnames ?? [], device?.chmask ?? []),
});

/** Kept fresh. */
export const useWrapNames = (wrap: Wrap): WrapNames =>
  namesFrom(wrap, useDevice(wrap.device.deviceid), useExtra(wrap.device.deviceid));

/** As they are at this moment, in one line. */
export const wrapLabel = (wrap: Wrap): string => {
  const id = wrap.device.deviceid;
  const { device, name } = namesFrom(wrap, devices.get(id), devices.extra(id));
  return `${device} · ${name}`;
};
