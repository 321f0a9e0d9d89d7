/** The numbers of a version such as `10.01.0312`; null for one that is written otherwise and cannot be compared. */
const numbersOf = (version: string): number[] | null =>
  /^v?\d{1,9}(\.\d{1,9}){0,7}$/i.test(version) ? version.replace(/^v/i, '').split('.').map(Number) : null;

const compareNumbers = (a: readonly number[], b: readonly number[]): number => {
  const at = Array.from({ length: Math.max(a.length, b.length) }, (_, place) => place).find(
    (place) => (a[place] ?? 0) !== (b[place] ?? 0),
  );
  return at === undefined ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
};

/** The newest of these versions; null where none can be compared. */
export const newestFirmware = (versions: readonly string[]): string | null => {
  const known = versions.flatMap((version) => {
    const numbers = numbersOf(version);
    return numbers ? [{ version, numbers }] : [];
  });
  return known.toSorted((a, b) => compareNumbers(b.numbers, a.numbers))[0]?.version ?? null;
};

/** Things with a version, the newest first; those that cannot be compared come last, as they stood. */
export const newestFirst = <Thing>(things: readonly Thing[], versionOf: (thing: Thing) => string): Thing[] =>
  things
    .map((thing) => ({ thing, numbers: numbersOf(versionOf(thing)) }))
    .toSorted((a, b) =>
      a.numbers && b.numbers
        ? compareNumbers(b.numbers, a.numbers)
        : Number(a.numbers === null) - Number(b.numbers === null),
    )
    .map(({ thing }) => thing);

/** Whether two versions are the same one, however they are padded. What is not known is the same as nothing. */
export const sameFirmware = (one: string | null, other: string | null): boolean => {
  if (one === null || other === null) return false;
  const [first, second] = [numbersOf(one), numbersOf(other)];
  return first && second ? compareNumbers(first, second) === 0 : one === other;
};

/** Whether a device runs an older firmware than another of its model. What cannot be compared is not behind. */
export const isBehind = (firmware: string | null, latest: string | null): boolean => {
  const own = firmware === null ? null : numbersOf(firmware);
  const newest = latest === null ? null : numbersOf(latest);
  return own !== null && newest !== null && compareNumbers(own, newest) < 0;
};
