// GPS playback: query panel, hourly speed, map. Layout and wiring only.
import { useEffect, useRef, useState } from 'react';
import type { ReactElement, RefObject } from 'react';
import { useStore } from 'zustand';
import { usePhone } from '../../lib/device-kind.ts';
import { t } from '../../lib/i18n.ts';
import { formatDay } from '../../lib/time.ts';
import { useDevice } from '../../live/hooks.ts';
import { ShortcutsDialog } from '../../parts/shortcuts/shortcuts-dialog.tsx';
import styles from './gps-playback.module.css';
import { ColourChoice, usePathColours } from '../../parts/track/view/colour-choice.tsx';
import { ExportButtons } from '../../parts/track/view/export-buttons.tsx';
import { MapColumn } from './map-column.tsx';
import { MiddleColumn } from './middle-column.tsx';
import { PlayBar } from '../../parts/track/view/play-bar.tsx';
import { Summary } from '../../parts/track/view/summary.tsx';
import { TrackQuery } from './query-column.tsx';
import { daysOf } from '../../parts/track/range.ts';
import type { TrackResult } from '../../parts/track/track-query.ts';
import { emptyTrack } from '../../parts/track/track.ts';
import { useExport } from '../../parts/track/use-export.ts';
import { useEventNames } from '../../parts/track/event-names.ts';
import { usePicked } from '../../parts/track/use-picked.ts';
import { useTools } from '../../parts/track/use-tools.ts';
import type { Tools } from '../../parts/track/use-tools.ts';
import { useTrackKeys } from '../../parts/track/use-track-keys.ts';
import { useTrackChoice } from './use-track-choice.ts';
import type { TrackChoice } from './use-track-choice.ts';

/** The day of the moment played; a chosen one until the moment moves to another day. */
const useShownDay = (result: TrackResult | undefined, { player }: Tools): readonly [string, (day: string) => void] => {
  const played = useStore(player.state, ({ timeMs }) => (timeMs === 0 ? '' : formatDay(timeMs)));
  const [chosen, setChosen] = useState<{ day: string; played: string }>();
  const days = result === undefined ? [] : daysOf(result.days);
  const day = chosen?.played === played ? chosen.day : played;
  return [days.includes(day) ? day : (days[0] ?? ''), (next) => setChosen({ day: next, played })];
};

/**
 * An address that says everything is asked at once: it is a link that somebody followed. Not of a device that he does not see; nor when he
 * has asked for something himself since.
 */
const useFirstAsk = ({ complete }: TrackChoice, { query }: Tools, askedSince: boolean): void => {
  const [first] = useState(complete);
  const seen = useDevice(first?.deviceId ?? '') !== undefined;
  // Once: its vehicle may leave and come back while something else is looked at.
  const [everSeen, setEverSeen] = useState(seen);
  if (seen && !everSeen) setEverSeen(true);
  useEffect(() => {
    if (first !== undefined && everSeen && !askedSince) query.ask(first);
  }, [query, first, everSeen, askedSince]);
};

/** On a phone the columns stand below each other: what was found comes into sight. */
const useShownOnPhone = (result: TrackResult | undefined): RefObject<HTMLElement | null> => {
  const column = useRef<HTMLElement>(null);
  const phone = usePhone();
  const found = result?.span;
  useEffect(() => {
    if (phone && found !== undefined) column.current?.scrollIntoView({ block: 'start' });
  }, [phone, found]);
  return column;
};

const KeysDialog = ({ onClose }: { onClose: () => void }): ReactElement => {
  const keys = [
    [t('Space'), t('Play or pause')],
    ['← →', t('One position back or on')],
    ['Shift ← →', t('One minute back or on')],
    ['[ ]', t('Slower or faster')],
    ['Home End', t('Start or end of the track')],
    ['Tab', t('Hours of the chart: arrow keys move in them')],
  ] as const;
  return <ShortcutsDialog title={t('Keys of GPS playback')} keys={keys} onClose={onClose} />;
};

/** The screen /gpsplayback. */
export const GpsPlaybackScreen = (): ReactElement => {
  const tools = useTools();
  const { query, player } = tools;
  const request = useTrackChoice();
  const state = useStore(query.state);
  const exporter = useExport(tools);
  const colours = usePathColours();
  const [follow, setFollow] = useState(true);
  const [help, setHelp] = useState(false);
  const { result } = state;
  const picking = usePicked(result, tools);
  const names = useEventNames((result?.events?.length ?? 0) > 0);
  const nameOf = (code: number): string => names(result?.deviceId ?? '', code);
  const [day, setDay] = useShownDay(result, tools);
  const [asked, setAsked] = useState(false);
  useFirstAsk(request, tools, asked);
  const mapRef = useShownOnPhone(result);
  useTrackKeys({ player, help: () => setHelp(true), close: () => picking.pick(undefined) });
  const ask = (): void => {
    if (request.complete === undefined) return;
    setAsked(true);
    query.ask(request.complete);
  };
  const exporting = exporter.state !== 'none';
  return (
    <div className={styles.screen} data-status={state.status}>
      <TrackQuery request={request} state={state} exporting={exporting} onAsk={ask} onCancel={() => query.cancel()}>
        {result !== undefined && result.track.timeMs.length > 0 && (
          <>
            <Summary result={result} />
            <ExportButtons result={result} exporter={exporter} />
          </>
        )}
        <ColourChoice colours={colours} />
      </TrackQuery>
      <MiddleColumn {...{ tools, state, exporter, picking, nameOf, day }} onDay={setDay} onRetry={ask} />
      <MapColumn
        {...{ tools, result, colours, follow, picking, nameOf }}
        deviceId={request.deviceId}
        column={mapRef}
        bar={
          <PlayBar
            track={result?.track ?? emptyTrack}
            player={player}
            follow={follow}
            onFollow={setFollow}
            onHelp={() => setHelp(true)}
          />
        }
      />
      {help && <KeysDialog onClose={() => setHelp(false)} />}
    </div>
  );
};
