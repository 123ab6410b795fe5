// Calibration on the moving picture: points and lines are dragged next to how the device has them. What is saved goes into the form of the
// panel, with the checks, the answer of the device and everything else that it has. One picture and its points: editor.tsx.
import type { ParameterValues, PicturePoint } from '@outrider/contract';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../../../lib/i18n.ts';
import { isOnline } from '../../../../live/device-state.ts';
import { useDevice } from '../../../../live/hooks.ts';
import { useAddressFinder } from '../../../../parts/tiles/use-addresses.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Notice } from '../../../../ui/states.tsx';
import { Toggle } from '../../../../ui/toggle.tsx';
import styles from './calibration.module.css';
import { Editor } from './editor.tsx';
import type { CalibrationView } from './views.ts';

type Points = readonly PicturePoint[];

type CalibrationDialogProps = {
  deviceId: string;
  title: string;
  /** As the device has them, and as they stand in the panel. */
  views: readonly CalibrationView[];
  drafts: readonly CalibrationView[];
  /** Why it cannot be saved now; undefined where it can. */
  problem: string | undefined;
  /** What became of the last Save, where it was refused. */
  said: string;
  busy: boolean;
  onSave: (values: ParameterValues) => void;
  onClose: () => void;
};

const isSame = (one: Points, other: Points): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The points of each picture as they were moved. */
const useMoved = ({ views, drafts }: Pick<CalibrationDialogProps, 'views' | 'drafts'>) => {
  const [moved, setMoved] = useState<Readonly<Record<string, Points>>>(() =>
    Object.fromEntries(drafts.map(({ id, start }) => [id, start])),
  );
  const pointsOf = (view: CalibrationView): Points => moved[view.id] ?? view.start;
  const changed = views.filter((view) => !isSame(pointsOf(view), view.start));
  return {
    pointsOf,
    move: ({ id }: CalibrationView, points: Points) => setMoved((before) => ({ ...before, [id]: points })),
    /** The parameters that change with them. */
    values: (): ParameterValues => Object.assign({}, ...changed.map((view) => view.valuesOf(pointsOf(view)))),
    isChanged: changed.length > 0,
    /** Something was moved that the panel does not have. */
    isUnsaved: drafts.some((draft) => !isSame(pointsOf(draft), draft.start)),
  };
};

const Notes = ({ deviceId, text }: { deviceId: string; text: string }): ReactElement => {
  const device = useDevice(deviceId);
  const away = device !== undefined && !isOnline(device);
  const notes = [away ? t('The device is offline: there is no picture to calibrate on.') : '', text];
  return (
    <>
      {notes
        .filter((note) => note !== '')
        .map((note) => (
          <Notice key={note} tone="warn" icon="warning">
            {note}
          </Notice>
        ))}
      <p className="soft">
        {t('Drag the points and lines, or choose one and use the arrow keys: one pixel, ten with Shift.')}
      </p>
    </>
  );
};

export const CalibrationDialog = (props: CalibrationDialogProps): ReactElement => {
  const { deviceId, title, views, problem, said, busy, onSave, onClose } = props;
  const addressesOf = useAddressFinder(views.length);
  const { pointsOf, move, values, isChanged, isUnsaved } = useMoved(props);
  const [compared, compare] = useState(false);
  const actions = (
    <>
      <Toggle pressed={compared} onClick={() => compare(!compared)}>
        {t('Before and after')}
      </Toggle>
      <span className={styles.room} />
      <Button onClick={onClose}>{t('Cancel')}</Button>
      <Button
        look="primary"
        busy={busy}
        disabled={!isChanged || problem !== undefined}
        onClick={() => onSave(values())}
      >
        {t('Save')}
      </Button>
    </>
  );
  return (
    <Dialog title={title} onClose={onClose} kept room above unsaved={isUnsaved} saving={busy} actions={actions}>
      <div className={styles.body}>
        <Notes deviceId={deviceId} text={problem ?? said} />
        <div className={views.length > 1 && !compared ? styles.views : styles.one}>
          {addressesOf !== undefined &&
            views.map((view) => (
              <Editor
                key={view.id}
                deviceId={deviceId}
                view={view}
                points={pointsOf(view)}
                compared={compared}
                addresses={addressesOf(deviceId, view.channel)}
                onMove={(points) => move(view, points)}
              />
            ))}
        </div>
      </div>
    </Dialog>
  );
};
