// What a download page and its worker say to each other. The frames stay in the worker; the finished file comes over as a Blob.

export type ToDownload =
  | {
      readonly kind: 'fetch';
      /** Whole, tried in turn until one opens. */
      readonly addresses: readonly string[];
      readonly startMs: number;
      readonly endMs: number;
      /** Written into the file. */
      readonly title: string;
    }
  | { readonly kind: 'cancel' };

export type FromDownload =
  /** The worker's code runs. */
  | { readonly kind: 'ready' }
  /** Bytes that came so far, and the newest moment among them (UTC ms of the recording). */
  | { readonly kind: 'received'; readonly bytes: number; readonly atMs: number }
  /** Everything came; the file is being made. */
  | { readonly kind: 'packing' }
  | { readonly kind: 'done'; readonly file: Blob }
  /** `message`: the server's words, '' for none. */
  | { readonly kind: 'failed'; readonly reason: DownloadFault; readonly message: string }
  /** It was cancelled and let everything go. */
  | { readonly kind: 'closed' };

/** unopened: no socket could be opened. lost: it broke. silent: nothing came for long. told: the server said why. empty: nothing is recorded. pack: no file could be made. */
export type DownloadFault = 'unopened' | 'lost' | 'silent' | 'told' | 'empty' | 'pack';
