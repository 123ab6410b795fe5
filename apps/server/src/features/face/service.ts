// Faces as people keep them: added, changed field by field, removed. Photos are photos.ts.
import { type Face, type InputOf, MAX_FACES, type putFaces } from '@outrider/contract';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { NEVER_CHANGED, nextVersion, saveVersioned } from '../../kernel/storage/version.ts';
import { InTurn } from '../../kernel/work/in-turn.ts';
import { unknownFace } from './photos.ts';
import type { FaceStore, FaceWords, StoredFace } from './store.ts';

type Saved = InputOf<typeof putFaces>;

export const faceWire = ({ id, updatedMs, unit, idcard, name, contact, memo }: StoredFace): Face => ({
  unit,
  idcard,
  name,
  contact,
  memo,
  faceid: id,
  updatetime: updatedMs,
});

const wordsOf = ({ unit, idcard, name, contact, memo }: Saved): Partial<FaceWords> => ({
  ...(unit !== undefined && { unit }),
  ...(idcard !== undefined && { idcard }),
  ...(name !== undefined && { name }),
  ...(contact !== undefined && { contact }),
  ...(memo !== undefined && { memo }),
});

/** Of a face that nobody has written anything of yet. */
const NEW_UNIT = 'New';

export class Faces {
  readonly #store: FaceStore;
  readonly #clock: Clock;
  readonly #turns = new InTurn();

  constructor(store: FaceStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  list(): Promise<StoredFace[]> {
    return this.#store.list();
  }

  /** Throws AppError `not_found`. */
  async one(id: number): Promise<StoredFace> {
    const face = await this.#store.find(id);
    if (face === undefined) throw unknownFace();
    return face;
  }

  save(saved: Saved, by: string): Promise<StoredFace> {
    const { faceid } = saved;
    return faceid === undefined ? this.#add(saved, by) : this.#change(faceid, saved, by);
  }

  #add(saved: Saved, by: string): Promise<StoredFace> {
    return this.#turns.run(async () => {
      const count = await this.#store.count();
      if (count >= MAX_FACES) throw new AppError('limit_reached', `There are at most ${MAX_FACES} faces.`);
      const version = nextVersion(NEVER_CHANGED, by, this.#clock.now());
      const usual = { unit: NEW_UNIT, idcard: `new-${count + 1}`, name: '', contact: '', memo: '' };
      return this.#store.add({ ...usual, ...wordsOf(saved), ...version });
    });
  }

  async #change(id: number, saved: Saved, by: string): Promise<StoredFace> {
    await saveVersioned({
      edit: { by, seenMs: saved.updatetime },
      nowMs: this.#clock.now(),
      read: async () => {
        const { updatedMs, updatedBy, id: faceid, ...words } = await this.one(id);
        return { version: { updatedMs, updatedBy }, present: { faceid, ...words } };
      },
      write: (version, before) => this.#store.change(id, { ...wordsOf(saved), ...version }, before),
    });
    return this.one(id);
  }
}
