// The draft of a fence or a planned route: read when its slot is chosen, with the version that a save goes over, and changed with a history of moves.
import { useEffect, useRef, useState } from 'react';
import { useAddressQuery } from '../../lib/address-query.ts';

type Kept<Draft> = {
  index: number | undefined;
  /** Of reading: how often it was tried. */
  round: number;
  /** Goes up with each draft that takes the place of another: what was begun for the one before must not reach it. */
  turn: number;
  draft: Draft;
  start: Draft;
  /** The version that was read, saved, or shown as the change of somebody else. */
  updatetime: number;
  past: readonly Draft[];
  failed: boolean;
};

/** So many moves can be undone. */
const MOST_MOVES = 50;

type Options<Draft> = {
  blank: Draft;
  /** Gives no draft for a free slot. Rejects where it cannot be read. */
  read: (index: number) => Promise<{ draft: Draft | undefined; updatetime: number }>;
  isFree: (index: number) => boolean;
  /** Whether the list is there that `read` looks into. */
  ready: boolean;
};

const useSlot = (): readonly [number | undefined, (index: number) => void] => {
  const [query, setQuery] = useAddressQuery();
  const asked = Number(query.get('index') ?? Number.NaN);
  const open = (next: number): void =>
    setQuery((old) => {
      const changed = new URLSearchParams(old);
      changed.set('index', String(next));
      return changed;
    });
  return [Number.isInteger(asked) && asked > 0 ? asked : undefined, open];
};

/** What is read of the slot that is open. What was drawn before one was chosen goes into the free one. */
const useKept = <Draft extends object>(
  index: number | undefined,
  { blank, read, ready }: Pick<Options<Draft>, 'blank' | 'read' | 'ready'>,
) => {
  const [kept, setKept] = useState<Kept<Draft>>({
    index: undefined,
    round: 0,
    turn: 0,
    draft: blank,
    start: blank,
    updatetime: 0,
    past: [],
    failed: false,
  });
  const [round, setRound] = useState(0);
  const source = useRef({ blank, read });
  useEffect(() => {
    source.current = { blank, read };
  });
  useEffect(() => {
    if (index === undefined || !ready) return undefined;
    let over = false;
    const take = ({ draft, updatetime }: Awaited<ReturnType<typeof read>>): void =>
      setKept((now) => {
        const found = draft ?? source.current.blank;
        if (draft === undefined && now.index === undefined) return { ...now, index, round, updatetime, failed: false };
        const turn = now.turn + 1;
        return { index, round, turn, draft: found, start: found, updatetime, past: [], failed: false };
      });
    source.current.read(index).then(
      (found) => over || take(found),
      () => over || setKept((now) => ({ ...now, index, round, turn: now.turn + 1, failed: true })),
    );
    return () => {
      over = true;
    };
  }, [index, ready, round]);
  const isThere = index === undefined || (kept.index === index && kept.round === round);
  const phase = isThere ? (kept.failed ? 'failed' : 'ready') : 'reading';
  return { kept, setKept, phase, readAgain: (): void => setRound((old) => old + 1) } as const;
};

type Patch<Draft> = Partial<Draft> | ((now: Draft) => Partial<Draft>);
type SetKept<Draft> = (next: (now: Kept<Draft>) => Kept<Draft>) => void;

/** What changes the draft of this turn, while what is edited is there; moves can be undone. */
const useEdits = <Draft extends object>(setKept: SetKept<Draft>, turn: number, isOpen: boolean) => {
  const lastStep = useRef<number>(undefined);
  const edit: SetKept<Draft> = (next) => isOpen && setKept((now) => (now.turn === turn ? next(now) : now));
  return {
    /** A move that can be undone; those of one step are one. */
    move: (patch: Partial<Draft>, step?: number): void => {
      const same = step !== undefined && step !== 0 && lastStep.current === step;
      lastStep.current = step;
      edit((now) => ({
        ...now,
        draft: { ...now.draft, ...patch },
        past: same ? now.past : [...now.past, now.draft].slice(-MOST_MOVES),
      }));
    },
    /** A function gets the draft as it is by then: more may have been changed while an answer was on its way. */
    change: (patch: Patch<Draft>): void =>
      edit((now) => ({
        ...now,
        draft: { ...now.draft, ...(typeof patch === 'function' ? patch(now.draft) : patch) },
      })),
    /** Gives these fields back what they were before the last move. */
    undo: (fields: readonly (keyof Draft)[]): void => {
      lastStep.current = undefined;
      edit((now) => {
        const before = now.past.at(-1);
        if (before === undefined) return now;
        const back: Partial<Draft> = {};
        for (const field of fields) back[field] = before[field];
        return { ...now, draft: { ...now.draft, ...back }, past: now.past.slice(0, -1) };
      });
    },
  };
};

/** What came of saving a slot; it may be another one that is open by now. */
const useOutcomes = <Draft extends object>(setKept: SetKept<Draft>, blank: Draft) => {
  const at = (index: number, next: (now: Kept<Draft>) => Kept<Draft>): void =>
    setKept((now) => (now.index === index ? next(now) : now));
  return {
    /** What was sent is what the server has; more may have been typed meanwhile. */
    saved: (index: number, { draft, updatetime }: { draft: Draft; updatetime: number }): void =>
      at(index, (now) => ({ ...now, start: draft, updatetime, past: [] })),
    emptied: (index: number, updatetime: number): void =>
      at(index, (now) => ({ ...now, turn: now.turn + 1, draft: blank, start: blank, updatetime, past: [] })),
    /** The change of somebody else was shown. */
    shown: (index: number, updatetime: number): void => at(index, (now) => ({ ...now, updatetime })),
  };
};

export type ZoneDraft<Draft extends object> = ReturnType<typeof useZoneDraft<Draft>>;

/** Which slot is open stands in the address (?index). */
export const useZoneDraft = <Draft extends object>(options: Options<Draft>) => {
  const [asked, open] = useSlot();
  const { kept, setKept, phase, readAgain } = useKept(asked, options);
  const edits = useEdits(setKept, kept.turn, phase === 'ready');
  const outcomes = useOutcomes(setKept, options.blank);
  const { draft, start, past, updatetime } = kept;
  const isLeft = phase === 'reading' && kept.index !== undefined; // it was discarded, and another one is on its way
  const dirty = !isLeft && JSON.stringify(draft) !== JSON.stringify(start);
  return {
    ...edits,
    ...outcomes,
    /** The slot that was read; `asked` is the one that is open. */
    index: phase === 'ready' ? asked : undefined,
    asked,
    draft,
    updatetime,
    dirty,
    phase,
    canUndo: phase === 'ready' && past.length > 0,
    readAgain,
    choose: open,
    /** Whether what was drawn before a slot was chosen goes along into the one that is chosen now. */
    goesAlong: (to: URLSearchParams): boolean => kept.index === undefined && options.isFree(Number(to.get('index'))),
  };
};
