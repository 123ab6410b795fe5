// Opens what goes to others over the network: the outbox, mail, pushes and text messages. Part of app.ts.
import { ddnsFeature } from '../features/ddns/index.ts';
import { type Mailer, mailFeature } from '../features/mail/index.ts';
import { type Outbox, outboxFeature } from '../features/outbox/index.ts';
import { type Pushes, pushFeature } from '../features/push/index.ts';
import { type TextMessages, smsFeature } from '../features/sms/index.ts';
import type { DeviceSide } from './device-side.ts';
import type { RoomKit } from './kit.ts';

export type Outgoing = { outbox: Outbox; mailer: Mailer; pushes: Pushes; texts: TextMessages };

/** Rooms add their kinds to the outbox; it starts with `outbox.start()` when all of them are open. */
export const openOutgoing = async (
  { room, config, settings, clock, house }: RoomKit,
  { network: { serverAddress } }: Pick<DeviceSide, 'network'>,
): Promise<Outgoing> => {
  const outbox = house.open(await outboxFeature({ ...room('outbox'), dataFolder: config.data }));
  const { mailer } = house.open(mailFeature({ ...room('mail'), settings, outbox, caFile: config.mailCaFile }));
  const mayBePrivate = (host: string): boolean => config.outgoingHosts.some((named) => named === '*' || named === host);
  const { addressService } = config;
  house.open(ddnsFeature({ ...room('ddns'), settings, ownName: serverAddress, addressService, mayBePrivate }));
  const { pushes } = house.open(pushFeature({ settings, outbox, clock, mayBePrivate }));
  const { texts } = house.open(smsFeature({ settings, outbox, clock, mayBePrivate }));
  return { outbox, mailer, pushes, texts };
};
