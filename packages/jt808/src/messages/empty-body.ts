// The body of messages that have none by the standard. Some devices put something there: kept raw (section 10.4).

/** `raw` only when a device sent something. */
export type EmptyBody = { readonly raw?: Uint8Array };

export const decodeEmpty = (body: Uint8Array): EmptyBody => (body.length === 0 ? {} : { raw: body });

export const encodeEmpty = ({ raw }: EmptyBody): Uint8Array => raw ?? new Uint8Array(0);
