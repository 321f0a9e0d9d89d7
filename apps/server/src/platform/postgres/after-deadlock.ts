const isDeadlock = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '40P01';

/**
 * Two transactions waited for each other and the database let one go. Nothing of it was stored, so it is done again.
 * @param transaction does nothing outside the database
 */
export const againAfterDeadlock = async <T>(transaction: () => Promise<T>, tries = 3): Promise<T> => {
  for (let left = tries - 1; ; left -= 1)
    try {
      return await transaction();
    } catch (error) {
      if (!isDeadlock(error) || left === 0) throw error;
    }
};
