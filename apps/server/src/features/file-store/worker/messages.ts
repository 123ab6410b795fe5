// What the main thread and the thread that reads files for their hashes say to each other.
export type HashRequest = { id: number; path: string };
/** `sha256` null: the file could not be read, and `reason` says why. `head` is what it begins with. */
export type HashReply = { id: number; sha256: Uint8Array | null; head: Uint8Array; bytes: number; reason: string };
