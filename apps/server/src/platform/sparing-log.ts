import type { Log } from './log.ts';

/** One minute: how often the same is said of the same, and by how many lines of one text at the most. */
const every = 60_000;
const linesMost = 10;
const keysMost = 1_000;

/** Warns, or leaves it at counting. @param of whom it concerns */
export type SparingWarn = (of: string, facts: object, text: string) => void;

/**
 * Warnings that others can cause as often as they like, such as a device that sends nonsense: each text of each device
 * at once and then once a minute with how often, and only so many lines of one text a minute.
 */
export const createSparingWarn = (log: Pick<Log, 'warn'>, mono: () => number): SparingWarn => {
  const known = new Map<string, { at: number; unsaid: number }>();
  const lines = new Map<string, { since: number; count: number }>();
  return (of, facts, text) => {
    const now = mono();
    const key = `${text} ${of}`;
    const entry = known.get(key) ?? { at: -Infinity, unsaid: 0 };
    entry.unsaid += 1;
    known.delete(key);
    known.set(key, entry);
    const [oldest] = known.keys();
    if (known.size > keysMost && oldest !== undefined) known.delete(oldest);
    let line = lines.get(text);
    if (!line || now - line.since >= every) {
      line = { since: now, count: 0 };
      lines.set(text, line);
    }
    if (now - entry.at < every || line.count >= linesMost) return;
    line.count += 1;
    log.warn({ ...facts, ...(entry.unsaid > 1 ? { times: entry.unsaid } : {}) }, text);
    entry.at = now;
    entry.unsaid = 0;
  };
};
