// 0x0702: a driver's card was put in or taken out (section 18.2). A card that could not be read changes nothing.
import { GENERAL_RESULT, t0702DriverCard } from '@outrider/jt808';
import type { Handler } from '../handler.ts';

const CARD_OUT = 2;
const READ = 0;
const PULLED_OUT = 3;

export const driverCard: Handler = (connection, { header, body }) => {
  const { status, cardResult, name, certificate } = t0702DriverCard.decode(body, connection.codec.edition);
  connection.answer(header, GENERAL_RESULT.done);
  if (connection.accepted === null) return; // dispatch lets nobody in before authentication
  const out = status === CARD_OUT || cardResult === PULLED_OUT;
  if (!out && (cardResult ?? READ) !== READ) return;
  connection.kit.onDriver(connection.accepted, out ? null : { name: name ?? '', licence: certificate ?? '' });
};
