/** Docks are registered by the hundred too: one question answers all changes of a second. */
const settle = 1_000;

/** Asks once for docks that were added, renamed or deleted elsewhere, a moment after the first of a row of changes. */
export const followDocks = (ask: () => void): { changed(): void; stop(): void } => {
  let timer: ReturnType<typeof setTimeout> | null = null;
  return {
    changed() {
      timer ??= setTimeout(() => {
        timer = null;
        ask();
      }, settle);
    },
    stop() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  };
};
