import type { ReportStep } from '@eyrie/domain';
import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';
import { keepPlace, placeBefore, placeHere, recordPlace } from './kept-report.ts';

/** The step at which a report was left, here or before a reload; null: none is known, or not yet. */
export const useLeftStep = (owner: string, oid: string | null): ReportStep | null => {
  const [found, setFound] = useState<{ oid: string; step: ReportStep } | null>(null);
  useEffect(() => {
    if (oid === null) return undefined;
    let isShown = true;
    void placeBefore(owner, oid).then((place) => {
      if (isShown && place) setFound({ oid, step: place.step });
    });
    return () => {
      isShown = false;
    };
  }, [owner, oid]);
  if (oid === null) return null;
  return placeHere(owner, oid)?.step ?? (found?.oid === oid ? found.step : null);
};

/** What moves a page by a person's will; a page that grows moves too. */
const hands = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls a step to where it was left once it is tall enough for that, and remembers where it stands from then on.
 * @param isReady whether the step stands there
 */
export function useKeptScroll(
  page: RefObject<HTMLElement | null>,
  { owner, oid, step, isReady }: { owner: string; oid: string; step: ReportStep; isReady: boolean },
): void {
  // Before the page is taken away, which would scroll it to its top.
  useLayoutEffect(() => {
    const content = page.current;
    const scroller = content?.closest<HTMLElement>('.layout-page');
    if (!isReady || !content || !scroller) return undefined;
    let wanted: number | null = placeHere(owner, oid)?.scroll[step] ?? 0;
    const restore = (): void => {
      if (wanted === null) return;
      scroller.scrollTop = wanted;
      if (Math.abs(scroller.scrollTop - wanted) <= 1) wanted = null;
    };
    const take = (): void => {
      wanted = null;
    };
    const moved = (): void => {
      if (wanted === null) recordPlace(owner, oid, step, scroller.scrollTop);
    };
    const keep = (): void => void keepPlace(owner, oid);
    recordPlace(owner, oid, step, wanted);
    const growth = new ResizeObserver(restore);
    growth.observe(content);
    restore();
    scroller.addEventListener('scroll', moved);
    for (const hand of hands) scroller.addEventListener(hand, take, { passive: true });
    window.addEventListener('pagehide', keep);
    document.addEventListener('visibilitychange', keep);
    return () => {
      growth.disconnect();
      scroller.removeEventListener('scroll', moved);
      for (const hand of hands) scroller.removeEventListener(hand, take);
      window.removeEventListener('pagehide', keep);
      document.removeEventListener('visibilitychange', keep);
      keep();
    };
  }, [page, owner, oid, step, isReady]);
}
