export const limits = {
  notification: {
    keepDays: 90,
    /** Members that one statement notifies; of more, those behind follow in further ones. */
    membersAtOnce: 5_000,
    publishAtOnce: 50,
    /** Rows of the list that are asked for at once. */
    page: 50,
    /** A device that tries again and again is reported this often. */
    twinAgain: 60_000,
    /** So is a clock that stays wrong. */
    clockAgain: 6 * 3_600_000,
  },
} as const;
