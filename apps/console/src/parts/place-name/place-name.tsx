// The address of a device as a line of text, wherever a device is looked at closely. Draws nothing where places have no names.
import type { Device } from '@outrider/contract';
import type { ReactElement } from 'react';
import { usePlaceName } from './use-place-name.ts';

/** One line; the whole of it on hover. Names of places come in every script, so the text says its own direction. */
export const PlaceName = ({
  device,
  className,
}: {
  device: Device;
  className?: string | undefined;
}): ReactElement | null => {
  const name = usePlaceName(device);
  if (name === undefined || name === '') return null;
  return (
    <span className={className} dir="auto" title={name} data-place-name="">
      {name}
    </span>
  );
};
