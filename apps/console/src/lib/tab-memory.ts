// What this tab remembers until it is closed, through reloads. Where the browser refuses storage it lasts as long as the page.

const held = new Map<string, string>();

export type TabKey = 'entrance' | 'notice' | 'framePolicy';

/** The remembered text, '' for none. */
export const readTab = (key: TabKey): string => {
  try {
    return held.get(key) ?? globalThis.sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
};

/** Remembers a text; '' forgets it. */
export const writeTab = (key: TabKey, text: string): void => {
  try {
    if (text === '') globalThis.sessionStorage.removeItem(key);
    else globalThis.sessionStorage.setItem(key, text);
    held.delete(key);
  } catch {
    held.set(key, text);
  }
};
