import { useEffect, useEffectEvent, useRef } from 'react';

/** The wheel goes nearer and further; React's own wheel listener cannot keep the page still. @returns for the area over which it does */
export function useWheel(onTimes: (times: number) => void) {
  const area = useRef<HTMLDivElement>(null);
  const wheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    onTimes(1.0015 ** -event.deltaY);
  });
  useEffect(() => {
    const element = area.current;
    element?.addEventListener('wheel', wheel, { passive: false });
    return () => element?.removeEventListener('wheel', wheel);
  }, []);
  return area;
}
