// Which pictures belong to which photo order. A device names the numbers of what it took, and the pictures come as files by themselves: each
// is found by its number where there is one, else by its channel and the cause 'order'. Pure.
import type { StoredOrder } from './store.ts';

/** A photo that a device sent. */
export type Picture = {
  id: number;
  deviceKey: number;
  channel: number;
  receivedMs: number;
  cause: string;
  /** Begins with '0x0801/' and the device's number of the picture. */
  identity: string;
};

/** A device may take its time with a picture, and begins its numbers again with each start. */
const COMES_WITHIN_MS = 3_600_000;
/** Its answer may be overtaken by the picture, and two clocks of a server may stand a little apart after a start. */
const BEFORE_MS = 1000;
const ORDERED = 'order';

export const pictureWords = (numbers: readonly number[]): string =>
  numbers.length === 0 ? '' : `Picture ${numbers.join(', ')}`;
const numbersOf = (message: string): number[] => (message.match(/\d+/g) ?? []).map(Number);

/** Of the message of a picture that the device numbered. */
const numberOf = ({ identity }: Picture): number | undefined => {
  const [source, number = ''] = identity.split('/');
  return source === '0x0801' && number !== '' ? Number(number) : undefined;
};

export const isPhotoOrder = ({ kind, state, sentMs }: StoredOrder): boolean =>
  kind === 'photo' && state === 'done' && sentMs !== null;

const fits = ({ deviceKey, detail, message, sentMs }: StoredOrder, picture: Picture): boolean => {
  const afterMs = picture.receivedMs - (sentMs ?? Number.POSITIVE_INFINITY);
  if (picture.deviceKey !== deviceKey || afterMs < -BEFORE_MS || afterMs > COMES_WITHIN_MS) return false;
  const numbers = numbersOf(message);
  const number = numberOf(picture);
  if (numbers.length > 0 && number !== undefined) return numbers.includes(number);
  return picture.cause === ORDERED && `CH${picture.channel}` === detail;
};

/** By the id of the order. A picture belongs to one order, the newest that it fits: numbers are used again. `pictures`: the first first. */
export const picturesOf = (
  orders: readonly StoredOrder[],
  pictures: readonly Picture[],
): ReadonlyMap<number, readonly Picture[]> => {
  const newestFirst = orders.filter(isPhotoOrder).toSorted((one, other) => other.id - one.id);
  const found = new Map<number, Picture[]>();
  for (const picture of pictures) {
    const order = newestFirst.find((each) => fits(each, picture));
    if (order !== undefined) found.set(order.id, [...(found.get(order.id) ?? []), picture]);
  }
  return found;
};
