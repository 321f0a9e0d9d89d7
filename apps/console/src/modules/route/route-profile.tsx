import type { RouteDetail } from '@eyrie/domain';
import { useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { nearestPoint, profileOf, roundTicks, type Profile } from './profile.ts';
import './route.css';

/** Margins and height of the drawing in px; its width is that of the page, so that figures keep their size. */
const field = { height: 150, left: 56, right: 16, top: 14, bottom: 26 } as const;
const firstWidth = 640;

const useWidth = () => {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(firstWidth);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setWidth(Math.max(200, Math.floor(element.clientWidth))));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { frame, width };
};

interface Scales {
  x: (along: number) => number;
  y: (height: number) => number;
  right: number;
  heights: number[];
  distances: number[];
}

const scalesOf = (profile: Profile, width: number): Scales => {
  const heights = roundTicks(Math.min(profile.low, profile.high - 10), profile.high, 3);
  const distances = roundTicks(0, profile.length, Math.max(2, Math.floor(width / 110))).filter(
    (tick) => tick <= profile.length,
  );
  const low = heights[0] ?? 0;
  const high = heights.at(-1) ?? 1;
  const across = width - field.left - field.right;
  const down = field.height - field.top - field.bottom;
  return {
    heights,
    distances,
    right: width - field.right,
    x: (along) => field.left + (profile.length > 0 ? along / profile.length : 0) * across,
    y: (height) => field.height - field.bottom - ((height - low) / Math.max(1e-9, high - low)) * down,
  };
};

function Axes({ scales }: { scales: Scales }): ReactNode {
  const figures = useFigures();
  return (
    <g className="route-profile-axes">
      {scales.heights.map((tick) => (
        <g key={`h${tick}`}>
          <path d={`M${field.left} ${scales.y(tick)}H${scales.right}`} />
          <text x={field.left - 6} y={scales.y(tick) + 4} textAnchor="end">
            {figures.height(tick)}
          </text>
        </g>
      ))}
      {scales.distances.map((tick) => (
        <text key={`d${tick}`} x={scales.x(tick)} y={field.height - 6} textAnchor="middle">
          {figures.length(tick)}
        </text>
      ))}
    </g>
  );
}

function Plot({
  profile,
  scales,
  active,
}: {
  profile: Profile;
  scales: Scales;
  active: number | null;
}): ReactNode {
  const line = profile.points
    .map((each) => `${scales.x(each.along).toFixed(1)} ${scales.y(each.height).toFixed(1)}`)
    .join('L');
  const floor = field.height - field.bottom;
  const point = active === null ? undefined : profile.points[active];
  return (
    <>
      <path
        className="route-profile-ground"
        d={`M${scales.x(0)} ${floor}L${line}L${scales.x(profile.length)} ${floor}Z`}
      />
      <path className="route-profile-line" d={`M${line}`} />
      {point ? (
        <g className="route-profile-active">
          <path d={`M${scales.x(point.along)} ${field.top}V${floor}`} />
          <circle cx={scales.x(point.along)} cy={scales.y(point.height)} r="4.5" />
        </g>
      ) : null}
    </>
  );
}

export interface RouteProfileProps {
  route: Pick<RouteDetail, 'waypoints' | 'heightMode'>;
  /** Index of the waypoint shown on map, list and profile together. */
  active: number | null;
  onActive: (index: number | null) => void;
}

function Chart({
  profile,
  mode,
  active,
  onActive,
}: Omit<RouteProfileProps, 'route'> & { profile: Profile; mode: string }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { frame, width } = useWidth();
  const point = active === null ? undefined : profile.points[active];
  const step = (event: KeyboardEvent): void => {
    const move = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (move === 0) return;
    event.preventDefault();
    onActive(Math.min(profile.points.length - 1, Math.max(0, (active ?? -1) + move)));
  };
  const said =
    point && active !== null
      ? text('route.profilePoint', {
          number: active + 1,
          height: figures.height(point.height),
          distance: figures.length(point.along),
        })
      : text('route.profileText', {
          low: figures.height(profile.low),
          high: figures.height(profile.high),
          mode,
        });
  const scales = scalesOf(profile, width);
  return (
    <figure className="route-profile" dir="ltr">
      <div ref={frame} className="route-profile-chart">
        <svg width={width} height={field.height} aria-hidden="true">
          <Axes scales={scales} />
          <Plot profile={profile} scales={scales} active={active} />
        </svg>
        <input
          type="range"
          style={{ left: field.left - 8, width: width - field.left - field.right + 16 }}
          min={0}
          max={profile.length}
          step="any"
          value={point?.along ?? 0}
          aria-label={text('route.profile')}
          aria-valuetext={said}
          onChange={(event) => onActive(nearestPoint(profile, Number(event.target.value)))}
          onKeyDown={step}
        />
      </div>
      <figcaption>
        <bdi>{said}</bdi>
      </figcaption>
    </figure>
  );
}

/**
 * Heights along a route; a slider over the chart goes from waypoint to waypoint by pointer and keys. Charts keep
 * their direction in right-to-left pages.
 */
export function RouteProfile({ route, active, onActive }: RouteProfileProps): ReactNode {
  const text = useText();
  const profile = useMemo(() => profileOf(route.waypoints), [route.waypoints]);
  if (!profile) return null;
  return (
    <Chart
      profile={profile}
      mode={text(`route.heightMode.${route.heightMode}`)}
      active={active}
      onActive={onActive}
    />
  );
}
