import type { FloatingText, SearchlightState } from '@eyrie/domain';

interface Numbered {
  psdkIndex: number;
}

/** Those that are kept, with one in its place: each has its number once, and the numbers rise. */
const replaced = <One extends Numbered>(kept: readonly One[], one: One): One[] =>
  [...kept.filter(({ psdkIndex }) => psdkIndex !== one.psdkIndex), one].toSorted(
    (a, b) => a.psdkIndex - b.psdkIndex,
  );

/** Takes what a searchlight says of itself. A figure that it leaves out stays as it reported it last. */
export const withSearchlight = (
  kept: readonly SearchlightState[],
  reported: SearchlightState,
): SearchlightState[] => {
  const before = kept.find(({ psdkIndex }) => psdkIndex === reported.psdkIndex);
  if (!before) return replaced(kept, reported);
  const known = Object.fromEntries(Object.entries(reported).filter(([, value]) => value !== null));
  return replaced(kept, { ...before, ...known });
};

/** Another device has this number by its own word. */
export const withoutSearchlight = (
  kept: readonly SearchlightState[],
  psdkIndex: number,
): SearchlightState[] => kept.filter((one) => one.psdkIndex !== psdkIndex);

/** Takes what a payload device wrote into its window; it is forgotten once that is empty. */
export const withFloatingText = (kept: readonly FloatingText[], reported: FloatingText): FloatingText[] =>
  reported.text.trim() === ''
    ? kept.filter(({ psdkIndex }) => psdkIndex !== reported.psdkIndex)
    : replaced(kept, reported);
