// The map of a fence or a planned route: its shape with the others around it, and undoing a move.
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { useKeys } from '../../lib/use-keys.ts';
import type { AreaShape, Handle, OtherShape } from '../../map/area-shape.ts';
import { Button } from '../../ui/button.tsx';
import { AreaMapField } from '../area-map/area-map-field.tsx';
import { shadeOf } from './colours.ts';
import type { ZoneDraft } from './use-zone-draft.ts';

/** Of one that is chosen. */
const ZOOM = 16;

type Props<Draft extends object> = {
  zone: ZoneDraft<Draft>;
  shape: AreaShape;
  others: readonly OtherShape[];
  /** The fields that a move changes. */
  moved: readonly (keyof Draft)[];
  nameOf: (what: Handle['what'], index: number) => string;
  onShape: (next: AreaShape, step: number) => void;
};

export const ZoneMap = <Draft extends { colour: Parameters<typeof shadeOf>[0] }>({
  zone,
  shape,
  others,
  moved,
  nameOf,
  onShape,
}: Props<Draft>): ReactElement => {
  const undo = (): void => zone.undo(moved);
  useKeys({ 'ctrl+z': zone.canUndo ? undo : undefined });
  return (
    <AreaMapField
      fill
      shape={shape}
      others={others}
      at={undefined}
      zoom={ZOOM}
      colour={shadeOf(zone.draft.colour)}
      nameOf={nameOf}
      sightOf={`${zone.asked ?? ''} ${zone.phase}`}
      onShape={onShape}
      tools={
        <Button look="bare" icon="undo" disabled={!zone.canUndo} onClick={undo}>
          {t('Undo the move')}
        </Button>
      }
    />
  );
};
