// Opens what goes to others over the network: the outbox, and mail. Part of app.ts.
import { type Mailer, mailFeature } from '../features/mail/index.ts';
import { type Outbox, outboxFeature } from '../features/outbox/index.ts';
import type { RoomKit } from './kit.ts';

export type Outgoing = { outbox: Outbox; mailer: Mailer };

/** Rooms add their kinds to the outbox; it starts with `outbox.start()` when all of them are open. */
export const openOutgoing = async ({ room, config, settings, clock, house }: RoomKit): Promise<Outgoing> => {
  const outbox = house.open(await outboxFeature({ ...room('outbox'), dataFolder: config.data }));
  const { mailer } = house.open(mailFeature({ settings, outbox, clock, caFile: config.mailCaFile }));
  return { outbox, mailer };
};
