// Which menu entries a viewer is offered: those whose gate lets him in. Pure apart from the route table.
import { mayDo } from '../../live/session.ts';
import { menus, routes } from '../../screens/index.ts';
import type { MenuRow, Route, Viewer } from '../../screens/route.ts';
import type { IconName } from '../../ui/icon.tsx';
import { mayOpen } from '../gate-rule.ts';

/** An entry as it is drawn: a link, or a button with `run`. */
export type OfferedEntry = { readonly text: string; readonly icon?: IconName } & (
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

const isOffered = (route: Route, viewer: Viewer): boolean => {
  if (route.menu?.when?.(viewer) === false) return false;
  if (!('path' in route)) return mayDo(viewer, route.right);
  return mayOpen(viewer, route) && !(viewer.phone && route.onPhone !== undefined);
};

const entryOf = (route: Route): OfferedEntry => {
  const { title: text, menu } = route;
  const icon = menu?.icon === undefined ? {} : { icon: menu.icon };
  if (!('path' in route)) return { text, run: route.run, ...icon };
  const [to = ''] = route.path.split('/:');
  return { text, to, ...icon };
};

/** Pages of others, in the order of their index. */
const external = (titles: readonly string[]): readonly OfferedSection[] =>
  titles.length === 0
    ? []
    : [
        {
          title: 'External pages',
          entries: titles.map((text, index) => ({ text, to: `/iframe/${index}`, icon: 'external' })),
        },
      ];

const offer = ({ name, icon, kept = false, ownHost = false }: MenuRow, viewer: Viewer): OfferedMenu => {
  const shown =
    ownHost && !viewer.ownHost ? [] : routes.filter((each) => each.menu?.of === name && isOffered(each, viewer));
  const sections = Map.groupBy(shown, ({ menu }) => menu?.section);
  return {
    icon,
    text: name,
    kept,
    sections: [...sections].map(([title, own]) => ({ title, entries: own.map(entryOf) })),
  };
};

/** The menus this viewer is offered, in the order of the bar; `pages` are the titles of the deployment's external pages. */
export const menusOf = (viewer: Viewer, pages: readonly string[]): readonly OfferedMenu[] =>
  menus
    .map((row) => offer(row, viewer))
    .map((menu) => (menu.text === 'Other' ? { ...menu, sections: [...menu.sections, ...external(pages)] } : menu))
    .filter(({ sections }) => sections.length > 0);
