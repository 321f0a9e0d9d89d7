import { imageOf } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { useAfterFrame } from './after-frame.ts';
import './scenery.css';

/** Height lines as of a hill seen from above: ring `at` of `count`. */
const ring = (centreX: number, centreY: number, at: number): string => {
  const radius = 46 + at * 38;
  const points = Array.from({ length: 48 }, (_, step) => {
    const angle = (step / 48) * Math.PI * 2;
    const bend = 1 + 0.13 * Math.sin(angle * 3 + at * 0.35) + 0.08 * Math.cos(angle * 2 - at * 0.5);
    return `${(centreX + Math.cos(angle) * radius * bend * 1.25).toFixed(1)},${(centreY + Math.sin(angle) * radius * bend).toFixed(1)}`;
  });
  return `M${points.join('L')}Z`;
};

function Drawing(): ReactNode {
  const rings = Array.from({ length: 15 }, (_, at) => ring(430, 470, at));
  return (
    <svg viewBox="0 0 900 900" preserveAspectRatio="xMidYMid slice">
      <g className="scenery-lines">
        {rings.map((path, at) => (
          <path key={path} d={path} className={at % 4 === 0 ? 'scenery-main' : undefined} />
        ))}
      </g>
      <path className="scenery-route" d="M250 640 330 520 455 475 540 340 690 300" />
      {[
        [330, 520],
        [455, 475],
        [540, 340],
      ].map(([x, y]) => (
        <circle key={x} className="scenery-point" cx={x} cy={y} r="6" />
      ))}
      <g className="scenery-dock" transform="translate(250 640)">
        <rect x="-17" y="-17" width="34" height="34" rx="7" />
        <path d="M-8 3 0-6 8 3" />
      </g>
      <g className="scenery-drone" transform="translate(690 300) rotate(75)">
        <circle r="24" />
        <path d="M0-13 10 11 0 5-10 11Z" />
      </g>
    </svg>
  );
}

/** A patrol over height lines: dock, route, waypoints, aircraft. Decoration, drawn in the colours of the theme. */
export function Scenery(): ReactNode {
  const drawn = useAfterFrame();
  return (
    <div className="login-scenery" aria-hidden="true" dir="ltr">
      {drawn ? <Drawing /> : null}
    </div>
  );
}

/** The organisation's own picture in the same place. Only addresses of our own pictures are taken. */
export function Picture({ address }: { address: string }): ReactNode {
  const style = imageOf(address) === null ? {} : { backgroundImage: `url("${address}")` };
  return <div className="login-scenery login-picture" aria-hidden="true" style={style} />;
}
