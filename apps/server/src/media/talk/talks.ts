// All talks of now: their limits, who talks with whom, their ends when a link or an account goes, their entries in the log.
import { AppError } from '@outrider/contract';
import type { LinkRegistry } from '../../gateway/index.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Topics } from '../../kernel/topics.ts';
import { type SendToBrowser, Talk, type TalkOrder } from './talk.ts';
import type { TalkParty } from './talk-party.ts';
import type { KeepTalkSound } from './talk-sound.ts';

export type TalksKit = { clock: Clock; bus: Bus; log: Log; links: LinkRegistry; keepSound?: KeepTalkSound };

/** Talks cost encoding and pacing of their own, so they are fewer than viewers. */
const MAX_TALKS = 100;
const MAX_TALKS_PER_USER = 5;

type Open = { talk: Talk; close: (reason: string) => void };

export class Talks {
  private readonly kit: TalksKit;
  private readonly open = new Set<Open>();
  private readonly unsubscribe: (() => void)[];
  private refusedMessages = 0;

  constructor(kit: TalksKit) {
    this.kit = kit;
    this.unsubscribe = [
      kit.bus.subscribe('link.online', ({ deviceKey }) => this.linkChanged(deviceKey, true)),
      kit.bus.subscribe('link.offline', ({ deviceKey }) =>
        this.linkChanged(deviceKey, kit.links.get(deviceKey) !== undefined),
      ),
      kit.bus.subscribe('account.ended', ({ userId }) => {
        for (const { talk, close } of this.open)
          if (talk.order.operator.userId === userId) close('The account was changed');
      }),
    ];
  }

  /** Throws AppError limit_reached. `close` is asked to close the socket, which then ends the talk with `end`. */
  begin(
    order: TalkOrder,
    send: SendToBrowser,
    close: (reason: string) => void,
  ): { talk: Talk; end: () => Promise<void> } {
    this.checkLimits(order.operator.userId);
    const talk = new Talk(
      {
        ...this.kit,
        whoTalks: (deviceKey) => this.whoTalks(deviceKey),
        changed: (changed, party) => this.kit.bus.publish('talk.changed', entryOf(changed, party)),
      },
      order,
      send,
      () => close('Nobody said anything for ten minutes'),
    );
    const entry = { talk, close };
    this.open.add(entry);
    const { userName } = order.operator;
    const facts = { talk: talk.id, user: userName, mode: order.mode, devices: order.targets.length };
    this.kit.log.info('talk begun', facts);
    talk.start();
    return {
      talk,
      end: async () => {
        if (!this.open.delete(entry)) return;
        this.refusedMessages += talk.refusedMessages;
        this.kit.log.info('talk ended', facts);
        await talk.end();
      },
    };
  }

  metrics(): Record<string, number> {
    const now = [...this.open].reduce((n, { talk }) => n + talk.refusedMessages, 0);
    return { talk_sockets: this.open.size, talk_messages_refused: this.refusedMessages + now };
  }

  async close(): Promise<void> {
    for (const end of this.unsubscribe) end();
    await Promise.allSettled([...this.open].map(({ talk }) => talk.end()));
    this.open.clear();
  }

  private whoTalks(deviceKey: number): string {
    const found = [...this.open].find(({ talk }) => talk.talksWith(deviceKey));
    return found === undefined ? '' : `${found.talk.order.operator.userName} talks with this device`;
  }

  private linkChanged(deviceKey: number, online: boolean): void {
    for (const { talk } of this.open) talk.linkChanged(deviceKey, online);
  }

  private checkLimits(userId: number): void {
    if (this.open.size >= MAX_TALKS)
      throw new AppError('limit_reached', `The server has ${MAX_TALKS} open talks already`);
    const own = [...this.open].filter(({ talk }) => talk.order.operator.userId === userId);
    if (own.length >= MAX_TALKS_PER_USER)
      throw new AppError('limit_reached', `This account has ${MAX_TALKS_PER_USER} open talks already`);
  }
}

const entryOf = (talk: Talk, party: TalkParty): Topics['talk.changed'] => {
  const { operator, mode } = talk.order;
  const { deviceKey, deviceId } = party.target;
  const { startedMs, connectedMs, endedMs, spokenMs, state, message } = party;
  return {
    talkId: talk.id,
    ...operator,
    mode,
    deviceKey,
    deviceId,
    state,
    message,
    startedMs,
    connectedMs,
    endedMs,
    spokenMs,
  };
};
