// Shows a PDF of the server in a page of its own: the viewer's address with its source as a base64 query value.

import { viewerAddress } from './pdf-address.ts';

/**
 * Opens the viewer in a new tab, or in this one where the browser allows no new one. The tab opens at once, since browsers allow it only
 * while a press is being handled; `make` fills it. A failure closes it again and is thrown.
 */
export const openPdf = async (make: () => Promise<string>): Promise<void> => {
  const tab = window.open('', '_blank');
  try {
    const address = viewerAddress(await make());
    if (tab === null) window.location.assign(address);
    else tab.location.replace(address);
  } catch (error) {
    tab?.close();
    throw error;
  }
};
