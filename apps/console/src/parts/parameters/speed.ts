// Speeds of parameters in both units, by the factors of the specification: a device is set in whole km/h. Pure.
const KMH_PER_MPH = 1.6093;
const MPH_PER_KMH = 0.62137;

export const kmhOfMph = (mph: number): number => Math.round(mph * KMH_PER_MPH);
export const mphOfKmh = (kmh: number): number => Math.round(kmh * MPH_PER_KMH);
