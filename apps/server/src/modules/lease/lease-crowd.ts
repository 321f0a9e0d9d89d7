import { isDatabaseDown } from '../../platform/postgres/index.ts';

/**
 * Many who ask for one lease wait for its row, some longer than the database lets a statement wait. They lost to somebody:
 * that is what they are told, as soon as it can be read, and not that the database is away.
 * @param refuseIfHeld throws the refusal where somebody else has the lease by now
 * @throws what the work throws where nobody has it
 */
export const orWhoHasIt = async <T>(
  work: () => Promise<T>,
  refuseIfHeld: () => Promise<void>,
): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (isDatabaseDown(error)) await refuseIfHeld();
    throw error;
  }
};
