/** Puts the named entries first, in that order, and leaves the others behind them in theirs. Names that are not there are skipped. */
export const putFirst = <Value>(entries: Map<string, Value>, ids: readonly string[]): void => {
  const named = ids.flatMap((id): [string, Value][] => {
    const value = entries.get(id);
    return value === undefined ? [] : [[id, value]];
  });
  for (const [id] of named) entries.delete(id);
  const others = [...entries];
  entries.clear();
  for (const [id, value] of [...named, ...others]) entries.set(id, value);
};
