// What of a sheet was changed and is not saved, told to its dialog by each panel and value for as long as they are there.
import { createContext, useCallback, useContext, useEffect, useId, useState } from 'react';

/** `saving`: it is on its way to the device. */
type Stand = 'saved' | 'changed' | 'saving';
type Tell = (part: string, stand: Stand) => void;

/** Around the parts of a sheet. */
export const SheetUnsaved = createContext<Tell>(() => undefined);

export const useTellSheet = (unsaved: boolean, saving: boolean): void => {
  const tell = useContext(SheetUnsaved);
  const id = useId();
  const stand = unsaved ? (saving ? 'saving' : 'changed') : 'saved';
  useEffect(() => {
    tell(id, stand);
    // A part that begins again with what the device has now drops what it held.
    return () => tell(id, 'saved');
  }, [tell, id, stand]);
};

/** `saving`: all that is unsaved is on its way. */
export const useSheetUnsaved = (): { tell: Tell; unsaved: boolean; saving: boolean } => {
  const [stands, setStands] = useState<ReadonlyMap<string, Stand>>(new Map());
  const tell = useCallback<Tell>((part, stand) => {
    setStands((before) => {
      if ((before.get(part) ?? 'saved') === stand) return before;
      const others = [...before].filter(([other]) => other !== part);
      return new Map(stand === 'saved' ? others : [...others, [part, stand]]);
    });
  }, []);
  const unsaved = stands.size > 0;
  return { tell, unsaved, saving: unsaved && [...stands.values()].every((stand) => stand === 'saving') };
};
