// The types of stripped-sources.mjs, which can have none itself.
export declare const createStripper: (folder: string, strip: (source: string) => string) => (source: string) => string;
export declare const loadStripped: (cache: string) => void;
