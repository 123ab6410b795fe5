// Names of the places of many events, asked for one after the other; given up at any time. What is known stays as long as the dialog.
import { getNominatimStatus, PANEL_ZOOM, postNominatimReverse } from '@outrider/contract';
import { useEffect, useRef, useState } from 'react';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { send } from '../../lib/send.ts';
import { systemClock } from '../../lib/time.ts';
import { showFailure } from '../../ui/toast.ts';
import { AddressFiller } from '../track/address-filler.ts';
import type { EventRow } from './rows.ts';

/** So many places at once: the server names places for everybody. */
export const MOST_ADDRESSES = 10_000;

const placeOf = ({ vehiclex, vehicley }: EventRow): { lat: number; lng: number } | undefined =>
  vehiclex === null || vehicley === null ? undefined : { lat: vehiclex, lng: vehicley };

export const useAddresses = () => {
  const offered = useCall(getNominatimStatus, {}).data?.status === 0;
  const [filler] = useState(
    () =>
      new AddressFiller({
        clock: systemClock,
        ask: async (lat, lon, signal) =>
          (await send(postNominatimReverse, { lat, lon, zoom: PANEL_ZOOM }, signal)).display_name,
      }),
  );
  const [progress, setProgress] = useState<{ done: number; of: number }>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const cancel = (): void => {
    running.current?.abort();
    running.current = undefined;
    setProgress(undefined);
  };
  return {
    offered,
    progress,
    addressOf: (row: EventRow): string => {
      const place = placeOf(row);
      return (place && filler.known(place)) ?? '';
    },
    load: (rows: readonly EventRow[]): void => {
      const places = rows.slice(0, MOST_ADDRESSES).flatMap((row) => placeOf(row) ?? []);
      const own = new AbortController();
      running.current = own;
      setProgress({ done: 0, of: places.length });
      filler
        .nameAll(
          { count: places.length, at: (index) => places[index] },
          (done) => {
            if (!own.signal.aborted) setProgress({ done, of: places.length });
          },
          own.signal,
        )
        .then(
          () => setProgress(undefined),
          (error: unknown) => {
            if (own.signal.aborted) return;
            setProgress(undefined);
            showFailure(t('error'), error);
          },
        );
    },
    cancel,
  };
};
