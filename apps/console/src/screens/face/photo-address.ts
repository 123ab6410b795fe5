// Where pictures of faces come from: the stream port, as the server tells it. Pure.
export type PicturePlace = {
  readonly secure: boolean;
  readonly hostname: string;
  readonly streamPort: number | undefined;
};

const addressOf = ({ secure, hostname, streamPort }: PicturePlace, query: Record<string, string>): string => {
  const path = `/pic.cgi?${new URLSearchParams(query).toString()}`;
  // Behind a proxy that shows one port, that one has them too.
  return streamPort === undefined ? path : `${secure ? 'https' : 'http'}://${hostname}:${streamPort}${path}`;
};

/** A photo of the server's list. */
export const photoAddress = (place: PicturePlace, id: string): string => addressOf(place, { type: 'face', id });

/** The photo in a slot as the device has it. `version` changes with it. */
export const slotAddress = (place: PicturePlace, slot: { device: string; ch: number; version: string }): string =>
  addressOf(place, { type: 'faceslot', deviceid: slot.device, ch: String(slot.ch), v: slot.version });
