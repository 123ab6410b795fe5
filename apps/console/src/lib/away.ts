// Whether a failed call means that the server was not reached at all, as opposed to one that it answered with a reason.
import { AppError } from '@outrider/contract';

/** True when nobody answered; false for every refusal in words. */
export const isAway = (error: unknown): boolean => error instanceof AppError && error.code === 'unavailable';
