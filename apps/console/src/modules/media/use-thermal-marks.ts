import { insideGrid, type ThermalGrid, type ThermalPlace, type ThermalShape } from '@eyrie/domain';
import { useState, type KeyboardEvent, type PointerEvent } from 'react';

/** What is measured: a point, or from one place to another. */
export interface ThermalMark {
  number: number;
  shape: ThermalShape;
  from: ThermalPlace;
  to: ThermalPlace;
}

/** Most measurements on one picture. */
const most = 20;
const keys: Readonly<Record<string, readonly [across: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Where a pointer is, in pixels of the picture, at any zoom. */
const placeOf = (
  svg: SVGSVGElement | null,
  { clientX, clientY }: { clientX: number; clientY: number },
): ThermalPlace | null => {
  const matrix = svg?.getScreenCTM();
  if (!matrix) return null;
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
  return { x, y };
};

/**
 * Measures by pointer and keys: the cross, what is being drawn, and what was drawn. The cross is where the pointer is, and
 * where it was set last when that has left. @param onKeys where keys have moved it
 */
export function useThermalMarks(
  grid: ThermalGrid,
  shape: ThermalShape,
  onKeys: (place: ThermalPlace) => void,
) {
  const [marks, setMarks] = useState<readonly ThermalMark[]>([]);
  const [kept, setKept] = useState<ThermalPlace>({
    x: Math.floor(grid.width / 2),
    y: Math.floor(grid.height / 2),
  });
  const [under, setUnder] = useState<ThermalPlace | null>(null);
  const cross = under ?? kept;
  const [first, setFirst] = useState<ThermalPlace | null>(null);
  const add = (from: ThermalPlace, to: ThermalPlace): void => {
    setFirst(null);
    setMarks((all) => {
      const number = (all.at(-1)?.number ?? 0) + 1;
      return [...all.slice(1 - most), { number, shape, from, to }];
    });
  };
  /** Begins at a place, or ends there; a point has one place alone. */
  const set = (place: ThermalPlace): void => {
    if (shape === 'point') add(place, place);
    else if (first) add(first, place);
    else setFirst(place);
  };
  const at = (event: PointerEvent<SVGSVGElement>): ThermalPlace | null => {
    const place = placeOf(event.currentTarget, event);
    if (!place) return null;
    const inside = insideGrid(grid, place);
    setUnder(inside);
    return inside;
  };
  return {
    marks,
    cross,
    first,
    forget: () => setFirst(null),
    clear: () => setMarks([]),
    drop: (number: number) => setMarks((all) => all.filter((one) => one.number !== number)),
    pointer: {
      onPointerDown: (event: PointerEvent<SVGSVGElement>): void => {
        const place = event.button === 0 ? at(event) : null;
        if (!place) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setKept(place);
        set(place);
      },
      onPointerMove: (event: PointerEvent<SVGSVGElement>): void => void at(event),
      onPointerUp: (event: PointerEvent<SVGSVGElement>): void => {
        const place = at(event);
        if (place) setKept(place);
        // A click sets one corner, the next click the other; a drag sets both.
        if (first && place && (first.x !== place.x || first.y !== place.y)) add(first, place);
      },
      onPointerLeave: (): void => setUnder(null),
    },
    onKeyDown: (event: KeyboardEvent): void => {
      // With these the browser itself does something.
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const [across, down] = keys[event.key] ?? [];
      if (across !== undefined && down !== undefined) {
        const by = event.shiftKey ? 10 : 1;
        const next = insideGrid(grid, { x: cross.x + across * by, y: cross.y + down * by });
        setUnder(null);
        setKept(next);
        onKeys(next);
      } else if (event.key === 'Enter' || event.key === ' ') set(cross);
      else if (event.key === 'Escape' && first) setFirst(null);
      else return;
      // The page would go to the next photo, and the dialog would close.
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
