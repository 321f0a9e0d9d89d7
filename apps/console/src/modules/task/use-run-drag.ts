import type { CalendarRun } from '@eyrie/domain';
import { useRef, useState, type PointerEvent } from 'react';
import { dateIn, minuteIn } from '../../platform/format.ts';
import { minuteAt, wallMovedBy } from './calendar-span.ts';
import { comesAt } from './run-change.tsx';

/** A run under the pointer. */
export interface RunDrag {
  run: CalendarRun;
  /** Where it would come if it were dropped; null: nowhere else. */
  to: string | null;
  x: number;
  y: number;
}

/** So far a pointer moves before it drags and no longer clicks, px. */
const slack = 6;

/** The time of a run at a place of the page: in the view of one day by the minute, else on another day. */
const placeOf = (run: CalendarRun, { x, y }: { x: number; y: number }, timeZone: string): string | null => {
  const cell = document.elementFromPoint(x, y)?.closest<HTMLElement>('td[data-date]');
  const date = cell?.dataset['date'];
  if (!cell || !date) return null;
  const from = { date: dateIn(run.at, timeZone), minute: minuteIn(run.at, timeZone) };
  const { left, right, width } = cell.getBoundingClientRect();
  const along = getComputedStyle(cell).direction === 'rtl' ? right - x : x - left;
  const minute = cell.dataset['hours'] === undefined ? from.minute : minuteAt(along / width);
  const to = wallMovedBy(comesAt(run), from, { date, minute });
  return to === comesAt(run) ? null : to;
};

/** Drags runs of the calendar with a mouse or a pen; a finger scrolls, and keys open the run. */
export const useRunDrag = (timeZone: string, onDrop: (run: CalendarRun, to: string) => void) => {
  const [drag, setDrag] = useState<RunDrag | null>(null);
  const dragged = useRef(false);

  const begin = (run: CalendarRun, event: PointerEvent): void => {
    dragged.current = false;
    if (run.state !== 'planned' || event.pointerType === 'touch' || event.button !== 0) return;
    const start = { x: event.clientX, y: event.clientY };
    const listening = new AbortController();
    const end = (): void => {
      listening.abort();
      setDrag(null);
      // The click of the same press comes before that, a later one by the keyboard after it.
      setTimeout(() => (dragged.current = false));
    };
    const follow = ({ clientX: x, clientY: y }: { clientX: number; clientY: number }): void => {
      if (!dragged.current && Math.hypot(x - start.x, y - start.y) < slack) return;
      dragged.current = true;
      setDrag({ run, to: placeOf(run, { x, y }, timeZone), x, y });
    };
    const drop = ({ clientX: x, clientY: y }: { clientX: number; clientY: number }): void => {
      const to = dragged.current ? placeOf(run, { x, y }, timeZone) : null;
      end();
      if (to !== null) onDrop(run, to);
    };
    const { signal } = listening;
    window.addEventListener('pointermove', follow, { signal });
    window.addEventListener('pointerup', drop, { signal });
    window.addEventListener('pointercancel', end, { signal });
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(), { signal });
  };
  return {
    drag,
    begin,
    /** Whether the press that ends now was no click. */
    wasDragged: (): boolean => dragged.current,
  };
};
