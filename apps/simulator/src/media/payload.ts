// Codec numbers the simulated recorders send (JT/T 1078, table 12).

export const PAYLOAD = { g711a: 6, g726: 8, adpcm: 26, h264: 98, h265: 99 } as const;
