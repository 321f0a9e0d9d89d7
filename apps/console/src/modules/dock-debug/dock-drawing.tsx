import type { DockStatus } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';

type Cover = NonNullable<DockStatus['coverState']> | 'unknown';

/** How far each half of the cover is turned up, degrees. A cover that stands abnormally is drawn nowhere near closed. */
const angles: Readonly<Record<Cover, number>> = {
  closed: 0,
  open: 105,
  halfOpen: 50,
  abnormal: 50,
  unknown: 0,
};

/** What the drawing shows, in words. */
const useWords = ({ coverState, putterState, droneInDock, supplementLight, tools }: DockStatus): string => {
  const text = useText();
  const said = [
    coverState && text('dockDebug.drawing.cover', { state: text(`dock.coverState.${coverState}`) }),
    putterState && text('dockDebug.drawing.rods', { state: text(`dock.putterState.${putterState}`) }),
    droneInDock === null ? null : text(`dockDebug.drawing.${droneInDock ? 'inside' : 'outside'}`),
    supplementLight === true ? text('dockDebug.drawing.light') : null,
    tools.alarm === true ? text('dockDebug.drawing.alarm') : null,
  ].filter((one) => one !== null);
  return said.length === 0 ? text('dockDebug.drawing.unknown') : said.join(text('monitor.listComma'));
};

const marks = (status: DockStatus, cover: Cover, old: boolean): string =>
  [
    'dock-drawing',
    ...(old ? ['dock-drawing-old'] : []),
    ...(cover === 'unknown' ? ['dock-drawing-unknown'] : []),
    ...(cover === 'abnormal' ? ['dock-drawing-wrong'] : []),
    ...(status.tools.alarm === true ? ['dock-drawing-alarm'] : []),
  ].join(' ');

function Aircraft({ powered }: { powered: boolean }): ReactNode {
  return (
    <g className={powered ? 'dock-drawing-drone dock-drawing-on' : 'dock-drawing-drone'}>
      <path d="M84 74h32v7H84z" />
      <path d="M64 70h72M64 66v6M136 66v6" fill="none" />
      <path d="M52 66h24M124 66h24" fill="none" />
      <circle cx="100" cy="84" r="4" />
    </g>
  );
}

/**
 * The dock from the side, as it reports itself: cover, rods, aircraft, light and alarm. It moves from one report to the next, and
 * stands still once the newest is old.
 * @param age of the report in words where it is old; null: it holds
 */
export function DockDrawing({ status, age }: { status: DockStatus; age: string | null }): ReactNode {
  const text = useText();
  const { coverState, putterState, droneInDock, dronePowered, supplementLight, tools } = status;
  const cover: Cover = coverState ?? 'unknown';
  const words = useWords(status);
  const state = age === null ? words : text('dockDebug.drawing.old', { state: words, age });
  const angle = angles[cover];
  const apart = putterState === 'extended' ? 26 : putterState === 'closed' ? 0 : 13;
  return (
    <svg
      className={marks(status, cover, age !== null)}
      viewBox="0 0 200 130"
      role="img"
      aria-label={text('dockDebug.drawing', { state })}
      data-cover={cover}
    >
      {supplementLight === true ? <path className="dock-drawing-light" d="M100 8 30 96h140z" /> : null}
      {droneInDock === false ? null : <Aircraft powered={dronePowered === true} />}
      {putterState === null ? null : (
        <g className="dock-drawing-rods">
          <path d="M58 78h6v14h-6z" style={{ transform: `translateX(${-apart / 2}px)` }} />
          <path d="M136 78h6v14h-6z" style={{ transform: `translateX(${apart / 2}px)` }} />
        </g>
      )}
      <path className="dock-drawing-box" d="M28 92h144v28H28z" />
      <g className="dock-drawing-cover">
        <path
          d="M28 92V58h72v6H34v28z"
          style={{ transform: `rotate(${-angle}deg)`, transformOrigin: '28px 92px' }}
        />
        <path
          d="M172 92V58h-72v6h66v28z"
          style={{ transform: `rotate(${angle}deg)`, transformOrigin: '172px 92px' }}
        />
      </g>
      <circle className="dock-drawing-beacon" cx="160" cy="106" r="5" data-on={tools.alarm === true} />
    </svg>
  );
}
