// The address of the PDF viewer: its source as a base64 query value. Pure.

const VIEWER = '/pdfviewer';

/** The viewer's address of a root-absolute path. */
export const viewerAddress = (path: string): string => `${VIEWER}?source=${encodeURIComponent(btoa(path))}`;

/** The root-absolute path a query value names; undefined for anything else: another server's pages are not shown. */
export const pdfSource = (value: string): string | undefined => {
  try {
    const path = atob(value);
    return /^\/[A-Za-z0-9][A-Za-z0-9._/-]*\.pdf$/.test(path) ? path : undefined;
  } catch {
    return undefined;
  }
};
