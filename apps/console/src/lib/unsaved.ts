// What is typed and not saved: a form tells it for as long as it is there, and what would drop it asks first. Not: the question
// (app/leave-question.tsx).
import { createContext, useEffect, useEffectEvent } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

type Address = { readonly pathname: string; readonly search: string };
/** From one address to another. `step`: back or forward in the history, which nobody takes but who uses the page. */
export type Way = { readonly from: Address; readonly to: Address; readonly step: boolean };
export type UnsavedForm = {
  /** It stands over every path, and goes when another modal takes its place. */
  readonly isOver?: boolean;
  readonly isDroppedBy: (way: Way) => boolean;
  /** Takes the form away, asking nothing. */
  readonly close?: () => void;
};
type Question = { readonly isAbout: (form: UnsavedForm) => boolean; readonly answer: (drop: boolean) => void };
type Unsaved = { readonly forms: readonly UnsavedForm[]; readonly question: Question | undefined };

const unsavedStore = createStore<Unsaved>(() => ({ forms: [], question: undefined }));

/** Around what stays where it is when the path changes. */
export const OverEveryPath = createContext(false);

/** The state of a way that the page takes by itself: nobody is there to be asked. */
export const BY_ITSELF = { byItself: true };
export const isByItself = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'byItself' in state;

/** Nothing is left of what is asked about: nobody has said that it may be dropped. */
const endQuestion = (): void => {
  const { forms, question } = unsavedStore.getState();
  if (question !== undefined && !forms.some(question.isAbout)) question.answer(false);
};

/** While something of a form is unsaved, it is asked for before the page or its language goes, or a way that drops the form is taken. */
export const useUnsaved = (unsaved: boolean, { isOver = false, isDroppedBy, close }: UnsavedForm): void => {
  const isDropped = useEffectEvent(isDroppedBy);
  const leave = useEffectEvent(() => close?.());
  useEffect(() => {
    if (!unsaved) return undefined;
    const form: UnsavedForm = { isOver, isDroppedBy: (way) => isDropped(way), close: () => leave() };
    unsavedStore.setState(({ forms }) => ({ forms: [...forms, form] }));
    return () => {
      unsavedStore.setState(({ forms }) => ({ forms: forms.filter((one) => one !== form) }));
      endQuestion();
    };
  }, [unsaved, isOver]);
};

export const useIsUnsaved = (): boolean => useStore(unsavedStore, ({ forms }) => forms.length > 0);
/** The forms that a way drops. */
export const droppedBy = (way: Way): readonly UnsavedForm[] =>
  unsavedStore.getState().forms.filter((form) => form.isDroppedBy(way));

/** Closes those of them that still hold something: what they were opened from stays where the way leads. */
export const closeLeft = (dropped: readonly UnsavedForm[]): void => {
  const { forms } = unsavedStore.getState();
  for (const form of dropped) if (forms.includes(form)) form.close?.();
};

/** True where none of these is unsaved, or once somebody has said that they may be dropped. */
const mayDrop = (isAbout: Question['isAbout']): Promise<boolean> => {
  const { forms, question } = unsavedStore.getState();
  if (!forms.some(isAbout)) return Promise.resolve(true);
  question?.answer(false);
  return new Promise((tell) => {
    const answer = (drop: boolean): void => {
      unsavedStore.setState({ question: undefined });
      tell(drop);
    };
    unsavedStore.setState({ question: { isAbout, answer } });
  });
};

/** To be asked before everything is drawn again. */
export const mayDropUnsaved = (): Promise<boolean> => mayDrop(() => true);
/** To be asked before another modal takes the place of the one over the screens, which stay. */
export const mayDropOverlay = (): Promise<boolean> => mayDrop(({ isOver }) => isOver === true);

/** Answers what is asked; undefined where nothing is. */
export const useDropQuestion = (): Question['answer'] | undefined =>
  useStore(unsavedStore, ({ question }) => question?.answer);
