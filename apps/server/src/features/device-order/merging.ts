// What an order that waits and a newer one of its kind become: one that says what both say, or two, the older one first. A pure decision.
import type { OrderKind } from './kind.ts';
import type { StoredOrder } from './store.ts';

type Said<P> = { payload: P; kept: boolean };

/**
 * What the newer one says where it stands for both; undefined: each is sent by itself. What is kept was promised to somebody: it is never a part
 * of an order that is kept for nobody. Where the newer one alone counts, a restart after a restart, it stands for both: its row is kept then.
 */
export const together = <P>({ merge }: Pick<OrderKind<P>, 'merge'>, older: Said<P>, newer: Said<P>): P | undefined => {
  const whole = merge?.(older.payload, newer.payload);
  return older.kept && !newer.kept && whole !== newer.payload ? undefined : whole;
};

/** One order that says what this one says and what those of its kind say that wait (oldest first), as far as it stands for them. */
export const mergedWith = <P>(
  kind: Pick<OrderKind<P>, 'merge' | 'payload'>,
  waiting: readonly StoredOrder[],
  asked: Said<P>,
): Said<P> & { replaced: StoredOrder[] } => {
  const replaced: StoredOrder[] = [];
  let said = asked;
  for (const order of waiting.toReversed()) {
    const payload = together(kind, { payload: kind.payload.parse(order.payload), kept: order.kept }, said);
    if (payload === undefined) continue;
    said = { payload, kept: said.kept || order.kept };
    replaced.push(order);
  }
  return { ...said, replaced };
};
