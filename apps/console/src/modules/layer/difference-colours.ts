/** Colours from much lower over unchanged to much higher, by shares of the largest difference. */
const stops = [
  [-1, [178, 24, 43]],
  [-0.5, [239, 138, 98]],
  [0, [247, 247, 247]],
  [0.5, [103, 169, 207]],
  [1, [33, 102, 172]],
] as const;

/** The shares that the legend names. */
export const legendShares = stops.map(([share]) => share);

/** The colour of a share between -1 and 1, each part 0 to 255. */
export const differenceColour = (share: number): [number, number, number] => {
  const held = Math.min(1, Math.max(-1, share));
  const at = Math.min(
    stops.length - 2,
    stops.findLastIndex(([from]) => from <= held),
  );
  const [[from, low], [to, high]] = [stops[at] ?? stops[0], stops[at + 1] ?? stops[4]];
  const along = (held - from) / (to - from);
  return [0, 1, 2].map((band) =>
    Math.round((low[band] ?? 0) + ((high[band] ?? 0) - (low[band] ?? 0)) * along),
  ) as [number, number, number];
};

/** Metres that the strongest colour stands for: the larger of both ends, and never less than a hand’s breadth. */
export const differenceSpan = (lowest: number | null, highest: number | null): number =>
  Math.max(0.1, Math.abs(lowest ?? 0), Math.abs(highest ?? 0));

/** The numbers of a difference as they are sent: 32-bit fractions, low byte first, as base64. */
export const differenceValues = (base64: string): Float32Array => {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);
  return new Float32Array(bytes.buffer);
};

/** RGBA of a difference, row by row; what is not known is clear, and what hardly changed shines through. */
export const differencePixels = (values: Float32Array, span: number): Uint8ClampedArray<ArrayBuffer> => {
  const pixels = new Uint8ClampedArray(values.length * 4);
  for (const [at, value] of values.entries()) {
    if (Number.isNaN(value)) continue;
    pixels.set(differenceColour(value / span), at * 4);
    pixels[at * 4 + 3] = 120 + Math.round(Math.min(1, Math.abs(value / span) * 4) * 110);
  }
  return pixels;
};
