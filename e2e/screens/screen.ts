// What a row of the pictures' list is. The rows are screens.ts and brand-scenes.ts.
import type { Page } from '@playwright/test';

/** What the pictures show: a vehicle that drives, and the account that looks. */
export type Scene = { deviceId: string; user: string; password: string };

/** One screen. `ready` resolves when the picture can be taken; `onPhone` false where phones are led elsewhere. */
export type Screen = {
  name: string;
  path: (scene: Scene) => string;
  signedIn: boolean;
  onPhone: boolean;
  /** Before the page loads. */
  prepare?: (page: Page) => Promise<unknown>;
  ready: (page: Page) => Promise<unknown>;
};
