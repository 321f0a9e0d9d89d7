import { useEffect, useState } from 'react';

/** How long each of two things is shown, ms: far slower than three flashes a second. */
const blinkEvery = 800;
const prefersStill = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Which of two is shown now: by turns, or, for those who want nothing to move, only when they say so. */
export const useBlink = (isOn = true) => {
  const [isNewer, setNewer] = useState(false);
  const [runs, setRuns] = useState(() => !prefersStill());
  useEffect(() => {
    if (!runs || !isOn) return undefined;
    const timer = setInterval(() => setNewer((before) => !before), blinkEvery);
    return () => clearInterval(timer);
  }, [runs, isOn]);
  return {
    isNewer,
    runs,
    toggle: (): void => setRuns((before) => !before),
    /** Stops, and shows the other one. */
    other: (): void => {
      setRuns(false);
      setNewer((before) => !before);
    },
  };
};
