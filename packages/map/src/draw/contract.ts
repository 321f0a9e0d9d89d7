import type { Place } from '@eyrie/geometry';

/** What can be drawn by hand: a corridor is a line, and how wide it is is typed. */
export type DrawKind = 'point' | 'line' | 'polygon' | 'circle';

/** A shape as it was drawn; of a polygon its edge without a closing place. Radius in metres. */
export interface DrawnShape {
  readonly type: DrawKind;
  readonly places: readonly Place[];
  readonly radius?: number | undefined;
}

export interface DrawTool {
  /** The pointer draws a new shape from now on, instead of what there is. */
  draw(kind: DrawKind): void;
  /** Shows a shape with handles to change it; null takes it away. */
  show(shape: DrawnShape | null): void;
  /** Places that a gesture near them falls on. */
  snapTo(places: readonly Place[]): void;
  dispose(): void;
}

export interface DrawOptions {
  /** `#RRGGBB`. */
  readonly colour: `#${string}`;
  /** Once a gesture has ended: a shape was drawn, a place moved, put in or taken out. */
  readonly onDrawn: (shape: DrawnShape) => void;
}
