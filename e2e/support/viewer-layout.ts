// Where the tiles of the stand-alone viewer pages stand, read from the page, and where the specification puts them.
import type { Locator } from '@playwright/test';
import { Channel } from '../../integration/support/operator.ts';
import { type Ending, type StageServer, startStageServer } from '../fixture.ts';

/** Where each tile stands, in twelfths of the window, and in which row: 'left+width/row'. */
export const standing = (tiles: Locator): Promise<string[]> =>
  tiles.evaluateAll((all) => {
    const boxes = all.map((one) => one.getBoundingClientRect());
    const rows = [...new Set(boxes.map(({ top }) => Math.round(top)))];
    const twelfth = window.innerWidth / 12;
    return boxes.map(
      ({ left, top, width }) =>
        `${Math.round(left / twelfth)}+${Math.round(width / twelfth)}/${rows.indexOf(Math.round(top))}`,
    );
  });

/** Eight tiles as '3x3' has them, and as '4x2'. */
export const threeInARow = ['0+4/0', '4+4/0', '8+4/0', '0+4/1', '4+4/1', '8+4/1', '0+4/2', '4+4/2'];
export const fourInARow = ['0+3/0', '3+3/0', '6+3/0', '9+3/0', '0+3/1', '3+3/1', '6+3/1', '9+3/1'];

/** Numbers of tiles with their places, where nothing else is set. */
export const usualPlaces: readonly (readonly [number, readonly string[]])[] = [
  [1, ['2+8/0']],
  [2, ['0+6/0', '6+6/0']],
  [3, ['2+4/0', '6+4/0', '2+4/1']],
  [4, ['2+4/0', '6+4/0', '2+4/1', '6+4/1']],
  [5, threeInARow.slice(0, 5)],
  [6, threeInARow.slice(0, 6)],
  [7, fourInARow.slice(0, 7)],
  [8, fourInARow],
];

/** A server of its own that lays tiles out in another way, with a device 'CH8' of eight channels. */
export const serverWithLayout = async (
  t: Ending,
  layout: NonNullable<Parameters<typeof startStageServer>[0]>,
): Promise<StageServer> => {
  const server = await startStageServer(layout);
  t.after(() => server.close());
  const { user, hash } = server.admin;
  const channel = await Channel.signedIn(server, { user, hash });
  await channel.get('D01', { I: 'CH8', C: 8 });
  channel.close();
  return server;
};
