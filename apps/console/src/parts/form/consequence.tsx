// What a save would do that cannot be taken back: it is held until somebody has said that it is meant.
import { useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { Confirm } from '../../ui/question.tsx';

/** What is asked before a save: what it means, and what must be typed. */
export type Consequence = { title: string; text: ReactNode; confirmText: string; typed?: string };

type Asking = Consequence & { answer: (goOn: boolean) => void };
type Held = {
  /** To be drawn. */
  question: ReactElement | undefined;
  /** Whether the save goes on; at once where it does nothing that cannot be taken back. */
  mayGoOn: (consequence: Consequence | undefined) => Promise<boolean>;
};

/** Holds a save until the question is answered. `above`: the form stands in a dialog itself. */
export const useConsequence = (above = false): Held => {
  const [asking, ask] = useState<Asking>();
  const settle = (goOn: boolean): void => {
    ask(undefined);
    asking?.answer(goOn);
  };
  const question = asking && (
    <Confirm
      title={asking.title}
      confirmText={asking.confirmText}
      danger
      above={above}
      {...(asking.typed === undefined ? {} : { typed: asking.typed })}
      onConfirm={() => settle(true)}
      onClose={() => settle(false)}
    >
      {asking.text}
    </Confirm>
  );
  const mayGoOn = (consequence: Consequence | undefined): Promise<boolean> =>
    consequence === undefined ? Promise.resolve(true) : new Promise((answer) => ask({ ...consequence, answer }));
  return { question, mayGoOn };
};

/** Somebody thought better of it: nothing failed, and what was typed stays. */
export const STOPPED = new Error('stopped');

/** Fewer days to keep something than before; 0 stands for all days there are. */
export const isFewerDays = (days: number, before: number): boolean => days !== 0 && (before === 0 || days < before);
/**
 * The same where 0 stands for the days of the server, which are not known here: other days in their place, or they in the place of others,
 * may be fewer.
 */
export const mayBeFewerDays = (days: number, before: number): boolean =>
  days !== before && (days === 0 || before === 0 || days < before);
