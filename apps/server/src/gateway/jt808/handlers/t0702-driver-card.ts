// 0x0702: a driver's card was put in or taken out (section 18.2). A card that could not be read changes nothing of who drives; every one
// is kept, and answered when it is on disk.
import { t0702DriverCard, type DriverCard } from '@outrider/jt808';
import type { KeptCard } from '../../ports.ts';
import type { Accepted } from '../connection.ts';
import type { Handler } from '../handler.ts';
import type { Message } from '../message.ts';
import { answerWhenKept, contentMark, untimedMark } from './keep-message.ts';

const CARD_OUT = 2;
const READ = 0;
const PULLED_OUT = 3;
/** Messages carry device time read at +08:00. */
const READ_AT_MINUTES = 480;

const actionOf = ({ status, cardResult }: DriverCard): KeptCard['action'] => {
  if (status === CARD_OUT || cardResult === PULLED_OUT) return 'out';
  return (cardResult ?? READ) === READ ? 'in' : 'unread';
};

const cardOf = (card: DriverCard, message: Message, accepted: Accepted, receivedMs: number): KeptCard => ({
  deviceKey: accepted.deviceKey,
  action: actionOf(card),
  timeMs: typeof card.time === 'number' ? card.time + (READ_AT_MINUTES - accepted.utcOffsetMinutes) * 60_000 : null,
  receivedMs,
  name: card.name ?? '',
  licence: card.certificate ?? '',
  issuer: card.issuer ?? '',
  validUntil: card.validUntil ?? '',
  mark: typeof card.time === 'number' ? contentMark(message.body) : untimedMark(message, receivedMs),
});

export const driverCard: Handler = (connection, message) => {
  const decoded = t0702DriverCard.decode(message.body, connection.codec.edition);
  const { accepted, kit } = connection;
  if (accepted === null) return; // dispatch lets nobody in before authentication
  const card = cardOf(decoded, message, accepted, kit.clock.now());
  if (card.action !== 'unread')
    kit.onDriver(accepted, card.action === 'out' ? null : { name: card.name, licence: card.licence });
  answerWhenKept(connection, message, () => kit.messages.keepCard(card));
};
