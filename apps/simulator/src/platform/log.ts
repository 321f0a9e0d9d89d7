export type Log = (event: string, fields?: Record<string, unknown>) => void;

/** One JSON line per event on standard output. */
export const jsonLog: Log = (event, fields = {}) => {
  process.stdout.write(
    `${JSON.stringify({ time: new Date().toISOString(), part: 'simulator', event, ...fields })}\n`,
  );
};

export const silentLog: Log = () => {};
