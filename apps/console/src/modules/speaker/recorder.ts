import { limits } from '@eyrie/domain';
import { useEffect, useRef, useState } from 'react';
import { toWav } from './to-wav.ts';

interface Running {
  recorder: MediaRecorder;
  stream: MediaStream;
  beginning: number;
}

const release = ({ stream }: Pick<Running, 'stream'>): void => {
  for (const track of stream.getTracks()) track.stop();
};

/** Browsers give the microphone to pages over HTTPS, and to those of this machine. */
export const mayRecord = (): boolean =>
  globalThis.isSecureContext && typeof MediaRecorder !== 'undefined' && navigator.mediaDevices !== undefined;

/**
 * Records what the microphone hears, until it is ended or as long as a recording may be. Leaving the page ends it and
 * keeps nothing.
 */
export const useRecorder = (onRecorded: (file: File) => void, onFault: () => void) => {
  const running = useRef<Running | null>(null);
  /** Seconds so far; null: nothing is recorded. */
  const [seconds, setSeconds] = useState<number | null>(null);
  const end = (): void => {
    if (running.current?.recorder.state === 'recording') running.current.recorder.stop();
  };
  useEffect(
    () => () => {
      const left = running.current;
      running.current = null;
      if (left) release(left);
    },
    [],
  );
  const active = seconds !== null;
  useEffect(() => {
    if (!active) return undefined;
    const timer = setInterval(() => {
      const { current } = running;
      if (!current) return;
      const passed = performance.now() - current.beginning;
      setSeconds(Math.floor(passed / 1_000));
      if (passed >= limits.speaker.recordsFor) end();
    }, 250);
    return () => clearInterval(timer);
  }, [active]);
  const begin = async (): Promise<void> => {
    if (running.current) return;
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      const recorder = new MediaRecorder(stream);
      const parts: Blob[] = [];
      recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
      recorder.addEventListener('stop', () => {
        release({ stream });
        if (running.current?.recorder !== recorder) return;
        running.current = null;
        setSeconds(null);
        void toWav(new Blob(parts))
          .then((wav) => onRecorded(new File([wav], 'recording.wav')))
          .catch(onFault);
      });
      running.current = { recorder, stream, beginning: performance.now() };
      setSeconds(0);
      recorder.start();
    } catch {
      onFault();
    }
  };
  return { seconds, begin, end };
};
