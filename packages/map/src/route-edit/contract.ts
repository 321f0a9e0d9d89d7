import type { Place } from '@eyrie/geometry';
import type { MapTheme } from '../contract.ts';

/** point: of a route, by number. middle: puts one in between. corner: of an area or a line. centre: of what is circled. edge: how far around it. */
export type HandleKind = 'point' | 'middle' | 'corner' | 'centre' | 'edge';

/** A place that the pointer may take hold of. */
export interface RouteHandle extends Place {
  /** Unique among all handles of the tool. */
  readonly id: string;
  readonly kind: HandleKind;
  /** A few characters within it. */
  readonly badge?: string;
  /** Something is wrong here. */
  readonly alarm?: boolean;
}

/** Keys that were held with a click. */
export interface HeldKeys {
  /** Control, or Command on a Mac: one more, or one less. */
  readonly more: boolean;
  /** Shift: all up to here. */
  readonly upTo: boolean;
}

export interface HandleListener {
  /** A click without a drag; null: beside all handles. */
  readonly onClick: (place: Place, id: string | null, keys: HeldKeys) => void;
  /** Two clicks at one place; true: the map is not to zoom. */
  readonly onDoubleClick: (place: Place, id: string | null) => boolean;
  /** A drag has ended: one gesture, however many moves it had. */
  readonly onMoved: (id: string, place: Place) => void;
  /** While a handle is dragged; null: it is let go. */
  readonly onDragging?: (id: string, place: Place | null) => void;
  readonly onHover?: (id: string | null) => void;
  /** Secondary click or long press; x and y in CSS pixels from the left top of the window. */
  readonly onMenu: (place: Place, id: string | null, at: { x: number; y: number }) => void;
  /** Places to which lines are drawn from a handle while it is dragged. */
  readonly tiesOf: (id: string) => readonly Place[];
}

export interface HandleOptions extends HandleListener {
  readonly theme: MapTheme;
  /** For fingers: larger handles, found from further away. */
  readonly touch?: boolean;
}

export interface HandleTool {
  /** Replaces all handles. Those that lie later are found first. */
  set(handles: readonly RouteHandle[]): void;
  select(ids: ReadonlySet<string>): void;
  /** Lines run from these places to the pointer; empty: none. */
  rubber(from: readonly Place[]): void;
  setTheme(theme: MapTheme): void;
  dispose(): void;
}
