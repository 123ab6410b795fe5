// The faces that the server keeps and their photos: what is asked, and what is done with them. Names go in bodies only.
import {
  deleteFacePhotos,
  deleteFaces,
  type Face,
  type InputOf,
  MAX_PHOTO_BYTES,
  PHOTO_TOO_LARGE,
  PHOTO_WRONG_TYPE,
  photoExtensions,
  postFacePhotos,
  postFaces,
  putFacePhotoBytes,
  putFacePush,
  putFaces,
  u02FacePhoto,
} from '@outrider/contract';
import { useMemo } from 'react';
import { useCall, useSave } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { send, sendBytes } from '../../lib/send.ts';
import { live } from '../../live/index.ts';

/** A face with the ids of its photos, the newest first. */
export type FaceRow = Face & { readonly photos: readonly string[] };

/** Somebody else may have changed them. */
const REFRESH_MS = 60_000;

const extensionOf = (name: string): string => name.split('.').at(-1)?.toLowerCase() ?? '';

/** Why a file is not taken, in the documented words; undefined: it is. */
export const photoFault = ({ name, size }: Pick<File, 'name' | 'size'>): string | undefined => {
  if (!photoExtensions.some((known) => known === extensionOf(name))) return PHOTO_WRONG_TYPE;
  return size > MAX_PHOTO_BYTES ? PHOTO_TOO_LARGE : undefined;
};

/** Announces the photo on the main channel and sends its bytes. */
const upload = async (faceid: number, file: File): Promise<void> => {
  const announced = { A: faceid, B: extensionOf(file.name), C: file.size, D: '', F: 0, G: '' };
  const { Z } = await live().connection.ask(u02FacePhoto, announced);
  await sendBytes(putFacePhotoBytes, { ticket: Z.split('/').at(-1) ?? '', offset: 0 }, file);
};

type FaceChange = InputOf<typeof putFaces>;

export const useFaces = () => {
  const faces = useCall(postFaces, {}, { refetchMs: REFRESH_MS });
  const photos = useCall(postFacePhotos, {}, { refetchMs: REFRESH_MS });
  const { refetch: refetchPhotos } = photos;
  const { mutateAsync: save } = useSave(putFaces, [postFaces]);
  const { mutateAsync: remove } = useSave(deleteFaces, [postFaces, postFacePhotos]);
  const { mutateAsync: removePhoto } = useSave(deleteFacePhotos, [postFacePhotos]);
  const rows = useMemo(() => {
    const byFace = Map.groupBy(photos.data ?? [], ({ faceid }) => faceid);
    return faces.data?.map((face): FaceRow => ({
      ...face,
      photos: (byFace.get(face.faceid) ?? []).map(({ photoid }) => photoid),
    }));
  }, [faces.data, photos.data]);
  const actions = useMemo(
    () => ({
      save: (change: FaceChange) => save(change),
      remove: (faceid: number) => remove({ faceid }),
      removePhoto: (photoid: string) => removePhoto({ photoid }),
      upload: async (faceid: number, file: File) => {
        await upload(faceid, file);
        await refetchPhotos();
      },
      push: (faceid: number, deviceid: string) => send(putFacePush, { faceid, deviceid }),
    }),
    [save, remove, removePhoto, refetchPhotos],
  );
  const refetch = async (): Promise<void> => void (await Promise.all([faces.refetch(), refetchPhotos()]));
  return { rows, error: faces.error ?? photos.error, refetch, actions };
};

/** The same as long as the page stands. */
export type FaceActions = ReturnType<typeof useFaces>['actions'];

/** Every group there is, in the order of the list. */
export const unitsOf = (rows: readonly Face[]): readonly string[] => [...new Set(rows.map(({ unit }) => unit))];

/** What came of setting several, in one line. */
export const pushedText = (done: number, failures: readonly string[]): string =>
  failures.length === 0
    ? t('{count} faces set', { count: done })
    : [t('{count} faces set', { count: done }), ...failures].join(' · ');
