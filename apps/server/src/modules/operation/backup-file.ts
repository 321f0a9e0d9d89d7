/** Name of a backup by the moment it was made, epoch milliseconds: in order of time, and safe everywhere. */
export const backupName = (at: number): string => `eyrie-${stamp(at)}.tar.zst`;

/** Name of a diagnosis file, in the same way. */
export const diagnosisName = (at: number): string => `eyrie-diagnosis-${stamp(at)}.zip`;

const stamp = (at: number): string => new Date(at).toISOString().replaceAll(/[-:]/g, '').replace('.', '-');

/** The moment in a file's name; null when it is none of ours. */
export function momentOf(name: string): number | null {
  const match = /(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)-(\d{3})Z/.exec(name);
  if (!match) return null;
  const [, year, month, day, hour, minute, second, ms] = match.map(Number) as [0, ...number[]];
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second, ms);
}
