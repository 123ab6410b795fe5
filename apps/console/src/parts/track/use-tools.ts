// The objects behind the screen, for as long as it is there: worker, query, player, addresses.
import { getNominatimStatus, PANEL_ZOOM, postNominatimReverse, postTrackEvents } from '@outrider/contract';
import { useEffect, useState } from 'react';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { send } from '../../lib/send.ts';
import { systemClock } from '../../lib/time.ts';
import { mayDo, sessionStore } from '../../live/session.ts';
import { showFailure, showToast } from '../../ui/toast.ts';
import { AddressFiller } from './address-filler.ts';
import { TrackQuery } from './track-query.ts';
import { TrackReader } from './track-reader.ts';
import { TrackPlayer } from './track-player.ts';

export type Tools = {
  readonly reader: TrackReader;
  readonly query: TrackQuery;
  readonly player: TrackPlayer;
  readonly addresses: AddressFiller;
};

const tell = (end: 'found' | 'empty' | Error): void => {
  if (end === 'empty') showToast('warning', t('no gps data'));
  else if (end !== 'found') showFailure(t('error'), end);
};

const onNoEvents = (error: Error): void => showFailure(t('The events could not be read'), error);

const addressFiller = (): AddressFiller =>
  new AddressFiller({
    clock: systemClock,
    ask: async (lat, lon, signal) =>
      (await send(postNominatimReverse, { lat, lon, zoom: PANEL_ZOOM }, signal)).display_name,
  });

const maySeeEvents = (): boolean => mayDo(sessionStore.getState(), postTrackEvents.right);

const makeTools = (): Tools => {
  const reader = new TrackReader();
  const query = new TrackQuery({ reader, maySeeEvents, onEnd: tell, onNoEvents });
  const player = new TrackPlayer();
  query.state.subscribe(({ result }, before) => {
    if (result === undefined || result === before.result) return;
    // More at the end of the same span is no reason to begin again.
    if (result.span === before.result?.span) player.extend(result.track);
    else player.load(result.track);
  });
  return { reader, query, player, addresses: addressFiller() };
};

/** The same for as long as the screen is there. Each may be used again after its end: React tries effects twice in development. */
export const useTools = (): Tools => {
  const [tools] = useState(makeTools);
  useEffect(
    () => () => {
      tools.player.close();
      tools.query.close();
      tools.reader.close();
    },
    [tools],
  );
  return tools;
};

/** Whether the server can name places at all. */
export const usePlacesNamed = (): boolean => useCall(getNominatimStatus, {}).data?.status === 0;
