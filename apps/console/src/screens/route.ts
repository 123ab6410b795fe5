// The types of the route table (index.ts): a row is a screen with its path, or a modal that a menu opens.
import type { Level, Requirement } from '@outrider/contract';
import type { ComponentType } from 'react';
import type { Session } from '../live/session.ts';
import type { IconName } from '../ui/icon.tsx';

/** Who looks, as far as gates and menus ask. */
export type Viewer = Pick<Session, 'level' | 'rights' | 'userName'> & {
  readonly phone: boolean;
  /** The console talks to the server that its page came from. */
  readonly ownHost: boolean;
};

/** A menu of the bar, a plain link while it has one entry. */
export type MenuRow = {
  /** English key. */
  readonly name: string;
  readonly icon: IconName;
  /** It stays a menu also when only one entry is left: that entry's name would not say where it belongs. */
  readonly kept?: boolean;
  readonly ownHost?: boolean;
};

/** Where a row stands in the menus, under its title. */
type Place = {
  readonly of: string;
  /** Heading within the menu, an English key. */
  readonly section?: string;
  /** Where the icon of the menu would not do. */
  readonly icon?: IconName;
  /** What the menu asks beyond the gate. */
  readonly when?: (viewer: Viewer) => boolean;
};

/** What a path asks of who opens it. */
export type Gate = {
  /** React Router pattern, exact: '/liveview/:deviceId?'. */
  readonly path: string;
  /** What the user needs. Without it the gate sends to `/`, or to `otherwise` where the specification names another place. */
  readonly right: Requirement;
  /** The highest level that may open it; every level when left out. */
  readonly maxLevel?: Level;
  /** Only while the console talks to the server that it came from. */
  readonly ownHost?: true;
  readonly otherwise?: string;
  /** Where phones are sent instead, when the screen is not for them. */
  readonly onPhone?: string;
};

export type Screen = Gate & {
  /** English key; shown translated in the page's title and in menus. '' for a screen that brings its own title. */
  readonly title: string;
  /** Where the page is called otherwise on a phone. */
  readonly phoneTitle?: string;
  readonly menu?: Place;
  /** Called when the path is first opened, so that a screen's code comes with it and not before. */
  readonly load: () => Promise<{ Screen: ComponentType }>;
};

/** What a menu does without leaving the screen. */
export type Action = {
  readonly title: string;
  readonly right: Requirement;
  readonly menu: Place;
  readonly run: () => void;
};

export type Route = Screen | Action;
