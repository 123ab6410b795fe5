// The name of the place where a device is, as component state: only where the server says that it knows places, and only while
// somebody looks. The asking itself is place-names.ts.
import { AppError, getNominatimStatus, PANEL_ZOOM, postNominatimReverse } from '@outrider/contract';
import type { Device } from '@outrider/contract';
import { useEffect, useState } from 'react';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { noToast } from '../../lib/refusals.ts';
import { send } from '../../lib/send.ts';
import { isMoving } from '../../live/device-state.ts';
import { placeOf } from '../device-place.ts';
import { PlaceNames } from './place-names.ts';
import type { WantedPlace } from './place-names.ts';

const names = new PlaceNames(async (lat, lon, signal) => {
  try {
    const { display_name } = await send(postNominatimReverse, { lat, lon, zoom: PANEL_ZOOM }, signal);
    return display_name;
  } catch (error) {
    noToast(error);
    // Who asked is told what the server said; that nobody answered is only in the browser's log.
    if (error instanceof AppError && error.cause === undefined) return { refused: t(error.message) };
    throw error;
  }
});

/** A moving vehicle is asked for each 110 m, a standing one by its exact place. */
const wantedPlace = (device: Device): WantedPlace | undefined => {
  const place = placeOf(device);
  return place === undefined ? undefined : { lat: place.lat, lng: place.lng, digits: isMoving(device) ? 3 : 4 };
};

const rounded = (degrees: number | undefined, digits: number): string => degrees?.toFixed(digits) ?? '';

/** The name as far as it is known already: nobody is asked. */
export const knownPlaceName = (device: Device): string => {
  const wanted = wantedPlace(device);
  return (wanted && names.known(wanted)) ?? '';
};

/** '' where there is no name; undefined while it is being asked for, or where the server names no places. */
export const usePlaceName = (device: Device): string | undefined => {
  const asked = useCall(getNominatimStatus, {}).data?.status === 0;
  const [kept, setKept] = useState<{ id: string; name: string }>();
  const wanted = wantedPlace(device);
  const id = device.deviceid;
  const key = `${rounded(wanted?.lat, wanted?.digits ?? 4)}/${rounded(wanted?.lng, wanted?.digits ?? 4)}`;
  useEffect(() => {
    if (!asked || wanted === undefined) return undefined;
    return names.want(wanted, (name) => setKept({ id, name }));
    // oxlint-disable-next-line react/exhaustive-deps -- `key` is the place as far as a name can tell places apart
  }, [asked, id, key]);
  if (!asked || wanted === undefined) return undefined;
  return kept?.id === id ? kept.name : names.known(wanted);
};
