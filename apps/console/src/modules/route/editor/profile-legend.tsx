import type { ReactNode } from 'react';
import { useText } from '../../../platform/text.tsx';
import type { ShownProfile } from './shown-profile.ts';
import './profile-legend.css';

/** What the lines and areas of the profile are, and which of them are not known. */
export function ProfileLegend({ shown }: { shown: ShownProfile }): ReactNode {
  const text = useText();
  const { samples, returnSea } = shown.profile;
  const has = (known: (sample: (typeof samples)[number]) => boolean): boolean => samples.some(known);
  const terrain = has((sample) => sample.terrain !== null);
  const buildings = shown.buildings || has(({ obstacle }) => obstacle !== null);
  const home = has(({ phase }) => phase !== 'line' && phase !== 'between');
  const entries: [look: string, words: string][] = [
    ['route', text('planner.profile.route')],
    ...(home ? [['home', text('planner.profile.home')] as [string, string]] : []),
    ...(returnSea === null ? [] : [['return', text('planner.profile.return')] as [string, string]]),
    ...(shown.limit === undefined ? [] : [['limit', text('flight.heightLimit')] as [string, string]]),
    [
      terrain ? 'terrain' : 'missing',
      text(terrain ? 'planner.profile.terrain' : 'planner.profile.noTerrainShort'),
    ],
    ...(terrain ? [['band', text('planner.profile.clearance')] as [string, string]] : []),
    [
      buildings ? 'obstacle' : 'missing',
      text(buildings ? 'planner.profile.obstacles' : 'planner.profile.noObstacles'),
    ],
    ...(shown.over === null ? [['missing', text('planner.profile.noRegions')] as [string, string]] : []),
    ...(shown.over && shown.over.length > 0
      ? [['region', text('planner.profile.regions')] as [string, string]]
      : []),
  ];
  return (
    <ul className="planner-profile-legend ey-list ey-flow ey-muted" dir="auto">
      {entries.map(([look, words]) => (
        <li key={words} className={`planner-legend-${look}`}>
          {words}
        </li>
      ))}
    </ul>
  );
}
