import { movedPanel, placementFaults, resizedPanel, type PlacedPanel, type ScreenShape } from '@eyrie/domain';
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import { cornerMark, dragPanel } from './use-panel-drag.ts';

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export interface PanelGridProps {
  shape: ScreenShape;
  panels: readonly PlacedPanel[];
  change: (next: readonly PlacedPanel[]) => void;
}

/** A screen in small, on which panels are moved and resized by pointer and keyboard. */
export function PanelGrid({ shape, panels, change }: PanelGridProps): ReactNode {
  const text = useText();
  const hint = useId();
  const [moved, setMoved] = useState('');
  const faulty = new Set(placementFaults(panels).map(({ at }) => panels[at]?.panel));
  const wordsOf = ({ panel, column, row, width, height }: PlacedPanel): string =>
    text('cockpit.panelPlace', {
      panel: text(`cockpit.panel.${panel}`),
      column: column + 1,
      row: row + 1,
      width,
      height,
    });
  const put = (next: PlacedPanel): void => {
    const all = panels.map((one) => (one.panel === next.panel ? next : one));
    change(all);
    const over = placementFaults(all).some(({ at }) => all[at]?.panel === next.panel);
    setMoved(over ? `${wordsOf(next)} ${text('cockpit.panelOver')}` : wordsOf(next));
  };
  const remove = ({ panel }: PlacedPanel): void => {
    change(panels.filter((one) => one.panel !== panel));
    setMoved(text('cockpit.panelRemoved', { panel: text(`cockpit.panel.${panel}`) }));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, one: PlacedPanel): void => {
    const step = steps[event.key];
    if (!step && event.key !== 'Delete') return;
    event.preventDefault();
    if (!step) return remove(one);
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1;
    put((event.shiftKey ? resizedPanel : movedPanel)(one, step[0] * forward, step[1]));
  };
  return (
    <>
      <p id={hint}>{text('cockpit.arrangeHint')}</p>
      <div
        className={`arrange-grid arrange-${shape}`}
        role="group"
        aria-label={text(`cockpit.shape.${shape}`)}
      >
        {panels.map((one) => (
          <button
            key={one.panel}
            type="button"
            className={faulty.has(one.panel) ? 'arrange-panel arrange-faulty' : 'arrange-panel'}
            style={{
              gridColumn: `${one.column + 1} / span ${one.width}`,
              gridRow: `${one.row + 1} / span ${one.height}`,
            }}
            aria-label={wordsOf(one)}
            aria-describedby={hint}
            onKeyDown={(event) => onKeyDown(event, one)}
            onPointerDown={(event) => dragPanel(event, one, put)}
          >
            <bdi>{text(`cockpit.panel.${one.panel}`)}</bdi>
            <span className="arrange-corner" data-part={cornerMark} aria-hidden="true" />
          </button>
        ))}
      </div>
      <p role="status" aria-live="polite" className="arrange-said">
        {moved}
      </p>
    </>
  );
}
