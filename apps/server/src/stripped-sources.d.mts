// The types of stripped-sources.mjs, which can have none itself.
export const createStripper: (folder: string, strip: (source: string) => string) => (source: string) => string;
export const loadStripped: (cache: string) => void;
