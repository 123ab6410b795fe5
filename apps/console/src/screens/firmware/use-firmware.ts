// What the firmware screen asks and does: the status of a device each second while its row is seen, its version, telling it to update.
import {
  d09UpdateFirmware,
  d10FirmwareStatus,
  d11FirmwareVersion,
  firmwareLink,
  getDeviceFirmware,
} from '@outrider/contract';
import type { FirmwareItem, FirmwareWay, ReplyOf } from '@outrider/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useKept } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { systemClock } from '../../lib/time.ts';
import { live } from '../../live/index.ts';
import { titleNow } from '../../parts/device-names.tsx';
import { useStreamPlace } from '../../parts/tiles/use-addresses.ts';
import { showToast } from '../../ui/toast.ts';

const STATUS_MS = 1000;
const COOLDOWN_MS = 10_000;
const NOTHING = {};

export type FirmwareStatus = ReplyOf<typeof d10FirmwareStatus>;

/** Asked each second, as long as something that shows it is on the screen. */
export const useFirmwareStatus = (deviceId: string): UseQueryResult<FirmwareStatus> =>
  useQuery({
    queryKey: ['D10', deviceId],
    queryFn: () => live().connection.ask(d10FirmwareStatus, { I: deviceId }),
    refetchInterval: STATUS_MS,
    retry: false,
  });

/** Whether a device may be told to update now: nothing is under way. */
export const isFree = (status: FirmwareStatus | undefined): boolean =>
  status !== undefined && (status.B === 0 || status.B === 100);

/** Asks the device; what it says stands in the list then. */
export const useReadVersion = (): ((deviceId: string) => Promise<string>) => {
  const { change } = useKept(getDeviceFirmware, NOTHING);
  return useCallback(
    async (deviceId) => {
      const { B: version, T: time } = await live().connection.ask(d11FirmwareVersion, { I: deviceId });
      change((rows) => rows.map((row) => (row.deviceid === deviceId ? { ...row, version, time } : row)));
      return version;
    },
    [change],
  );
};

export type Source = { url: string; user: string; password: string; way: FirmwareWay };

/** Devices that were told less than ten seconds ago. */
export const useUpdating = () => {
  const [resting, setResting] = useState<ReadonlySet<string>>(new Set());
  const client = useQueryClient();
  const stops = useState(() => new Set<() => void>())[0];
  useEffect(
    () => () => {
      for (const stop of stops) stop();
      stops.clear();
    },
    [stops],
  );
  const update = useCallback(
    (deviceId: string, { url, user, password, way }: Source): void => {
      setResting((old) => new Set(old).add(deviceId));
      const stop = systemClock.after(COOLDOWN_MS, () => {
        stops.delete(stop);
        setResting((old) => new Set([...old].filter((id) => id !== deviceId)));
      });
      stops.add(stop);
      const title = (): string => t('Update of {device}', { device: titleNow(deviceId) });
      const letters = {
        I: deviceId,
        A: url,
        C: way,
        W: true,
        ...(user !== '' && { U: user }),
        ...(password !== '' && { P: password }),
      };
      live()
        .connection.ask(d09UpdateFirmware, letters)
        .then(
          ({ R }) => {
            void client.invalidateQueries({ queryKey: ['D10', deviceId] });
            if (R === '2') showToast('info', title(), t('Waits for the device'));
            if (R === '408') showToast('info', title(), t('No answer'));
          },
          (error: unknown) => showToast('error', title(), error instanceof Error ? t(error.message) : String(error)),
        );
    },
    [client, stops],
  );
  return { resting, update };
};

export type LinkOf = (item: Pick<FirmwareItem, 'firmwareid'>) => { text: string; href: string };

/** The addresses of files in the store, as devices dial them; undefined until the port is known. */
export const useLinkOf = (): LinkOf | undefined => {
  const place = useStreamPlace();
  if (place?.streamPort === undefined) return undefined;
  const { hostname, streamPort, secure } = place;
  return ({ firmwareid }) => {
    const text = firmwareLink(hostname, streamPort, firmwareid);
    return { text, href: `${secure ? 'https' : 'http'}://${text}` };
  };
};
