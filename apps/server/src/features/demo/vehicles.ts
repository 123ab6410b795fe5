// The demo fleet: ids by the simulator's numbering, and invented names.

export type DemoVehicle = {
  /** The terminal's number 0138000001xx without its leading zero. */
  id: string;
  name: string;
  plate: string;
  driver: string;
};

/** The number of the first simulated terminal, as it is told to the simulator. */
export const FIRST_PHONE = '013800000101';
export const DEMO_CHANNELS = 4;
/** What the simulator's clips of channels 1 to 4 show. */
export const CHANNEL_NAMES = ['Driver', 'Road', 'Door', 'Cabin'];
const FIRST_NUMBER = 101;
const DRIVERS = ['A. Lin', 'M. Okafor', 'J. Rivera', 'S. Novak', 'T. Huang', 'E. Larsen', 'R. Iyer', 'C. Duarte'];

export const demoVehicles = (count: number): DemoVehicle[] =>
  Array.from({ length: count }, (_, i) => ({
    id: String(Number(FIRST_PHONE) + i),
    name: `TRK-${FIRST_NUMBER + i}`,
    plate: `ODR-${FIRST_NUMBER + i}`,
    driver: DRIVERS[i % DRIVERS.length] ?? '',
  }));
