import type { LiveSource } from '@eyrie/domain';

/** A browser has six connections to one server, and each picture by FLV holds one: calls need the rest. */
const mostPictures = 4;
/** Choices of the docks that were looked at last are kept. */
const mostKept = 50;

/** How pictures of docks are laid out in this browser. */
export interface PictureLayout {
  /** All cameras at once, up to four, and not one alone. */
  many: boolean;
  /** Of each dock the cameras beside its first picture, by their ids, in their places. */
  beside: Readonly<Record<string, readonly string[]>>;
}

/** What was kept, or one picture alone where that is no layout. */
export const layoutOf = (kept: unknown): PictureLayout => {
  const { many, beside } = (typeof kept === 'object' && kept !== null ? kept : {}) as Partial<PictureLayout>;
  return { many: many === true, beside: typeof beside === 'object' && beside !== null ? beside : {} };
};

/**
 * The cameras beside the first picture: those that were put there, in their places, as far as they exist now, then what else
 * there is.
 * @param first id of the camera of the first picture
 */
export const camerasBeside = (
  sources: readonly Pick<LiveSource, 'videoId'>[],
  first: string,
  kept: readonly string[] | undefined,
): string[] => {
  const there = sources.map(({ videoId }) => videoId).filter((videoId) => videoId !== first);
  const wanted = Array.isArray(kept) ? kept : [];
  return [...new Set([...wanted.filter((one) => there.includes(one)), ...there])].slice(0, mostPictures - 1);
};

/** Puts a camera in a place; where it stood before, then stands the one whose place it takes. */
export const putBeside = (beside: readonly string[], at: number, videoId: string): string[] =>
  beside.map((one, place) => {
    if (place === at) return videoId;
    return one === videoId ? (beside[at] ?? one) : one;
  });

/** The layout with what a person put beside the first picture of a dock. */
export const withBeside = (layout: PictureLayout, oid: string, beside: readonly string[]): PictureLayout => {
  const others = Object.entries(layout.beside).filter(([one]) => one !== oid);
  return { ...layout, beside: Object.fromEntries([...others.slice(1 - mostKept), [oid, beside]]) };
};
