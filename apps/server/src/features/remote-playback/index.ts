// The door of remote playback: what devices have recorded, playing it, and keeping what was fetched.
export type { Footage, FootageProgress, FootageRequest, FootageSource, FootageSpan } from './footage.ts';
