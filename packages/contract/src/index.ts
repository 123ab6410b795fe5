// The door of the contract: everything that crosses the browser wire.
export * from './admin.ts';
export * from './catalogue.ts';
export * from './deployment.ts';
export * from './device.ts';
export * from './errors.ts';
export * from './event-codes.ts';
export * from './event-origins.ts';
export * from './event.ts';
export * from './group.ts';
export * from './live.ts';
export * from './rights.ts';
export * from './session.ts';
export * from './speak.ts';
export * from './stream-message.ts';
export * from './talk.ts';
export * from './variants.ts';
export * from './wire.ts';
