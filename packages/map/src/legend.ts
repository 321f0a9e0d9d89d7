/** What a layer of a map is, as its legend draws it. */
export const legendKinds = ['tiles', 'ground', 'model', 'points', 'vectors'] as const;
export type LegendKind = (typeof legendKinds)[number];

/** One line of a legend. */
export interface LegendEntry {
  readonly id: string;
  readonly label: string;
  readonly kind: LegendKind;
  /** CSS colours of vectors, each drawn as a symbol of its own; empty: drawn in the colour of the text. */
  readonly colours: readonly string[];
  /** Who asks to be named for it; may be empty. */
  readonly attribution: string;
}

/** Symbols on a field of 12 by 12, drawn with a line of 1.2. */
export const legendSymbols: Readonly<Record<LegendKind, string>> = {
  tiles: 'M1 1h10v10H1zM1 6h10M6 1v10',
  ground: 'M.5 10.5 4 4l2.5 4L8 6l3.5 4.5z',
  model: 'M6 .8 11 3.4v5.2L6 11.2 1 8.6V3.4zM1 3.4 6 6l5-2.6M6 6v5.2',
  points: 'M2 3h.1M6 1.5h.1M10 3.5h.1M4 6h.1M8 6.5h.1M2.5 9.5h.1M6 10.5h.1M10 9.5h.1',
  vectors: 'M1 10 3.5 2.5 11 1.5 9 10z',
};

/** More colours than these are no legend. */
export const legendColours = 6;
