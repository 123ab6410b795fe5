// Who may be written to now: each receiver gets at most one message a minute, and what waits for them comes before what is new. Pure.

export type MessageKind = 'mail' | 'sms';
/** `nextMs` (UTC): until when nothing goes to them. `held`: how many events wait for that. */
export type Standing = { kind: MessageKind; receiver: string; nextMs: number; held: number };

export const PAUSE_MS = 60_000;
/** Events that the next message names. Of those on top it says only how many there are. */
export const MOST_HELD = 50;

/** A moment further ahead than the pause was said by a clock that was set back since. */
export const mayWrite = ({ nextMs, held }: Standing, nowMs: number): boolean =>
  held === 0 && (nextMs <= nowMs || nextMs > nowMs + PAUSE_MS);
