// The form of one area or route in a recorder: drawn on a map, or typed. Which fields there are follows from its kind.
import { areaKinds, type DeviceArea, getDeviceAreas, type ListedArea, putDeviceAreas } from '@outrider/contract';
import { useMemo } from 'react';
import type { ReactElement } from 'react';
import { useSave } from '../../../lib/calls.ts';
import { t } from '../../../lib/i18n.ts';
import { useLengthUnit } from '../../../lib/preferences.ts';
import { kmhOf, type LengthUnit, speedIn, speedUnit } from '../../../lib/units.ts';
import { useDevice } from '../../../live/hooks.ts';
import { titleNow } from '../../../parts/device-names.tsx';
import type { Place } from '../../../map/area-shape.ts';
import { areaKindText } from '../../../parts/area-map/area-kind-words.ts';
import { AreaMapField } from '../../../parts/area-map/area-map-field.tsx';
import { FormDialog } from '../../../parts/form/form-dialog.tsx';
import type { Row, Rows } from '../../../parts/form/row.ts';
import { useForm } from '../../../parts/form/use-form.ts';
import { NumberField } from '../../../ui/number-field.tsx';
import { showToast } from '../../../ui/toast.ts';
import { type AreaDraft, areaOf, areaRules, blankArea, draftOf } from './area-draft.ts';
import { drawnShape, fieldsOf, shapeOf, shapeOfArea } from './area-drawing.ts';

type AreaFormProps = {
  deviceId: string;
  /** What it begins with; null for a new one. */
  area: DeviceArea | null;
  listed: readonly ListedArea[];
  onClose: () => void;
};

/** 2: it waits for the device. */
export const sayResult = (title: string, result: string): void => {
  if (result === '1') showToast('success', title, t('Success'));
  else if (result === '2') showToast('info', title, t('Waits for the device'));
  else showToast('warning', title, t('No answer'));
};

const freeId = (listed: readonly ListedArea[]): number => Math.max(0, ...listed.map(({ area }) => area.id)) + 1;
const isCircle = ({ kind }: AreaDraft): boolean => kind === 'circle';
const isRectangle = ({ kind }: AreaDraft): boolean => kind === 'rectangle';
const isRoute = ({ kind }: AreaDraft): boolean => kind === 'route';
const isLimited = ({ limited }: AreaDraft): boolean => limited;
const isTimed = ({ timed }: AreaDraft): boolean => timed;

/** The map of the area with the others that the recorder has: what is drawn there stands in the fields. */
const MapOfArea = ({ draft, listed, at, onDrawn }: MapOfAreaProps): ReactElement => {
  const { kind, id } = draft;
  const shape = useMemo(() => shapeOf(draft), [draft]);
  const others = useMemo(
    () =>
      listed.flatMap(({ area, state }) =>
        state === 'leaving' || (area.kind === kind && area.id === id) ? [] : [shapeOfArea(area)],
      ),
    [listed, kind, id],
  );
  return <AreaMapField shape={shape} others={others} at={at} onShape={(next) => onDrawn(JSON.stringify(next))} />;
};

type Around = { listed: readonly ListedArea[]; at: Place | undefined };
type MapOfAreaProps = Around & { draft: AreaDraft; onDrawn: (drawn: string) => void };

