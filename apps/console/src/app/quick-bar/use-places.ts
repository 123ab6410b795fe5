// Places of the quick bar: what is typed is looked for among the names that the server knows, a moment after the last letter. One leads to
// its point of the map.
import { getNominatimStatus, postNominatimSearch } from '@outrider/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useCall } from '../../lib/calls.ts';
import { usePhone } from '../../lib/device-kind.ts';
import { t } from '../../lib/i18n.ts';
import { send } from '../../lib/send.ts';
import { useRested } from '../../lib/use-rested.ts';
import { mapEnabled, useSession } from '../../live/session.ts';
import type { Find } from './find.ts';

const REST_MS = 250;
/** Shorter words are too much of everything. */
const SHORTEST = 3;
const MOST_PLACES = 4;

type FoundPlaces = { readonly places: readonly Find[]; /** More may come. */ readonly asking: boolean };

const NONE: FoundPlaces = { places: [], asking: false };

const isName = (text: string): boolean => text.length >= SHORTEST && !/\d/.test(text);

/** Places whose names begin with what is typed; none without a map, where places are switched off, and for numbers. */
export const usePlaces = (typed: string): FoundPlaces => {
  const navigate = useNavigate();
  const phone = usePhone();
  const map = useSession(mapEnabled) && !phone;
  const now = typed.trim();
  const word = useRested(now, REST_MS);
  const status = useCall(getNominatimStatus, {}, { enabled: map });
  const offered = map && status.data?.status === 0;
  const { data, isFetching } = useQuery({
    queryKey: [postNominatimSearch.path, word],
    queryFn: ({ signal }) => send(postNominatimSearch, { word }, signal),
    enabled: offered && isName(word),
    staleTime: Infinity,
  });
  if (!offered || !isName(now)) return NONE;
  if (data === undefined || word !== now) return { places: [], asking: isFetching || word !== now };
  const places = data.slice(0, MOST_PLACES).map(({ name, lat, lon }): Find => {
    const point = `${lat.toFixed(5)},${lon.toFixed(5)}`;
    return {
      key: `place ${point} ${name}`,
      icon: 'map',
      text: name,
      detail: t('Place on the map'),
      run: () => void navigate(`/?place=${point}`),
    };
  });
  return { places, asking: false };
};
