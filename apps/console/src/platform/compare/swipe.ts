/** How far one press of an arrow key moves the edge, and one of a page key. Shares of the width. */
const steps = { arrow: 0.02, page: 0.1 };

/** A share of a width, 0 at the side where reading begins. */
export const shareAt = (
  x: number,
  { left, width }: { left: number; width: number },
  isRtl: boolean,
): number => {
  if (width <= 0) return 0;
  const share = Math.min(Math.max((x - left) / width, 0), 1);
  return isRtl ? 1 - share : share;
};

/**
 * Where the edge between two pictures stands after a key.
 * @returns null: the key does not move it
 */
export const shareAfter = (key: string, share: number, isRtl: boolean): number | null => {
  const forward = isRtl ? 'ArrowLeft' : 'ArrowRight';
  const back = isRtl ? 'ArrowRight' : 'ArrowLeft';
  const by: Record<string, number> = {
    [forward]: steps.arrow,
    [back]: -steps.arrow,
    PageUp: steps.page,
    PageDown: -steps.page,
    Home: -1,
    End: 1,
  };
  const step = by[key];
  return step === undefined ? null : Math.min(Math.max(share + step, 0), 1);
};

/** What of the upper picture is seen when the lower one lies before the edge. */
export const clipOf = (share: number, isRtl: boolean): string =>
  isRtl ? `inset(0 ${share * 100}% 0 0)` : `inset(0 0 0 ${share * 100}%)`;
