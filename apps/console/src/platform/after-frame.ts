import { useEffect, useState } from 'react';

/** Does something once what has been rendered stands on the screen. @returns a function that leaves it undone */
export const afterFrame = (work: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(work);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
};

/** False in the first picture of a component: what only adorns it would hold it up. */
export const useAfterFrame = (): boolean => {
  const [after, setAfter] = useState(false);
  useEffect(() => afterFrame(() => setAfter(true)), []);
  return after;
};
