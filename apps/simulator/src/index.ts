// The door of the simulator for integration/, e2e/ and bench/: fleets, vehicles, and the clock and clips they may share.
export { ManualClock, WheelClock } from './clock.ts';
export type { Clock, Timer } from './clock.ts';
export { loadRoadNetwork, ROADS_FILE } from './drive/road-network.ts';
export type { Faults } from './faults.ts';
export { createFleet } from './fleet.ts';
export type { Fleet, FleetCounters, FleetOptions } from './fleet.ts';
export type { Received } from './link/joiner.ts';
export { ClipStore, loadClips, loadH265Clips } from './media/clip-store.ts';
export type { HeardBlock } from './media/heard.ts';
export { makeFirmwareImage } from './vehicle/firmware-image.ts';
export type { AlarmName } from './vehicle/alarm-desk.ts';
export type { VehicleOptions } from './vehicle/options.ts';
export type { SentReport } from './vehicle/reporter.ts';
export { createVehicle, Vehicle } from './vehicle/vehicle.ts';
export type { VehicleState } from './vehicle/platform-session.ts';
