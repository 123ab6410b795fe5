// What the specs of the list of events share: events that are there, and the parts of the page.
import type { Locator, Page } from '@playwright/test';
import { createEventListStore, type Fetched } from '../../apps/server/src/features/event/list/store.ts';
import { createEventStore, type StoredEvent } from '../../apps/server/src/features/event/store.ts';
import { keyOf } from '../../integration/support/device-keys.ts';
import type { Stage } from '../fixture.ts';

type Planted = Partial<Omit<StoredEvent, 'deviceKey'>> & { id: string; fetched?: Partial<Fetched> };

/** Stores events of registered devices as if they had come now, or as they happened where that is later; gives their numbers. */
export const plant = async (stage: Stage, ...planted: readonly Planted[]): Promise<number[]> => {
  const { app, config } = stage.server;
  const stamp = (): number => app.clock.now();
  const store = createEventStore(app.db.db, { stamp, modeFor: () => null });
  const serials = await store.transaction(async (transaction) => {
    const added: number[] = [];
    for (const { id, fetched: _, deviceMs = stamp(), ...fields } of planted) {
      const event: StoredEvent = {
        deviceKey: keyOf(config.data, id),
        code: 13,
        note: '',
        deviceMs,
        receivedMs: Math.max(stamp(), deviceMs),
        lat: 24.1,
        lng: 120.6,
        speedKmh: 0,
        sourceType: 0,
        origin: null,
        alarmSign: null,
        attachments: 0,
        ...fields,
      };
      // oxlint-disable-next-line no-await-in-loop -- in one transaction
      added.push((await transaction.add(event)).serialno);
    }
    return added;
  });
  const none: Fetched = { snap: 0, download: 0, completed: false, tries: 0 };
  const fetched = planted.flatMap(({ fetched: given }, i): [number, Fetched][] =>
    given === undefined ? [] : [[serials[i] ?? 0, { ...none, ...given }]],
  );
  if (fetched.length > 0) await createEventListStore(app.db.db, stamp).setFetched(new Map(fetched));
  return serials;
};

export const eventTable = (page: Page): Locator => page.getByRole('table', { name: 'Events', exact: true });
export const eventRow = (page: Page, serialno: number): Locator =>
  eventTable(page)
    .getByRole('row')
    .filter({ has: page.getByLabel(`Check status of event ${serialno}`, { exact: true }) });
/** The cell of a row under a header. */
export const cellUnder = async (page: Page, serialno: number, header: string | RegExp): Promise<Locator> => {
  const heads = eventTable(page).getByRole('columnheader');
  const names = await heads.evaluateAll((all) =>
    all.map((head) => head.getAttribute('aria-label') ?? head.textContent?.replace(/[↑↓]/g, '') ?? ''),
  );
  const at = names.findIndex((name) => (typeof header === 'string' ? name === header : header.test(name)));
  return eventRow(page, serialno).getByRole('cell').nth(at);
};
/** Names of the columns, in their order. */
export const headers = (page: Page): Promise<string[]> =>
  eventTable(page)
    .getByRole('columnheader')
    .evaluateAll((all) =>
      all.map((head) => head.getAttribute('aria-label') ?? head.textContent?.replace(/[↑↓]/g, '') ?? ''),
    );
/** The numbers of the events in sight, from top to bottom. */
export const serialsInSight = (page: Page): Promise<number[]> =>
  eventTable(page)
    .locator('tbody tr')
    .evaluateAll((all) =>
      all
        .toSorted((a, b) => Number(a.getAttribute('aria-rowindex')) - Number(b.getAttribute('aria-rowindex')))
        .map((row) => Number(/event (\d+)$/.exec(row.querySelector('select')?.getAttribute('aria-label') ?? '')?.[1])),
    );
