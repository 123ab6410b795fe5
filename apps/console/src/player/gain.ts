// How loud devices are played, as a factor on their samples. Pure; who plays is audio-output.ts.

/** The specification's gain: recorders' microphones are faint. */
export const DEFAULT_GAIN = 5;
export const MAX_GAIN = 10;
