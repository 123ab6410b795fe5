// Copying text, also on plain http where the browser has no clipboard for pages.

/** True when the text is in the clipboard. Without the clipboard the old way is tried: a selected text and 'copy'. */
export const copyText = async (text: string): Promise<boolean> => {
  // The types say it is always there; on plain http it is not.
  const clipboard: Clipboard | undefined = 'clipboard' in navigator ? navigator.clipboard : undefined;
  if (clipboard !== undefined) {
    try {
      await clipboard.writeText(text);
      return true;
    } catch {
      // Refused by the browser's policy: the old way may still be allowed.
    }
  }
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  document.body.append(area);
  area.select();
  // oxlint-disable-next-line typescript/no-deprecated -- the only way there is on plain http
  const done = document.execCommand('copy');
  area.remove();
  return done;
};
