export const limits = {
  search: {
    /** Letters of what is searched for. */
    wordMost: 64,
    /** Records of a kind in one answer. */
    ofKindMost: 6,
    /** Records that hold a word somewhere within, of which the best are answered. */
    withinMost: 300,
    /** Tasks, docks, aircraft and routes, of each, whose flights are looked for. */
    namesOfFlightsMost: 20,
    /** How long the typing rests before the server is asked, ms. */
    settle: 200,
  },
} as const;
