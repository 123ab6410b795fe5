// The area and the band in which a colour is picked: react-colorful with the names of this page's language. Loaded when it is opened.
import { useLayoutEffect, useRef } from 'react';
import type { ReactElement } from 'react';
import { HexColorPicker } from 'react-colorful';
import { t } from '../lib/i18n.ts';

type ColourPickerProps = { colour: string; onChange: (colour: string) => void };

/** Arrow keys move both; the library names its two sliders in English, so that they are named here after it has drawn. */
export const ColourPicker = ({ colour, onChange }: ColourPickerProps): ReactElement => {
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const sliders = frame.current?.querySelectorAll('[role=slider]') ?? [];
    for (const [at, slider] of [...sliders].entries()) {
      slider.setAttribute('aria-label', at === 0 ? t('Brightness') : t('Hue'));
      slider.setAttribute('aria-valuetext', colour);
    }
  });
  return (
    <div ref={frame}>
      <HexColorPicker color={colour} onChange={onChange} />
    </div>
  );
};
