// The closed list of failures a caller can see, with their HTTP status and main-channel result. Not the texts.

/** Failure codes and how each leaves the server: HTTP status and the `R` of a main-channel answer. Append only. */
export const errorCodes = {
  invalid: { status: 400, result: '400' },
  unauthenticated: { status: 401, result: '401' },
  forbidden: { status: 403, result: '403' },
  not_found: { status: 404, result: '404' },
  device_offline: { status: 404, result: '404' },
  device_timeout: { status: 408, result: '408' },
  conflict: { status: 409, result: '409' },
  device_refused: { status: 422, result: '422' },
  limit_reached: { status: 429, result: '429' },
  internal: { status: 500, result: '500' },
  unavailable: { status: 503, result: '503' },
  /** The account's time is over: a new password may renew it, see PUT /gkserver/passwd. */
  expired: { status: 401, result: '419' },
  /** The server's disk takes no more: what the call should have stored is not stored. Reading still works. */
  disk_full: { status: 503, result: '503' },
  /** The device says that it does not know this: asking again changes nothing. */
  device_unsupported: { status: 422, result: '0' },
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** An expected failure. `message` is for the operator: it says what is wrong and holds no secret. */
export class AppError extends Error {
  readonly code: ErrorCode;
  constructor(code: ErrorCode, text: string, options?: ErrorOptions) {
    super(text, options);
    this.name = 'AppError';
    this.code = code;
  }
}

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(errorCodes, text);
