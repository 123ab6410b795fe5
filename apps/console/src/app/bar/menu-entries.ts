// Which menu entries a viewer is offered: those whose gate lets him in. Pure apart from the route table.
import { mayDo } from '../../live/session.ts';
import type { IconName } from '../../ui/icon.tsx';
import { mayOpen } from '../gate-rule.ts';
import { gateOf, isMissing } from '../routes/index.ts';
import { barMenus, otherMenu, systemMenu } from './menu-rows.ts';
import type { ActionEntry, Menu, ScreenEntry, Viewer } from './menu-rows.ts';

/** An entry as it is drawn: a link, or a button with `run`. `missing`: its screen is not part of this version. */
export type OfferedEntry = { readonly text: string; readonly missing: boolean; readonly icon?: IconName } & (
  | { readonly to: string; readonly run?: undefined }
  | { readonly run: () => void; readonly to?: undefined }
);
export type OfferedSection = { readonly title: string | undefined; readonly entries: readonly OfferedEntry[] };
export type OfferedMenu = {
  readonly icon: IconName;
  readonly text: string;
  readonly kept: boolean;
  readonly sections: readonly OfferedSection[];
};

const offersScreen = (to: string, viewer: Viewer): boolean => {
  const gate = gateOf(to);
  return gate !== undefined && mayOpen(viewer, gate) && !(viewer.phone && gate.onPhone !== undefined);
};

const iconOf = ({ icon }: ScreenEntry): Pick<ScreenEntry, 'icon'> => (icon === undefined ? {} : { icon });

const offerEntry = (entry: ScreenEntry | ActionEntry, viewer: Viewer): readonly OfferedEntry[] => {
  if (entry.when?.(viewer) === false) return [];
  const { text } = entry;
  if ('to' in entry)
    return offersScreen(entry.to, viewer)
      ? [{ text, to: entry.to, missing: isMissing(entry.to), ...iconOf(entry) }]
      : [];
  return mayDo(viewer, entry.right) ? [{ text, run: entry.run, missing: false }] : [];
};

const offer = ({ icon, text, kept = false, sections }: Menu, viewer: Viewer): readonly OfferedMenu[] => {
  const offered = sections.flatMap(({ title, entries }) => {
    const some = entries.flatMap((entry) => offerEntry(entry, viewer));
    return some.length === 0 ? [] : [{ title, entries: some }];
  });
  return offered.length === 0 ? [] : [{ icon, text, kept, sections: offered }];
};

/** Pages of others, in the order of their index. */
const external = (titles: readonly string[]): readonly OfferedSection[] =>
  titles.length === 0
    ? []
    : [
        {
          title: 'External pages',
          entries: titles.map((text, index) => ({ text, to: `/iframe/${index}`, missing: false, icon: 'external' })),
        },
      ];

/** The menus this viewer is offered, in the order of the bar; `pages` are the titles of the deployment's external pages. */
export const menusOf = (viewer: Viewer, pages: readonly string[]): readonly OfferedMenu[] => {
  const [more] = offer(otherMenu, viewer);
  const sections = [...(more?.sections ?? []), ...external(pages)];
  return [
    ...barMenus.flatMap((menu) => offer(menu, viewer)),
    ...(sections.length === 0 ? [] : [{ icon: otherMenu.icon, text: otherMenu.text, kept: true, sections }]),
    ...(viewer.ownHost ? offer(systemMenu, viewer) : []),
  ];
};
