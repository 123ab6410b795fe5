// Larger things this browser keeps, as text under names made at run time. Not: the fixed keys of preferences.ts, nor what a text means.

/** A place for texts that may be full or forbidden, as browsers' storage is. */
export interface TextKeeper {
  /** Undefined: nothing there, or nothing may be read. */
  read(name: string): string | undefined;
  /** False: it could not be kept. */
  write(name: string, text: string): boolean;
  /** Tells what is kept under the name when another tab changed it; undefined when it was forgotten. */
  onOtherTab(name: string, tell: (text: string | undefined) => void): void;
}

/** This browser's local storage. */
export const browserKeeper: TextKeeper = {
  read: (name) => {
    try {
      return globalThis.localStorage.getItem(name) ?? undefined;
    } catch {
      return undefined; // storage is forbidden here: nothing was kept
    }
  },
  write: (name, text) => {
    try {
      globalThis.localStorage.setItem(name, text);
      return true;
    } catch {
      return false; // full or forbidden
    }
  },
  onOtherTab: (name, tell) => {
    // What stands there now, not what the event says was written: this tab may have written since, and that is what is kept.
    window.addEventListener('storage', ({ key }) => {
      if (key === name || key === null) tell(browserKeeper.read(name));
    });
  },
};
