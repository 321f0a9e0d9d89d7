import { movedPanel, panelGrid, resizedPanel, type PlacedPanel } from '@eyrie/domain';
import type { PointerEvent } from 'react';

/** Mark of the corner by which a panel is made larger: data attribute. */
export const cornerMark = 'corner';

/**
 * Moves a panel by the pointer, or makes it larger by its corner, in whole cells of the grid that it stands in.
 * @param place where the panel stands when it is taken
 * @param change is given each new place
 */
export const dragPanel = (
  event: PointerEvent<HTMLElement>,
  place: PlacedPanel,
  change: (next: PlacedPanel) => void,
): void => {
  const taken = event.currentTarget;
  const grid = taken.parentElement?.getBoundingClientRect();
  if (event.button !== 0 || !grid) return;
  const byCorner = event.target instanceof HTMLElement && event.target.dataset['part'] === cornerMark;
  const forward = getComputedStyle(taken).direction === 'rtl' ? -1 : 1;
  const from = { x: event.clientX, y: event.clientY };
  taken.setPointerCapture(event.pointerId);
  const follow = ({ clientX, clientY }: globalThis.PointerEvent): void => {
    const columns = Math.round(((clientX - from.x) * forward * panelGrid.columns) / grid.width);
    const rows = Math.round(((clientY - from.y) * panelGrid.rows) / grid.height);
    change((byCorner ? resizedPanel : movedPanel)(place, columns, rows));
  };
  const ended = new AbortController();
  const { signal } = ended;
  taken.addEventListener('pointermove', follow, { signal });
  for (const end of ['pointerup', 'pointercancel', 'lostpointercapture'])
    taken.addEventListener(end, () => ended.abort(), { signal });
};
