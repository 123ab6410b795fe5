// What consoles are told when rights, levels and groups change while people work: they go on with what holds now. Part of app.ts.
import { formatRights, p04AccountChanged, p05GroupsChanged } from '@outrider/contract';
import type { Caller } from '../kernel/access/access.ts';
import { pushText } from '../kernel/channel/channel.ts';
import type { Web } from '../web.ts';
import type { RoomKit } from './kit.ts';

const accountText = ({ level, rights }: Caller): string =>
  pushText(p04AccountChanged, { L: level, F: formatRights(rights) });
const groupsText = (): string => pushText(p05GroupsChanged, {});

export const followAccounts = ({ bus, house }: RoomKit, web: Pick<Web, 'channels'>): void => {
  const ends = [
    bus.subscribe('account.ended', (ended) =>
      web.channels()?.closeWhere(({ userId }) => userId === ended.userId, 'the account was changed'),
    ),
    bus.subscribe('account.changed', (changed) =>
      web.channels()?.tellWhere(({ userId }) => userId === changed.userId, accountText),
    ),
    bus.subscribe('groups.changed', () => web.channels()?.tellWhere(({ level }) => level === 0, groupsText)),
    bus.subscribe('sight.changed', ({ userIds }) =>
      web.channels()?.tellWhere(({ userId, level }) => level !== 0 && userIds.includes(userId), groupsText),
    ),
  ];
  house.open({ close: () => ends.forEach((end) => end()) });
};
