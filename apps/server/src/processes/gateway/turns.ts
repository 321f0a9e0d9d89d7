/** Turns of one piece of work, never two at once. Whoever asks during a turn gets another one after it. */
export const createTurns = (turn: () => Promise<void>) => {
  let passing: Promise<void> | null = null;
  let again = false;
  let ended = false;

  const run = async (): Promise<void> => {
    if (ended) return;
    if (passing) {
      again = true;
      return passing;
    }
    passing = turn().finally(() => {
      passing = null;
    });
    await passing;
    if (again) {
      again = false;
      await run();
    }
  };

  return {
    /** @throws what the turn throws; another one may be asked for at any time */
    run,
    /** Waits for the turn that is under way; no other begins after it. */
    async end(): Promise<void> {
      ended = true;
      await passing?.catch(() => undefined);
    },
  };
};
