import type { RouteDetail } from '@eyrie/domain';
import { useMemo, type KeyboardEvent, type ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { Axes } from './chart/axes.tsx';
import { field, pathOf, scalesOf, type Scales } from './chart/scales.ts';
import { useWidth } from './chart/use-width.ts';
import { nearestPoint, profileOf, type Profile } from './profile.ts';
import './route.css';

function Plot({
  profile,
  scales,
  active,
}: {
  profile: Profile;
  scales: Scales;
  active: number | null;
}): ReactNode {
  const line = pathOf(
    profile.points.map(({ along, height }) => ({ x: along, y: height })),
    scales,
  );
  const { floor } = scales;
  const point = active === null ? undefined : profile.points[active];
  return (
    <>
      <path
        className="route-profile-ground"
        d={`${line}L${scales.x(profile.length)} ${floor}L${scales.x(0)} ${floor}Z`}
      />
      <path className="route-profile-line" d={line} />
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
