// News between the tabs of this browser. Where the browser refuses it, every tab is alone and nothing else changes.

/** Somebody signed in or out in a tab; '' for a sign-in whose name is not known. `session` names the one that ended, see session-token.ts. */
export type TabNews = {
  readonly kind: 'signed-in' | 'signed-out';
  readonly userName: string;
  readonly session?: string;
};

const NAME = 'outrider';

const open = (): BroadcastChannel | undefined => {
  try {
    return new BroadcastChannel(NAME);
  } catch {
    return undefined;
  }
};

const isNews = (value: unknown): value is TabNews =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  (value.kind === 'signed-in' || value.kind === 'signed-out') &&
  'userName' in value &&
  typeof value.userName === 'string';

let channel: BroadcastChannel | undefined;

/** Tells all other tabs. */
export const tellOtherTabs = (news: TabNews): void => {
  channel ??= open();
  channel?.postMessage(news);
};

/** Hears what other tabs tell; this tab's own news never come back. */
export const hearOtherTabs = (hear: (news: TabNews) => void): void => {
  channel ??= open();
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isNews(data)) hear(data);
  });
};
