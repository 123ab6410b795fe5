// The text of a failure. By itself, so that a thread which needs no more does not load the contract with all its schemas.

/** The text of anything thrown, for logs and reasons. */
export const errorText = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));
