// A recorder that has the parameters a test gives it, tells them when it is asked, and stores what it is told.
import {
  fromHex,
  type Parameter,
  p8103SetParameters,
  p8106QueryGivenParameters,
  t0104Parameters,
} from '@outrider/jt808';
import type { Device } from './device.ts';
import type { Account, Server } from './server.ts';

export const SET_PARAMETERS = 0x8103;
export const ASK_ALL_PARAMETERS = 0x8104;
export const ASK_SOME_PARAMETERS = 0x8106;

const ASK_ATTRIBUTES = 0x8107;
const NOT_SUPPORTED = 3;

export type ParameterDevice = {
  readonly has: Map<number, Uint8Array>;
  /** Ids of each 0x8106, and what each 0x8103 set. */
  readonly asked: number[][];
  readonly set: Parameter[][];
  /** Ids that it says yes to and keeps as they were. */
  readonly ignores: Set<number>;
  /** While it holds something, answers wait until `release`. */
  hold(): void;
  release(): void;
};

/** `items`: bytes in hex by id. */
export const answerParameters = (device: Device, items: Readonly<Record<number, string>>): ParameterDevice => {
  const has = new Map(Object.entries(items).map(([id, hex]): [number, Uint8Array] => [Number(id), fromHex(hex)]));
  let held: (() => void)[] | undefined;
  const when = (answer: () => void): void => void (held === undefined ? answer() : held.push(answer));
  const made: ParameterDevice = {
    has,
    asked: [],
    set: [],
    ignores: new Set(),
    hold: () => void (held ??= []),
    release: () => {
      const waiting = held ?? [];
      held = undefined;
      for (const answer of waiting) answer();
    },
  };
  const tell = (replySerial: number, ids: readonly number[]): void =>
    when(() => {
      const params = ids.flatMap((id) => {
        const raw = has.get(id);
        return raw === undefined ? [] : [{ id, raw }];
      });
      device.send(t0104Parameters, { replySerial, params });
    });
  // Whether it knows the vendor block is asked first: it does not.
  device.on(ASK_ATTRIBUTES, ({ header }) => device.reply(header, NOT_SUPPORTED));
  device.on(ASK_ALL_PARAMETERS, ({ header }) => tell(header.serial, [...has.keys()]));
  device.on(ASK_SOME_PARAMETERS, ({ header, body }) => {
    const { ids } = p8106QueryGivenParameters.decode(body, device.edition);
    made.asked.push([...ids]);
    tell(header.serial, ids);
  });
  device.on(SET_PARAMETERS, ({ header, body }) => {
    const { params } = p8103SetParameters.decode(body, device.edition);
    made.set.push([...params]);
    for (const { id, raw } of params) if (!made.ignores.has(id)) has.set(id, raw);
    when(() => device.reply(header));
  });
  return made;
};

/** An account of level 2 that may set heartbeats and nothing else, of the devices of these groups. */
export const addBeats = async (
  { app, admin: { hash } }: Pick<Server, 'app' | 'admin'>,
  groupIds: number[],
): Promise<Account & { id: number }> => {
  const granted = new Set(['F_rmdvrs', 'F_rmdvrs_heartbeat'] as const);
  const account = { name: 'beats', passwordHash: hash, level: 2, rights: granted, expiresMs: null, groupIds };
  const { id } = await app.users.add(account);
  return { user: 'beats', hash, id };
};
