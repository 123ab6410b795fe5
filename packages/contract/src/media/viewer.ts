// The stand-alone viewer pages: which paths they have. Their segments carry everything they need, an account included; reading them is
// the console's matter (screens/viewer).

export const viewerPages = ['live', 'playback', 'remote', 'dlplayback', 'dlremote'] as const;
export type ViewerPage = (typeof viewerPages)[number];

/** The page that a path's first segment selects; undefined for every other path of the console. */
export const viewerPageOf = (path: string): ViewerPage | undefined => {
  const first = path.split('/', 2)[1];
  return viewerPages.find((page) => page === first);
};
