// The stores that hold what the sockets push, empty until live is started (live.ts).
import type { StreamStatus } from '@outrider/contract';
import { createStore } from 'zustand/vanilla';
import { onNextFrame } from '../lib/time.ts';
import { DeviceStore } from './devices.ts';
import { noGroups } from './groups.ts';
import type { GroupState } from './groups.ts';
import { PositionStore } from './positions.ts';

export const devices = new DeviceStore(onNextFrame);
/** The newest place of every device, for the map. */
export const positions = new PositionStore(onNextFrame);
/** The newest answer of Q10; undefined before the first. */
export const streamStatusStore = createStore<{ status: StreamStatus | undefined }>(() => ({ status: undefined }));
/** The groups of an administrator, and the one he chose. */
export const groupStore = createStore<GroupState>(() => noGroups);
