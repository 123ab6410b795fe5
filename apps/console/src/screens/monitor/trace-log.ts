// What /testdev keeps of the messages that it was shown: the newest of each pane, and how many were not shown at all. Pure.
import { type AdminMessage, type TraceLine, traceLine } from '@outrider/contract';

export const panes = ['toDevice', 'fromDevice', 'heartbeat', 'peerSent', 'peerReceived'] as const;
export type Pane = (typeof panes)[number];
export type ShownLine = TraceLine & { readonly key: number };
export type TraceLog = { readonly lines: Readonly<Record<Pane, readonly ShownLine[]>>; readonly lost: number };

/** Of each pane; what is older is forgotten. */
export const KEPT_LINES = 200;
const HEARTBEAT = '0002';

export const emptyLog: TraceLog = {
  lines: { toDevice: [], fromDevice: [], heartbeat: [], peerSent: [], peerReceived: [] },
  lost: 0,
};

const panesOfCodes: Readonly<Record<string, Pane>> = {
  DB3: 'toDevice',
  DB4: 'fromDevice',
  DB5: 'peerSent',
  DB6: 'peerReceived',
};

/** The pane of a line; undefined for what is none. */
export const traced = (message: AdminMessage): { pane: Pane; line: TraceLine } | undefined => {
  const pane = panesOfCodes[message.M ?? ''];
  const line = pane === undefined ? undefined : traceLine.safeParse(message).data;
  if (pane === undefined || line === undefined) return undefined;
  return { pane: pane === 'fromDevice' && line.Z.id === HEARTBEAT ? 'heartbeat' : pane, line };
};

/** The newest first. */
export const added = (log: TraceLog, came: readonly { pane: Pane; line: ShownLine }[]): TraceLog => {
  const lines: Record<Pane, readonly ShownLine[]> = { ...log.lines };
  for (const pane of panes) {
    const own = came.flatMap((each) => (each.pane === pane ? [each.line] : []));
    if (own.length > 0) lines[pane] = [...own.toReversed(), ...lines[pane]].slice(0, KEPT_LINES);
  }
  return { lines, lost: log.lost + came.reduce((sum, { line }) => sum + (line.D ?? 0), 0) };
};
