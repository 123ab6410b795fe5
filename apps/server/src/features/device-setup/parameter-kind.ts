// Parameters as an order that waits for its device (features/device-order/): what is set twice is sent once, as it was set last.
import { type ParameterValues, parameterOf, parameterValues } from '@outrider/contract';
import { z } from 'zod';
import type { DeviceLink } from '../../gateway/index.ts';
import type { OrderKind } from '../device-order/index.ts';

const KEPT_MS = 30 * 86_400_000;

/** `by`: who set each. */
const parameterOrder = z.object({ values: parameterValues, by: z.record(z.string(), z.string()) });
export type ParameterOrder = z.output<typeof parameterOrder>;

export const signed = (values: ParameterValues, by: string): ParameterOrder => ({
  values: { ...values },
  by: Object.fromEntries(Object.keys(values).map((key) => [key, by])),
});

/** Setting the same twice is harmless, so it is sent again after silence. */
export const parameterKind = (
  send: (link: DeviceLink, order: ParameterOrder, begin: () => void) => Promise<string>,
): OrderKind<ParameterOrder> => ({
  name: 'parameters',
  payload: parameterOrder,
  keptMs: KEPT_MS,
  again: true,
  asksFirst: true,
  merge: (older, newer) => ({ values: { ...older.values, ...newer.values }, by: { ...older.by, ...newer.by } }),
  // Names only: each value has a right of its own.
  detail: ({ values }) =>
    Object.keys(values)
      .map((key) => parameterOf(key)?.key ?? key)
      .join(', '),
  send,
});
