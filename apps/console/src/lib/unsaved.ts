// What is typed and not saved: a form tells it for as long as it is there, and what would drop it asks first. Not: the question
// (app/leave-question.tsx).
import { createContext, useEffect, useEffectEvent } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

type Address = { readonly pathname: string; readonly search: string };
/** From one address to another. `step`: back or forward in the history, which nobody takes but who uses the page. */
export type Way = { readonly from: Address; readonly to: Address; readonly step: boolean };
type Form = { readonly isDroppedBy: (way: Way) => boolean };
type Unsaved = { readonly forms: readonly Form[]; readonly question: ((drop: boolean) => void) | undefined };

const unsavedStore = createStore<Unsaved>(() => ({ forms: [], question: undefined }));

/** Around what stays where it is when the path changes. */
export const OverEveryPath = createContext(false);

/** While something of a form is unsaved, it is asked for before the page or its language goes, or a way that drops the form is taken. */
export const useUnsaved = (unsaved: boolean, isDroppedBy: (way: Way) => boolean): void => {
  const isDropped = useEffectEvent(isDroppedBy);
  useEffect(() => {
    if (!unsaved) return undefined;
    const form: Form = { isDroppedBy: (way) => isDropped(way) };
    unsavedStore.setState(({ forms }) => ({ forms: [...forms, form] }));
    return () => unsavedStore.setState(({ forms }) => ({ forms: forms.filter((one) => one !== form) }));
  }, [unsaved]);
};

export const useIsUnsaved = (): boolean => useStore(unsavedStore, ({ forms }) => forms.length > 0);
export const dropsUnsaved = (way: Way): boolean => unsavedStore.getState().forms.some((form) => form.isDroppedBy(way));

/** Before everything is drawn again: true where nothing is unsaved, or once somebody has said that it may be dropped. */
export const mayDropUnsaved = (): Promise<boolean> => {
  const { forms, question } = unsavedStore.getState();
  if (forms.length === 0) return Promise.resolve(true);
  question?.(false);
  return new Promise((answer) =>
    unsavedStore.setState({
      question: (drop) => {
        unsavedStore.setState({ question: undefined });
        answer(drop);
      },
    }),
  );
};

/** Answers what `mayDropUnsaved` asks; undefined where nothing is asked. */
export const useDropQuestion = (): Unsaved['question'] => useStore(unsavedStore, ({ question }) => question);
