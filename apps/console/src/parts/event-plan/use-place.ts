// Whose plans the table shows, kept in the address.
import { useAddressQuery } from '../../lib/address-query.ts';
import { ALL_PLANS, type Place } from './plan-target.ts';

export const usePlace = (): readonly [Place, (place: Place) => void] => {
  const [query, setQuery] = useAddressQuery();
  const by = query.get('by') === 'group' ? 'group' : 'device';
  const put = (place: Place): void =>
    setQuery((old) => {
      const next = new URLSearchParams(old);
      next.set('by', place.by);
      next.set('of', place.of);
      return next;
    });
  return [{ by, of: query.get('of') ?? (by === 'device' ? ALL_PLANS : '') }, put];
};
