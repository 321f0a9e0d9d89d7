import { useCallback, useState, type PointerEvent } from 'react';

export interface Offset {
  x: number;
  y: number;
}
export interface Box {
  left: number;
  top: number;
  width: number;
}

const handle = 48;

/**
 * Where a box may be moved to: its head stays within the window, so that it can always be taken hold of again.
 * `box` is where it stands without offset, px.
 */
export const clampInside = (wanted: Offset, box: Box, width: number, height: number): Offset => ({
  x: Math.min(Math.max(wanted.x, handle - box.left - box.width), width - handle - box.left),
  y: Math.min(Math.max(wanted.y, -box.top), height - handle - box.top),
});

export interface Drag {
  offset: Offset;
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
}

/** Moves the closest dialog by the element that gets `onPointerDown`. */
export const useDrag = (): Drag => {
  const [offset, setOffset] = useState<Offset>({ x: 0, y: 0 });
  const onPointerDown = useCallback(
    (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || (event.target as HTMLElement).closest('button')) return;
      const head = event.currentTarget;
      const shown = head.closest('[role=dialog], [role=alertdialog]')?.getBoundingClientRect();
      if (!shown) return;
      const from = { x: event.clientX - offset.x, y: event.clientY - offset.y };
      const box = { left: shown.left - offset.x, top: shown.top - offset.y, width: shown.width };
      head.setPointerCapture(event.pointerId);
      const move = (at: globalThis.PointerEvent): void =>
        setOffset(
          clampInside({ x: at.clientX - from.x, y: at.clientY - from.y }, box, innerWidth, innerHeight),
        );
      const end = (): void => {
        head.removeEventListener('pointermove', move);
        head.removeEventListener('pointerup', end);
        head.removeEventListener('pointercancel', end);
      };
      head.addEventListener('pointermove', move);
      head.addEventListener('pointerup', end);
      head.addEventListener('pointercancel', end);
    },
    [offset],
  );
  return { offset, onPointerDown };
};
