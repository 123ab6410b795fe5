// The accounts of a crowd of viewers: one account may open 200 viewers, so a crowd needs several.
import { toPasswordHash } from '../../apps/server/src/kernel/access/credentials.ts';

export const VIEWER_ACCOUNTS = 3;
export const VIEWER_HASH = toPasswordHash('Bench-Marks-1');

/** The account of this viewer of the crowd. */
export const viewerAccount = (viewer: number): string => `viewer${viewer % VIEWER_ACCOUNTS}`;
