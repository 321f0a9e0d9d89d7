/** What keeps commands from being taken. Named parts are set by whoever watches them. */
export const createReadiness = () => {
  const missing = new Map<string, () => boolean>();
  return {
    /** `fine` is asked each time: nothing here is remembered from a better moment. */
    need(name: string, fine: () => boolean): void {
      missing.set(name, fine);
    },
    missing: (): string[] => [...missing].filter(([, fine]) => !fine()).map(([name]) => name),
  };
};
export type Readiness = ReturnType<typeof createReadiness>;

/** Resolves once nothing is missing. */
export const untilReady = async (missing: () => string[]): Promise<void> => {
  while (missing().length > 0) await new Promise((resolve) => setTimeout(resolve, 50));
};
