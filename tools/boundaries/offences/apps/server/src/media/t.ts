import type { y } from '../features/y/service.ts'; // offends lower-rooms-know-no-features
export type T = typeof y;
