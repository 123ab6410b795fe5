// What consoles are told when rights, levels and groups change while people work: they go on with what holds now. Part of app.ts.
import { formatRights, p04AccountChanged, p05GroupsChanged } from '@outrider/contract';
import type { Caller } from '../kernel/access/access.ts';
import { pushText } from '../kernel/channel/channel.ts';
import type { Topics } from '../kernel/topics.ts';
import type { Web } from '../web.ts';
import type { RoomKit } from './kit.ts';

const accountText = ({ level, rights }: Caller): string =>
  pushText(p04AccountChanged, { L: level, F: formatRights(rights) });
const treeText = (): string => pushText(p05GroupsChanged, { A: 'tree' });
const linksText = (): string => pushText(p05GroupsChanged, { A: 'links' });

/** `idOf`: of a device; undefined for one that is not registered, whose groups nobody is shown. */
export const followAccounts = (
  { bus, house }: RoomKit,
  web: Pick<Web, 'channels'>,
  idOf: (deviceKey: number) => string | undefined,
): void => {
  /** Administrators see everything: they are told the change itself, and need not ask. */
  const groupsText = ({ link }: Topics['groups.changed']): string | undefined => {
    if (link === undefined) return treeText();
    const id = idOf(link.deviceKey);
    return id && pushText(p05GroupsChanged, { A: 'links', I: id, G: String(link.groupId), S: link.isIn });
  };
  const ends = [
    bus.subscribe('account.ended', (ended) =>
      web.channels()?.closeWhere(({ userId }) => userId === ended.userId, 'the account was changed'),
    ),
    bus.subscribe('account.changed', (changed) =>
      web.channels()?.tellWhere(({ userId }) => userId === changed.userId, accountText),
    ),
    bus.subscribe('groups.changed', (change) => {
      const text = groupsText(change);
      if (text === undefined) return;
      web.channels()?.tellWhere(
        ({ level }) => level === 0,
        () => text,
      );
    }),
    bus.subscribe('sight.changed', ({ userIds, sameTree }) => {
      const told = new Set(userIds);
      web
        .channels()
        ?.tellWhere(({ userId, level }) => level !== 0 && told.has(userId), sameTree ? linksText : treeText);
    }),
  ];
  house.open({ close: () => ends.forEach((end) => end()) });
};
