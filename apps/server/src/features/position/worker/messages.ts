// What the main thread gives the two track workers at their start, and what rows of the alarm journal are.

export type WriterStart = { path: string; maxPages?: number };
/** `maxPoints`: a track of more positions is not told at once. */
export type ReaderStart = { path: string; maxPoints: number };
/** A row of the alarm journal; `data` for decodeAlarmRow. */
export type AlarmRow = { id: number; data: Uint8Array };
