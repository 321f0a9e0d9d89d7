import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

const [first, least] = [640, 200];

/** CSS pixels of the frame that a chart fills, so that its figures keep their size. */
export const useWidth = (): { frame: RefObject<HTMLDivElement | null>; width: number } => {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number>(first);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setWidth(Math.max(least, Math.floor(element.clientWidth))));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { frame, width };
};
