/** What an address says after its `?`, and how it is changed. */
export interface QueryAddress {
  /** As the address stands now, not as it was when a page was drawn. */
  read: () => string;
  /** Resolves when the address has it. */
  go: (query: URLSearchParams) => Promise<void>;
}

/**
 * Changes of a query one upon the other. A router takes a change some time after it was asked for, and gives up one that
 * another overtakes, so each starts from the newest that is under way and not from what the page shows.
 */
export const createQueryChanges = () => {
  let ahead: URLSearchParams | null = null;
  return async (
    { read, go }: QueryAddress,
    change: (before: URLSearchParams) => URLSearchParams,
  ): Promise<void> => {
    const after = change(new URLSearchParams(ahead ?? read()));
    ahead = after;
    try {
      await go(after);
    } finally {
      if (ahead === after) ahead = null;
    }
  };
};
