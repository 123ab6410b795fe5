// Failures. AppError (for callers) comes from the contract; StartError is for the person who starts the program.
import { AppError } from '@outrider/contract';

export { AppError };
export { errorText } from './error-text.ts';

/** Why the program cannot start, in one line for the administrator. The main file prints it alone and exits with 1. */
export class StartError extends Error {
  constructor(text: string, options?: ErrorOptions) {
    super(text, options);
    this.name = 'StartError';
  }
}

/** In answers, streams and playbacks alike: the one text for it. */
export const DEVICE_OFFLINE = 'The device is offline';

/** The link ended before anything of it was sent: the device cannot have it. */
export class NeverSentError extends AppError {
  constructor() {
    super('device_offline', DEVICE_OFFLINE);
    this.name = 'NeverSentError';
  }
}

/** What needs a device that has no link now. */
export const deviceOffline = (): AppError => new AppError('device_offline', DEVICE_OFFLINE);

/** No answer came, and yet the device may have what it was sent: it was silent, or its link broke meanwhile. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof AppError &&
  (error.code === 'device_timeout' || (error.code === 'device_offline' && !(error instanceof NeverSentError)));
