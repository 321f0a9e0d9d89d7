declare module 'subset-font' {
  /** A font with only the glyphs that a text needs. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      targetFormat: 'woff2';
      variationAxes: Record<string, { min: number; max: number; default: number }>;
    },
  ): Promise<Uint8Array<ArrayBuffer>>;
}
