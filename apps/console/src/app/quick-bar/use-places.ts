// Places of the quick bar: what is typed is looked for among the names that the server knows, a moment after the last letter. One leads to
// its point of the map.
import { getNominatimStatus, postNominatimSearch } from '@outrider/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useCall } from '../../lib/calls.ts';
import { usePhone } from '../../lib/device-kind.ts';
import { t } from '../../lib/i18n.ts';
import { send } from '../../lib/send.ts';
import { systemClock } from '../../lib/time.ts';
import { mapEnabled, useSession } from '../../live/session.ts';
import type { Find } from './find.ts';

const REST_MS = 250;
/** Shorter words are too much of everything. */
const SHORTEST = 3;
const MOST_PLACES = 4;

/** What is typed, once nobody typed for a moment. */
const useRested = (typed: string): string => {
  const [rested, setRested] = useState(typed);
  useEffect(() => systemClock.after(REST_MS, () => setRested(typed)), [typed]);
  return rested;
};

/** Places whose names begin with what is typed; none without a map, where places are switched off, and for numbers. */
export const usePlaces = (typed: string): readonly Find[] => {
  const navigate = useNavigate();
  const phone = usePhone();
  const map = useSession(mapEnabled) && !phone;
  const word = useRested(typed.trim());
  const status = useCall(getNominatimStatus, {}, { enabled: map });
  const { data } = useQuery({
    queryKey: [postNominatimSearch.path, word],
    queryFn: ({ signal }) => send(postNominatimSearch, { word }, signal),
    enabled: map && status.data?.status === 0 && word.length >= SHORTEST && !/\d/.test(word),
    staleTime: Infinity,
  });
  if (!map || data === undefined || word !== typed.trim()) return [];
  return data.slice(0, MOST_PLACES).map(({ name, lat, lon }): Find => {
    const point = `${lat.toFixed(5)},${lon.toFixed(5)}`;
    return {
      key: `place ${point} ${name}`,
      icon: 'map',
      text: name,
      detail: t('Place on the map'),
      run: () => void navigate(`/?place=${point}`),
    };
  });
};
