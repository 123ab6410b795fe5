// The state of a search of events: a page at a time, in the order that was asked for; given up at any time.
import { AppError, type ListedEvent, MAX_EVENTS_FOUND, postEventQuery } from '@outrider/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { send } from '../../lib/send.ts';
import type { EventQuestion } from './criteria.ts';

export type Found = {
  readonly question: EventQuestion;
  readonly events: readonly ListedEvent[];
  /** There may be more behind the last one. */
  readonly more: boolean;
};
export type SearchState = {
  readonly busy: boolean;
  readonly found: Found | undefined;
  readonly error: Error | undefined;
};

const NONE: SearchState = { busy: false, found: undefined, error: undefined };

const askFor = async (question: EventQuestion, signal: AbortSignal): Promise<readonly ListedEvent[]> => {
  const reply = await send(postEventQuery, question, signal);
  if (!Array.isArray(reply)) throw new AppError('invalid', reply.message);
  return reply;
};

/** The question for what comes behind. */
const nextOf = ({ question, events }: Found): EventQuestion => {
  const last = events.at(-1)?.serialno ?? 0;
  return question.desc === true ? { ...question, beforeSerialno: last } : { ...question, afterSerialno: last };
};

const patched = (state: SearchState, serialno: number, fields: Partial<ListedEvent>): SearchState => {
  if (state.found === undefined) return state;
  const events = state.found.events.map((event) => (event.serialno === serialno ? { ...event, ...fields } : event));
  return { ...state, found: { ...state.found, events } };
};

export const useSearch = () => {
  const [state, setState] = useState<SearchState>(NONE);
  const running = useRef<AbortController>(undefined);
  const last = useRef<EventQuestion>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const run = (question: EventQuestion, before: Found | undefined): void => {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    last.current = question;
    // What is there already is taken as it is at each step: a row may be changed while more is loading.
    setState(({ found }) => ({ busy: true, found: before && found, error: undefined }));
    askFor(before === undefined ? question : nextOf(before), own.signal)
      .then((events) => {
        if (own.signal.aborted) return;
        setState(({ found }) => ({
          busy: false,
          found: {
            question,
            events: [...(found?.events ?? []), ...events],
            more: events.length >= MAX_EVENTS_FOUND,
          },
          error: undefined,
        }));
      })
      .catch((error: unknown) => {
        if (!own.signal.aborted && error instanceof Error) setState(({ found }) => ({ busy: false, found, error }));
      });
  };
  const patch = useCallback(
    (serialno: number, fields: Partial<ListedEvent>): void => setState((old) => patched(old, serialno, fields)),
    [],
  );
  return {
    ...state,
    ask: (question: EventQuestion) => run(question, undefined),
    /** What was asked last, from its beginning. */
    again: () => {
      if (last.current !== undefined) run(last.current, undefined);
    },
    more: () => {
      if (state.found !== undefined) run(state.found.question, state.found);
    },
    cancel: () => {
      running.current?.abort();
      setState((old) => ({ ...old, busy: false }));
    },
    patch,
  };
};
