/** Runs one piece of work, never twice at once. A request during a run gets one more run after it. */
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
    /** @throws what the work throws; another run may be requested at any time */
    run,
    /** Waits for the present run; no other begins after it. */
    async end(): Promise<void> {
      ended = true;
      await running?.catch(() => undefined);
    },
  };
};
