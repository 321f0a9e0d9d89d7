import { useEffect, useState } from 'react';

/** How often the cursor moves while a track is played, ms. */
const step = 100;

export interface Play {
  at: number;
  playing: boolean;
  speed: number;
  set: (at: number) => void;
  toggle: () => void;
  setSpeed: (speed: number) => void;
}

/** A moment between two that runs on while it is played, and stops at the end. */
export const usePlay = (from: number, to: number): Play => {
  const [at, setAt] = useState(from);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(10);
  const shown = Math.min(to, Math.max(from, at));
  useEffect(() => {
    if (!playing) return undefined;
    const timer = setInterval(
      () => setAt((before) => Math.min(to, Math.max(from, before) + step * speed)),
      step,
    );
    return () => clearInterval(timer);
  }, [playing, speed, from, to]);
  return {
    at: shown,
    // At the end nothing runs any more.
    playing: playing && shown < to,
    speed,
    set: setAt,
    toggle: () => {
      if (shown >= to) setAt(from);
      setPlaying(!(playing && shown < to));
    },
    setSpeed,
  };
};
