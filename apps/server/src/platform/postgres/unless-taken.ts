/**
 * Waits for a change of something that the tables hold unique, also against a change at the same time.
 * @param constraint the only one that counts; missing: any
 * @throws what `taken` makes, when another row has the same value
 */
export const unlessTaken = async <T>(
  work: Promise<T>,
  taken: () => Error,
  constraint?: string,
): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    const failed = error as { code?: string; constraint?: string };
    if (failed.code === '23505' && (constraint === undefined || failed.constraint === constraint))
      throw taken();
    throw error;
  }
};
