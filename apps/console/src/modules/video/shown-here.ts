/** One picture of a page among the others. */
export interface ShownHere {
  /** @param videoId the camera that it is to show; null: it chooses by itself */
  wants(videoId: string | null): void;
  shows(videoId: string): void;
  /** It shows this camera no more. @returns whether no other picture of the page shows it, or is about to */
  leaves(videoId: string): boolean;
  close(): void;
}

/**
 * What the pictures of one page show. The server counts a page once for each camera, so one of its pictures takes leave of
 * a camera only when no other needs it.
 */
export const createShownHere = (): { open(): ShownHere } => {
  const pictures = new Set<{ wanted: string | null; shown: string | null }>();
  return {
    open: () => {
      const own = { wanted: null as string | null, shown: null as string | null };
      pictures.add(own);
      return {
        wants: (videoId) => {
          own.wanted = videoId;
        },
        shows: (videoId) => {
          own.shown = videoId;
        },
        leaves: (videoId) => {
          if (own.shown === videoId) own.shown = null;
          return ![...pictures].some(
            (one) => one !== own && (one.wanted === videoId || one.shown === videoId),
          );
        },
        close: () => {
          pictures.delete(own);
        },
      };
    },
  };
};
