// What a try to send an order means for it: over, or to be tried again. A pure decision.
import { type ErrorCode, isErrorCode, type OrderResult } from '@outrider/contract';
import { AppError, deviceOffline, NeverSentError } from '../../kernel/errors.ts';
import type { OrderKind } from './kind.ts';
import type { OrderEnd, StoredOrder } from './store.ts';

export type Tried = { ok: string } | { error: unknown };
/** `pause`: the device is not asked for a while. `broken`: a fault of ours, for the log. */
export type Verdict =
  | { kind: 'over'; end: OrderEnd; broken?: true }
  | { kind: 'again'; message: string; pause: boolean };

/** What says that the device may have it or may not. */
const unsure: readonly ErrorCode[] = ['device_timeout', 'device_offline'];
/** Words of the end of an order whose device hangs up as it obeys. */
const HUNG_UP = 'The device hung up without an answer';

export const verdictOf = (
  { again, endsLink }: Pick<OrderKind<unknown>, 'again' | 'endsLink'>,
  { kept }: Pick<StoredOrder, 'kept'>,
  tried: Tried,
): Verdict => {
  if ('ok' in tried) return { kind: 'over', end: { state: 'done', outcome: 'done', message: tried.ok } };
  const { error } = tried;
  if (!(error instanceof AppError))
    return { kind: 'over', broken: true, end: { state: 'refused', outcome: 'internal', message: 'See the log' } };
  const { code, message } = error;
  const neverSent = error instanceof NeverSentError || code === 'limit_reached';
  if (code === 'device_offline' && endsLink === true && !neverSent)
    return { kind: 'over', end: { state: 'done', outcome: 'done', message: HUNG_UP } };
  if (kept && (neverSent || (again && unsure.includes(code))))
    return { kind: 'again', message, pause: code !== 'device_offline' };
  const state = unsure.includes(code) ? 'expired' : 'refused';
  return { kind: 'over', end: { state, outcome: code, message } };
};

/** What the asker of an order hears, as it stands now. Throws for what is a failure. */
export const resultOf = ({ state, outcome, message }: StoredOrder, isAway: boolean): OrderResult => {
  if (state === 'done') return '1';
  if (state === 'refused') throw new AppError(isErrorCode(outcome) ? outcome : 'internal', message);
  if (outcome === 'device_offline') throw deviceOffline();
  if (state === 'waiting' && isAway) return '2';
  if (state === 'cancelled')
    throw new AppError('conflict', outcome === 'replaced' ? 'A newer order says it.' : 'The order was cancelled.');
  return '408';
};
