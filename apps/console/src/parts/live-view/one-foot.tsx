// Below the tiles while one of them is recorded: where its pictures come from, and what plays them; the keys of playing are its own.
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { SourceLine } from '../playback/source-line.tsx';
import { usePlayKeys } from '../playback/use-play-keys.ts';
import { BackFoot } from './back-foot.tsx';
import { SHIFT_SECONDS } from './look-back.tsx';
import type { Back } from './use-back.ts';
import type { TileBack } from './use-tile-back.ts';
import type { LiveView } from './use-live-view.ts';

type OneFootProps = {
  view: LiveView;
  back: Back;
  one: NonNullable<Back['one']>;
  on: readonly number[];
  played: TileBack;
  onFurther: () => void;
  /** B, which may be about another tile. */
  onKey: (event: KeyboardEvent) => void;
  inDialog: boolean;
};

const hereText = ({ source }: TileBack): string =>
  ({
    server: t('Plays from the server.'),
    recorder: t('Plays from the recorder.'),
    nobody: t('The server has nothing of this second.'),
    asked: t('Loading'),
  })[source ?? 'asked'];

/** Give it the channel as key. */
export const OneFoot = (props: OneFootProps): ReactElement => {
  const { view, back, one, on, played, onFurther, onKey, inDialog } = props;
  const { group, source } = played;
  usePlayKeys({ group, shiftSeconds: SHIFT_SECONDS, pictures: source === 'server', back: onKey, inDialog });
  return (
    <>
      <SourceLine
        icon={source === 'recorder' ? 'playback' : 'server'}
        here={hereText(played)}
        there={t('Only {name} is recorded; the others are live.', { name: view.nameOf(one.channel) })}
      />
      <BackFoot
        view={view}
        moment={one}
        on={on}
        group={group}
        onLive={back.live}
        onFurther={onFurther}
        onPlay={(ms) => (ms === one.targetMs ? group?.seek(ms, 1) : back.goTo(ms))}
        recorderToo
      />
    </>
  );
};
