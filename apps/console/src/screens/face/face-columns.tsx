// The columns of the faces that the server keeps, in the documented order.
import { t } from '../../lib/i18n.ts';
import { formatDateTime } from '../../lib/time.ts';
import { tickColumn, type Ticks } from '../../parts/table/ticks.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';
import { DeleteCell, PhotosCell, SetCell, WordCell } from './face-cells.tsx';
import type { PicturePlace } from './photo-address.ts';
import type { FaceActions, FaceRow } from './use-faces.ts';

export type FaceColumnsKit = {
  actions: FaceActions;
  device: string | undefined;
  place: PicturePlace | undefined;
  ticks: Ticks<number>;
  add: () => void;
};

const tools = ({ actions, device, ticks, add }: FaceColumnsKit): readonly Column<FaceRow>[] => [
  {
    id: 'new',
    header: '',
    width: '64px',
    head: () => (
      <Button look="bare" onClick={add}>
        {t('New')}
      </Button>
    ),
    cell: () => null,
  },
  tickColumn(ticks, { idOf: ({ faceid }) => faceid, labelOf: (id) => t('Choose face {id}', { id }) }),
  {
    id: 'set',
    header: t('Set'),
    width: '72px',
    cell: (face) => <SetCell face={face} device={device} push={actions.push} />,
  },
];

type Word = { id: 'unit' | 'idcard' | 'name' | 'contact' | 'memo'; header: string; needed?: boolean };
const word =
  (save: FaceActions['save']) =>
  ({ id, header, needed = false }: Word): Column<FaceRow> => ({
    id,
    header,
    width: id === 'name' ? 'minmax(104px, 1.4fr)' : 'minmax(76px, 1fr)',
    value: (face) => face[id],
    cell: (face) => <WordCell face={face} of={id} label={header} save={save} needed={needed} />,
  });

export const faceColumns = (kit: FaceColumnsKit): readonly Column<FaceRow>[] => {
  const { actions, place } = kit;
  const of = word(actions.save);
  return [
    ...tools(kit),
    { id: 'faceid', header: t('Faceid'), width: '64px', align: 'end', value: ({ faceid }) => faceid },
    of({ id: 'unit', header: t('Group'), needed: true }),
    of({ id: 'idcard', header: t('Identify'), needed: true }),
    of({ id: 'name', header: t('Name') }),
    of({ id: 'contact', header: t('Contact') }),
    {
      id: 'photo',
      header: t('Photo'),
      width: 'minmax(176px, 1.4fr)',
      cell: (face) => (
        <PhotosCell face={face} place={place} upload={actions.upload} removePhoto={actions.removePhoto} />
      ),
    },
    of({ id: 'memo', header: t('Memo') }),
    {
      id: 'updated',
      header: t('Updatetime'),
      width: '164px',
      value: ({ updatetime }) => updatetime,
      text: ({ updatetime }) => formatDateTime(updatetime),
    },
    {
      id: 'delete',
      header: t('Delete'),
      width: '64px',
      cell: (face) => <DeleteCell face={face} remove={actions.remove} />,
    },
  ];
};
