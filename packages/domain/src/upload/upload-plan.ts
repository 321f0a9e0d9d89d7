/** What becomes of an upload: a file of results, or a layer of its tiles. */
export const uploadPurposes = ['media', 'orthophoto'] as const;
export type UploadPurpose = (typeof uploadPurposes)[number];

/** A run of bytes of a file. */
export interface UploadPart {
  readonly start: number;
  readonly length: number;
}

const endOf = ({ start, length }: UploadPart): number => start + length;

/**
 * Whether a part may be one of a file: it begins at a block, and ends at one or with the file.
 * @param block bytes of a block
 * @param most bytes of the largest part
 */
export const fitsFile = (part: UploadPart, size: number, block: number, most: number): boolean =>
  part.start >= 0 &&
  part.start % block === 0 &&
  part.length > 0 &&
  part.length <= most &&
  endOf(part) <= size &&
  (part.length % block === 0 || endOf(part) === size);

/** Whether two parts have a byte in common. */
export const overlap = (one: UploadPart, other: UploadPart): boolean =>
  one.start < endOf(other) && other.start < endOf(one);

/** What of a file is in none of some parts, from its start to its end. */
export const gapsOf = (size: number, parts: readonly UploadPart[]): UploadPart[] => {
  const gaps: UploadPart[] = [];
  let at = 0;
  for (const part of parts.toSorted((one, other) => one.start - other.start)) {
    if (part.start > at) gaps.push({ start: at, length: part.start - at });
    at = Math.max(at, endOf(part));
  }
  if (at < size) gaps.push({ start: at, length: size - at });
  return gaps;
};

/**
 * The next part to send; null: none is left.
 * @param taken parts that have arrived or are on their way
 * @param chunk bytes of a part, whole blocks
 */
export const nextPart = (size: number, taken: readonly UploadPart[], chunk: number): UploadPart | null => {
  const [gap] = gapsOf(size, taken);
  return gap ? { start: gap.start, length: Math.min(gap.length, chunk) } : null;
};

/** Bytes of some parts together. */
export const bytesIn = (parts: readonly UploadPart[]): number =>
  parts.reduce((sum, { length }) => sum + length, 0);