const placeRows = ({ listed, at }: Around): Rows<AreaDraft> => [
  [
    {
      control: 'select',
      key: 'kind',
      label: t('Kind'),
      options: areaKinds.map((kind) => ({ value: kind, name: areaKindText(kind) })),
    },
    { control: 'number', key: 'id', label: t('Number'), help: t('One of the same kind and number is replaced.') },
  ],
  {
    control: 'text',
    key: 'name',
    label: t('Name'),
    most: 50,
    help: t('Kept by recorders of the edition of 2019.'),
  },
  {
    control: 'own',
    key: 'drawn',
    label: t('Map'),
    draw: ({ draft, onChange }) => <MapOfArea draft={draft} listed={listed} at={at} onDrawn={onChange} />,
    follow: ({ drawn }) => fieldsOf(drawnShape(drawn)),
  },
  [
    { control: 'number', key: 'lat', label: t('Latitude'), when: isCircle },
    { control: 'number', key: 'lng', label: t('Longitude'), when: isCircle },
  ],
  { control: 'number', key: 'radiusm', label: t('Radius'), unit: 'm', when: isCircle },
  [
    { control: 'number', key: 'north', label: t('North'), when: isRectangle },
    { control: 'number', key: 'west', label: t('West'), when: isRectangle },
  ],
  [
    { control: 'number', key: 'south', label: t('South'), when: isRectangle },
    { control: 'number', key: 'east', label: t('East'), when: isRectangle },
  ],
  {
    control: 'textarea',
    key: 'points',
    label: t('Points'),
    rows: 5,
    help: t('One place in a line: latitude, longitude.'),
    when: ({ kind }) => kind === 'polygon' || kind === 'route',
  },
  { control: 'number', key: 'widthm', label: t('Width of the road'), unit: 'm', when: isRoute },
  [
    { control: 'number', key: 'maxs', label: t('Longest time on a section'), unit: 's', when: isRoute },
    { control: 'number', key: 'mins', label: t('Shortest time on a section'), unit: 's', when: isRoute },
  ],
];

/** A speed in the operator's unit; the draft has it in km/h, as the recorder does. */
const speedRow = (key: 'maxkmh' | 'nightkmh', label: string, unit: LengthUnit, help?: string): Row<AreaDraft> => ({
  control: 'own',
  key,
  label,
  when: isLimited,
  draw: ({ value, problem, onChange }) => (
    <NumberField
      label={label}
      help={help}
      unit={speedUnit(unit)}
      error={problem}
      value={unit === 'mile' ? speedIn(value, unit) : value}
      onChange={(typed) => onChange(kmhOf(typed, unit))}
    />
  ),
});

const watchRows = (unit: LengthUnit): Rows<AreaDraft> => [
  { control: 'checkbox', key: 'limited', label: t('Speed limit') },
  [
    speedRow('maxkmh', t('Top speed'), unit),
    { control: 'number', key: 'overspeeds', label: t('Longer than'), unit: 's', when: isLimited },
  ],
  speedRow('nightkmh', t('Top speed at night'), unit, t('Kept by recorders of the edition of 2019.')),
  { control: 'checkbox', key: 'timed', label: t('Only at certain times') },
  [
    {
      control: 'text',
      key: 'start',
      label: t('From'),
      when: isTimed,
      help: t('08:30:00 for every day, or 2030-12-31 08:30:00.'),
    },
    { control: 'text', key: 'end', label: t('To'), when: isTimed },
  ],
  [
    { control: 'checkbox', key: 'enter', label: t('Alarm on entering') },
    { control: 'checkbox', key: 'leave', label: t('Alarm on leaving') },
  ],
  [
    { control: 'checkbox', key: 'driverenter', label: t('Tell the driver on entering') },
    { control: 'checkbox', key: 'driverleave', label: t('Tell the driver on leaving') },
  ],
];

const useAreaForm = ({ deviceId, area, listed, onClose }: AreaFormProps) => {
  const at = useDevice(deviceId)?.gps_info.data ?? undefined;
  const unit = useLengthUnit();
  const save = useSave(putDeviceAreas, [getDeviceAreas]);
  return useForm<AreaDraft>({
    of: areaRules[unit],
    start: area === null ? blankArea(freeId(listed), at) : draftOf(area),
    edits: area !== null,
    rows: [...placeRows({ listed, at }), ...watchRows(unit)],
    save: async (draft) => {
      const { result } = await save.mutateAsync({ deviceid: deviceId, areas: [areaOf(draft)] });
      sayResult(t('Areas and routes of {device}', { device: titleNow(deviceId) }), result);
      onClose();
    },
  });
};

export const AreaForm = (props: AreaFormProps): ReactElement => (
  <FormDialog
    form={useAreaForm(props)}
    wide
    title={props.area === null ? t('Add area or route') : `${areaKindText(props.area.kind)} ${props.area.id}`}
    saveText={t('Set in the device')}
    onClose={props.onClose}
  />
);
