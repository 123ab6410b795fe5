// Which forms of a screen hold something unsaved, told by the forms to the screen around them.
import { createContext, useContext, useEffect, useId } from 'react';

/** Gets the id of a form, and whether something in it is not saved. */
export const UnsavedContext = createContext<(form: string, unsaved: boolean) => void>(() => undefined);

/** Tells the screen around whether this form has something unsaved, for as long as the form is there. */
export const useTellUnsaved = (unsaved: boolean): void => {
  const tell = useContext(UnsavedContext);
  const id = useId();
  useEffect(() => {
    tell(id, unsaved);
    return () => tell(id, false);
  }, [tell, id, unsaved]);
};
