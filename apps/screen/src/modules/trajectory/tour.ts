/**
 * The dock that the map shows by itself; null: all of them. An alarm has the map for as long as it is new, and then the
 * tour stands where it would have been without it.
 * @param docks oids in the order of the tour
 * @param tourEvery seconds for each view; null: no tour
 * @param at monotonic moment, ms
 * @param focus oid of the dock with a new alarm
 */
export const tourView = (
  docks: readonly string[],
  tourEvery: number | null,
  at: number,
  focus: string | null,
): string | null => {
  if (focus !== null && docks.includes(focus)) return focus;
  if (tourEvery === null) return null;
  const step = Math.floor(at / (tourEvery * 1_000)) % (docks.length + 1);
  return step === 0 ? null : (docks[step - 1] ?? null);
};
