// Every message of this package in the order of its ids, one line each, and the look-up by id.
import type { Direction, Edition } from '../message.ts';
import { p8001GeneralReply } from './p8001-general-reply.ts';
import { p8100RegisterReply } from './p8100-register-reply.ts';
import { p8104QueryParameters } from './p8104-query-parameters.ts';
import { p8107QueryAttributes } from './p8107-query-attributes.ts';
import { p8201QueryLocation } from './p8201-query-location.ts';
import { p8204LinkCheck } from './p8204-link-check.ts';
import { t0001GeneralReply } from './t0001-general-reply.ts';
import { t0002Heartbeat } from './t0002-heartbeat.ts';
import { t0003Logout } from './t0003-logout.ts';
import { t0004TimeRequest } from './t0004-time-request.ts';
import { t0100Register } from './t0100-register.ts';
import { t0102Authenticate } from './t0102-authenticate.ts';
import { t0200LocationReport } from './t0200-location-report.ts';

/** A message whose type is not known here: any MessageCodec fits. To encode, use the codec itself, which knows its type. */
export type AnyMessageCodec = {
  readonly id: number;
  readonly name: string;
  readonly direction: Direction;
  readonly decode: (body: Uint8Array, edition: Edition) => unknown;
  readonly encode: (message: never, edition: Edition) => Uint8Array;
};

export const messages: readonly AnyMessageCodec[] = [
  t0001GeneralReply,
  t0002Heartbeat,
  t0003Logout,
  t0004TimeRequest,
  t0100Register,
  t0102Authenticate,
  t0200LocationReport,
  p8001GeneralReply,
  p8100RegisterReply,
  p8104QueryParameters,
  p8107QueryAttributes,
  p8201QueryLocation,
  p8204LinkCheck,
];

const byId: ReadonlyMap<number, AnyMessageCodec> = new Map(messages.map((codec) => [codec.id, codec]));

/** The message with this id, undefined when this package does not know it: answer 0x8001 result 3 (section 9). */
export const findMessage = (id: number): AnyMessageCodec | undefined => byId.get(id);
