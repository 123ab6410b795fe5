// What the list of orders says, and the file that is saved of it.
import { deviceOrder, getDeviceOrders } from '@outrider/contract';
import { beforeAll, expect, it } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import { textOf } from '../../ui/column.ts';
import { orderColumns } from './columns.tsx';

beforeAll(startTexts);

it('the contents of an order are words', () => {
  const order = { ...deviceOrder.parse(getDeviceOrders.example.reply[0]), kind: 'doors', detail: 'unlock' } as const;
  const column = orderColumns().find(({ id }) => id === 'detail');
  expect(column && textOf(column, order)).toBe('Unlock the doors');
});
