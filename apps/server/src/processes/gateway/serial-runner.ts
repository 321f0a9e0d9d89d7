/** Turns of one piece of work, never two at once. Whoever asks during a turn gets another one after it. */
export const createSerialRunner = (work: () => Promise<void>) => {
  let running: Promise<void> | null = null;
  let again = false;
  let ended = false;

  const run = async (): Promise<void> => {
    if (ended) return;
    if (running) {
      again = true;
      return running;
    }
    running = work().finally(() => {
      running = null;
    });
    await running;
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
      await running?.catch(() => undefined);
    },
  };
};
