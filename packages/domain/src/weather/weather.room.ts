export const limits = {
  weather: {
    /** Longest wait for an outside provider, ms, and the longest answer, bytes. */
    answer: 3_000,
    bodyBytes: 1_000_000,
    /** What a provider said counts as fresh for so long, and a failed question is asked again after, ms. */
    freshFor: 600_000,
    againAfter: 60_000,
    /** A forecast by the hour counts for so long, reaches so far, and is asked for so many places in one pass. */
    forecastFor: 3_600_000,
    forecastReach: 72 * 3_600_000,
    forecastAsked: 3,
    /** Docks near a place whose own sensors are shown. */
    docks: 5,
    /** Places that one answer asks the provider for. */
    asked: 3,
    /** Docks in one answer. */
    answered: 5_000,
    /** Directions that an aircraft reported are shown for so long, ms. */
    directionFor: 60_000,
  },
} as const;
