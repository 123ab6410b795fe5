// What a page and the worker of preview pictures say to each other.
import type { postRecordedPreview, ReplyOf } from '@outrider/contract';

/** A key picture as the server gives it: coded, in base64. */
export type CodedPreview = NonNullable<ReplyOf<typeof postRecordedPreview>['picture']>;

export type ToPreview = {
  readonly id: number;
  readonly coded: Pick<CodedPreview, 'codec' | 'data'>;
  /** The page may decode H.265 by itself where the browser does not. */
  readonly softwareHevc: boolean;
};

/** `movie`: one picture as MP4, for a browser whose only decoder is its video element. None of them: it cannot be shown here. */
export type FromPreview = { readonly id: number; readonly image?: ImageBitmap; readonly movie?: ArrayBuffer };

/** Pictures are as wide as this, in pixels: twice what the page shows them in. */
export const PREVIEW_WIDTH = 480;
