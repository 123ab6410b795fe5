// 0x0702: a driver's card was put in or pulled out, unasked or after 0x8702. Section 18.2.
import { ByteReader, ByteWriter } from '../bytes.ts';
import { DecodeError } from '../errors.ts';
import { readText, readText8, readTime, writeText8, writeTime } from '../fields.ts';
import type { WireTime } from '../fields.ts';
import { encodeGbk } from '../gbk.ts';
import { message } from '../message.ts';
import type { Edition } from '../message.ts';

/** The driver on the card. `validUntil` is YYYYMMDD as on the wire. */
export type CardHolder = {
  readonly name?: string;
  readonly certificate?: string;
  readonly issuer?: string;
  readonly validUntil?: string;
  readonly idCard?: string;
};

/**
 * `status`: 1 card in, 2 card out. `cardResult`: 0 read, 1 key failed, 2 locked, 3 pulled out, 4 check failed; the holder is
 * there after 0 only. 2011 has no status, time and result: the holder alone, without `validUntil`.
 */
export type DriverCard = CardHolder &
  Partial<WireTime> & {
    readonly status?: number;
    readonly cardResult?: number;
  };

const CERTIFICATE_LENGTH = 20;
const ID_CARD_LENGTH = 20;
const CERTIFICATE_LENGTH_2011 = 40;

/** The identity number came with 2019, yet stands under short headers too: taken there if exactly its bytes remain. */
const readHolder = (reader: ByteReader, edition: Edition): CardHolder => {
  const holder = {
    name: readText8(reader),
    certificate: readText(reader, CERTIFICATE_LENGTH),
    issuer: readText8(reader),
    validUntil: reader.digits(4),
  };
  const left = reader.remaining;
  const hasIdCard = edition === '2019' ? left >= ID_CARD_LENGTH : left === ID_CARD_LENGTH;
  return hasIdCard ? { ...holder, idCard: readText(reader, ID_CARD_LENGTH) } : holder;
};

const read2013 = (body: Uint8Array, edition: Edition): DriverCard => {
  const reader = new ByteReader(body);
  const status = reader.u8();
  if (status < 1 || status > 2) throw new DecodeError(0, `no card status ${status}`);
  const card = { status, ...readTime(reader) };
  // A card pulled out ends here by the text; devices go on as for one put in.
  if (reader.remaining === 0 && status === 2) return card;
  const cardResult = reader.u8();
  if (cardResult !== 0) return { ...card, cardResult };
  return { ...card, cardResult, ...readHolder(reader, edition) };
};

/** Null when the body is no card of 2011. */
const read2011 = (body: Uint8Array): DriverCard | null => {
  const nameLength = body[0] ?? 0;
  const issuerLength = body[1 + nameLength + ID_CARD_LENGTH + CERTIFICATE_LENGTH_2011];
  if (body.length !== 2 + nameLength + ID_CARD_LENGTH + CERTIFICATE_LENGTH_2011 + (issuerLength ?? 0)) return null;
  const reader = new ByteReader(body);
  return {
    name: readText8(reader),
    idCard: readText(reader, ID_CARD_LENGTH),
    certificate: readText(reader, CERTIFICATE_LENGTH_2011),
    issuer: readText8(reader),
  };
};

const writeHolder = (writer: ByteWriter, holder: CardHolder, withIdCard: boolean): void => {
  writeText8(writer, holder.name ?? '').padded(encodeGbk(holder.certificate ?? ''), CERTIFICATE_LENGTH);
  writeText8(writer, holder.issuer ?? '').digits(holder.validUntil ?? '00000000');
  if (withIdCard) writer.padded(encodeGbk(holder.idCard ?? ''), ID_CARD_LENGTH);
};

const encode2011 = (card: DriverCard): Uint8Array => {
  const writer = writeText8(new ByteWriter(), card.name ?? '');
  writer.padded(encodeGbk(card.idCard ?? ''), ID_CARD_LENGTH);
  writer.padded(encodeGbk(card.certificate ?? ''), CERTIFICATE_LENGTH_2011);
  return writeText8(writer, card.issuer ?? '').finish();
};

export const t0702DriverCard = message<DriverCard>({
  id: 0x0702,
  name: 'driver-card',
  direction: 'up',
  decode: (body, edition) => {
    try {
      return read2013(body, edition);
    } catch (error) {
      const card = error instanceof DecodeError ? read2011(body) : null;
      if (card === null) throw error;
      return card;
    }
  },
  encode: (card, edition) => {
    if (edition === '2011') return encode2011(card);
    const writer = new ByteWriter().u8(card.status ?? 1);
    writeTime(writer, { ...card, time: card.time ?? null });
    if (card.cardResult === undefined && card.status === 2) return writer.finish();
    const cardResult = card.cardResult ?? 0;
    writer.u8(cardResult);
    if (cardResult === 0) writeHolder(writer, card, edition === '2019' || card.idCard !== undefined);
    return writer.finish();
  },
});
