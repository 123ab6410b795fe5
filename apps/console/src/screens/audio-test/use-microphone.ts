// The state of the audio test: no microphone, asking for it, listening, or why not.
import { useEffect, useRef, useState } from 'react';
import { t } from '../../lib/i18n.ts';
import { askForMicrophone, MicrophoneError } from '../../parts/talk/microphone.ts';
import { SoundMeter } from './sound-meter.ts';

const wordsFor = (error: unknown): string => {
  const fault = error instanceof MicrophoneError ? error.fault : 'failed';
  if (fault === 'refused')
    return t('The browser does not give the microphone to this page. Allow it beside the address.');
  return fault === 'missing' ? t('No microphone was found.') : t('The microphone could not be opened.');
};

export type MicrophoneTest = {
  readonly meter: SoundMeter | undefined;
  readonly asking: boolean;
  /** '' for none. */
  readonly problem: string;
  readonly start: () => void;
  readonly stop: () => void;
};

export const useMicrophone = (): MicrophoneTest => {
  const [meter, setMeter] = useState<SoundMeter>();
  const [asking, setAsking] = useState(false);
  const [problem, setProblem] = useState('');
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);
  useEffect(() => () => meter?.close(), [meter]);
  const lost = (): void => {
    setMeter(undefined);
    setProblem(t('The microphone is gone.'));
  };
  const open = async (): Promise<void> => {
    try {
      const stream = await askForMicrophone();
      if (gone.current) for (const track of stream.getTracks()) track.stop();
      else setMeter(new SoundMeter(stream, lost));
    } catch (error) {
      console.warn('the microphone is not available', error instanceof Error ? (error.cause ?? error) : error);
      setProblem(wordsFor(error));
    } finally {
      setAsking(false);
    }
  };
  return {
    meter,
    asking,
    problem,
    start: () => {
      setProblem('');
      setAsking(true);
      void open();
    },
    stop: () => setMeter(undefined),
  };
};
