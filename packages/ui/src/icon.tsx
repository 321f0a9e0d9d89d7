import type { ReactNode } from 'react';

/** Outlines on a field of 20 by 20, drawn with a line of 1.5. */
const outlines = {
  chart: 'M3 17h14M5.5 17v-5M10 17V5M14.5 17V9',
  map: 'M2.5 5.5 7.5 3l5 2.5 5-2.5v11.5l-5 2.5-5-2.5-5 2.5zM7.5 3v11.5M12.5 5.5V17',
  route:
    'M4.5 17a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM15.5 7a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM6.5 15H13a3 3 0 0 0 0-6H7a3 3 0 0 1 0-6h6.5',
  calendar: 'M3 5.5h14V17H3zM3 9h14M6.5 3v4M13.5 3v4M7 12.5h2M11 12.5h2',
  person: 'M10 10a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM3.5 17.5c.6-3.2 3.2-5 6.5-5s5.9 1.8 6.5 5',
  window: 'M8 4H4v12h12v-4M11 3h6v6M17 3l-8 8',
  language:
    'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15ZM2.5 10h15M10 2.5c2.4 2.4 3 4.9 3 7.5s-.6 5.1-3 7.5c-2.4-2.4-3-4.9-3-7.5s.6-5.1 3-7.5Z',
  sun: 'M10 13.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM10 1.8v1.7M10 16.5v1.7M1.8 10h1.7M16.5 10h1.7M4.2 4.2l1.2 1.2M14.6 14.6l1.2 1.2M15.8 4.2l-1.2 1.2M5.4 14.6l-1.2 1.2',
  clock: 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15ZM10 5.5V10l3 2',
  moon: 'M16.5 11.6A7 7 0 0 1 8.4 3.5a7 7 0 1 0 8.1 8.1Z',
  fold: 'M3 4.5h14M9 10h8M3 15.5h14M6 7.5 3.5 10 6 12.5',
  close: 'm5 5 10 10M15 5 5 15',
  down: 'm5 7.5 5 5 5-5',
  next: 'm7.5 5 5 5-5 5',
  back: 'm12.5 5-5 5 5 5',
  search: 'M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11ZM13 13l4 4',
  plus: 'M10 4v12M4 10h12',
  upload: 'M10 13V3.5M6 7l4-4 4 4M3.5 12.5V17h13v-4.5',
  download: 'M10 3.5V13M6 9.5l4 4 4-4M3.5 13v4h13v-4',
  refresh: 'M16.5 10a6.5 6.5 0 1 1-2-4.7M16.5 3v3.5H13',
  trash: 'M3.5 5.5h13M8 5.5V3.5h4v2M5 5.5 6 17h8l1-11.5M8.5 9v4.5M11.5 9v4.5',
  edit: 'M4 16l.8-3.2L13.5 4l2.6 2.6-8.8 8.7zM11.5 6l2.6 2.6',
  copy: 'M7 7h9.5v9.5H7zM4 13H3.5V3.5H13V4',
  star: 'm10 3 2.2 4.4 4.8.7-3.5 3.4.8 4.8L10 14l-4.3 2.3.8-4.8L3 8.1l4.8-.7z',
  play: 'M6 4v12l10-6z',
  pause: 'M6.5 4v12M13.5 4v12',
  stop: 'M5 5h10v10H5z',
  home: 'M3 9.5 10 3.5l7 6M5 8.5V16.5h10V8.5M8.5 16.5V12h3v4.5',
  dock: 'M3 8.5h14V16H3zM5 8.5V5.5h10v3M7 12.5h6',
  drone:
    'M10 8v4M7 10h6M4.5 7a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM15.5 7a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM4.5 18a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM15.5 18a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM6.3 6.3 8 8h4l1.7-1.7M6.3 13.7 8 12h4l1.7 1.7',
  video: 'M2.5 5.5h10v9h-10zM12.5 9l5-2.5v7l-5-2.5',
  alarm: 'M10 3 2.5 16.5h15zM10 8v4M10 14.2v.3',
  lock: 'M4.5 9h11v8h-11zM7 9V6.5a3 3 0 0 1 6 0V9',
  grid: 'M3.5 3.5h5.5v5.5H3.5zM11 3.5h5.5v5.5H11zM3.5 11h5.5v5.5H3.5zM11 11h5.5v5.5H11z',
  full: 'M3.5 7.5v-4h4M12.5 3.5h4v4M16.5 12.5v4h-4M7.5 16.5h-4v-4',
  layers: 'm10 3 7.5 3.8L10 10.6 2.5 6.8zM3 10.5l7 3.6 7-3.6M3 13.7l7 3.6 7-3.6',
  organisation: 'M7.5 3h5v4h-5zM2.5 13h5v4h-5zM12.5 13h5v4h-5zM10 7v3M5 13v-3h10v3',
  key: 'M7 13.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM10.5 10h7v3M14.5 10v2',
  palette:
    'M10 2.5a7.5 7.5 0 1 0 0 15c1.4 0 1.6-1 1.2-1.9-.5-1.1.2-2.1 1.4-2.1h2.1a2.8 2.8 0 0 0 2.8-3C17.3 6 14.1 2.5 10 2.5ZM6 10.5v.1M7.8 6.5v.1M12.2 6.3v.1',
  list: 'M7 5h10M7 10h10M7 15h10M3.5 5h.1M3.5 10h.1M3.5 15h.1',
  pulse: 'M2.5 10.5h3.5L8 5l4 10.5 2-5h3.5',
  bell: 'M5 14V9a5 5 0 0 1 10 0v5l1.5 1.5h-13zM8.5 17.5h3',
  eye: 'M2 10c1.8-3.3 4.6-5 8-5s6.2 1.7 8 5c-1.8 3.3-4.6 5-8 5s-6.2-1.7-8-5ZM10 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  check: 'm4 10.5 4 4 8-9',
  group: 'M3 5h5l1.5 2H17v9H3z',
  place: 'M10 15a5 5 0 1 0 0-10 5 5 0 0 0 0 10ZM10 2v3M10 15v3M2 10h3M15 10h3',
  measure: 'M2.5 13.5 13.5 2.5l4 4-11 11zM5.5 10.5l2 2M8.5 7.5l2 2M11.5 4.5l2 2',
  undo: 'M7 4.5 3.5 8 7 11.5M3.5 8H12a4.5 4.5 0 0 1 0 9H8',
  redo: 'M13 4.5 16.5 8 13 11.5M16.5 8H8a4.5 4.5 0 0 0 0 9h4',
  print: 'M6 7.5V3h8v4.5M6 14H3.5V7.5h13V14H14M6 11.5h8V17H6z',
} as const;
export type IconName = keyof typeof outlines;

/** Icons that point along the reading direction and turn around with it. */
const directed: ReadonlySet<IconName> = new Set(['fold', 'next', 'back', 'window']);

export interface IconProps {
  name: IconName;
  /** px; 20 when not said. */
  size?: number;
  /** Turned around, for the other state of a switch. */
  flip?: boolean;
  className?: string | undefined;
}

/** A picture beside a word; it says nothing to a screen reader. */
export function Icon({ name, size = 20, flip = false, className }: IconProps): ReactNode {
  const names = ['ey-icon', directed.has(name) && 'ey-icon-directed', flip && 'ey-icon-flip', className];
  return (
    <svg
      className={names.filter(Boolean).join(' ')}
      viewBox="0 0 20 20"
      width={size}
      height={size}
      aria-hidden="true"
      focusable="false"
    >
      <path d={outlines[name]} />
    </svg>
  );
}
