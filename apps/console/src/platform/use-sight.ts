import { useState } from 'react';

const zoomMost = 32;

/** What is seen of the picture. */
export const useSight = () => {
  const [sight, setSight] = useState<{ zoom: number; middle?: { x: number; y: number } }>({ zoom: 1 });
  const [isHidden, setHidden] = useState(false);
  return {
    ...sight,
    isHidden,
    hide: () => setHidden((before) => !before),
    fit: () => setSight({ zoom: 1 }),
    by: (factor: number, about?: { x: number; y: number }) =>
      setSight(({ zoom, middle = about }) => {
        const next = Math.min(Math.max(zoom * factor, 1), zoomMost);
        return next === 1 || !middle ? { zoom: next } : { zoom: next, middle };
      }),
    move: (middle: { x: number; y: number }) => setSight(({ zoom }) => ({ zoom, middle })),
  };
};
