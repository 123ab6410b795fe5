// The word that narrows a list of this screen: it stands in the address.
import { useAddressQuery } from '../../lib/address-query.ts';

export const useFind = () => {
  const [query, setQuery] = useAddressQuery();
  const find = (word: string): void =>
    setQuery((old) => {
      const next = new URLSearchParams(old);
      if (word === '') next.delete('find');
      else next.set('find', word);
      return next;
    });
  return { word: query.get('find') ?? '', find };
};
