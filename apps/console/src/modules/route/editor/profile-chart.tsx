import type { PlanProfile, ProfileSample } from '@eyrie/planner';
import { useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { useFigures } from '../../../platform/figures.ts';
import { useText } from '../../../platform/text.tsx';
import { field, scalesOf, type Scales } from '../chart/scales.ts';
import { useWidth } from '../chart/use-width.ts';
import { ProfileDrawing } from './profile-drawing.tsx';
import { ProfileLegend } from './profile-legend.tsx';
import { profileRange, type ShownProfile } from './shown-profile.ts';
import './profile-chart.css';

/** CSS pixels around a point in which it is taken hold of. */
const reach = 14;

export interface ProfileChartProps {
  shown: ShownProfile;
  /** Metres of the clearance band. */
  clearance: number;
  /** Ids of points; the chart marks them. */
  selected: ReadonlySet<string>;
  /** Whether points may be raised and lowered: only those that are set by hand. */
  movable: boolean;
  /** Metres along the route, shown as a line; null: none. */
  at: number | null;
  onAt: (distance: number | null) => void;
  onSelect: (id: string) => void;
  /** A point is to be this much higher; one gesture ends with `done`. */
  onRaise: (id: string, by: number, gesture: string) => void;
}

const nearest = (profile: PlanProfile, distance: number): ProfileSample | undefined => {
  let best: ProfileSample | undefined;
  for (const sample of profile.samples)
    if (!best || Math.abs(sample.distance - distance) < Math.abs(best.distance - distance)) best = sample;
  return best;
};

const useSaid = ({ shown: { profile, own }, at }: Pick<ProfileChartProps, 'shown' | 'at'>): string => {
  const text = useText();
  const figures = useFigures();
  const sample = at === null ? undefined : nearest(profile, at);
  if (sample && own)
    return text('planner.profile.planned', {
      distance: figures.length(sample.distance),
      height: figures.height(sample.route),
    });
  if (sample)
    return text('planner.profile.at', {
      distance: figures.length(sample.distance),
      height: sample.route === null ? text('planner.summary.unknown') : figures.height(sample.route),
      ground: sample.terrain === null ? text('planner.summary.unknown') : figures.height(sample.terrain),
    });
  if (own) return text('planner.profile.own');
  return profile.samples.every(({ terrain }) => terrain === null)
    ? text('planner.profile.noTerrain')
    : text('planner.profileHint');
};

function Chart(props: ProfileChartProps & { scales: Scales; width: number }): ReactNode {
  const { shown, scales, width, selected, movable, at, onAt, onSelect, onRaise } = props;
  const text = useText();
  const said = useSaid(props);
  const drag = useRef<{ id: string; y: number; gesture: string } | null>(null);
  const count = useRef(0);
  const { points } = shown.profile;
  const pixel = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const pointNear = ({ x, y }: { x: number; y: number }) =>
    points.find(
      ({ distance, height }) =>
        height !== null && Math.hypot(scales.x(distance) - x, scales.y(height) - y) <= reach,
    );
  const down = (event: PointerEvent<SVGSVGElement>): void => {
    const here = pixel(event);
    const point = pointNear(here);
    if (!point) return;
    onSelect(point.id);
    if (!movable) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    count.current += 1;
    drag.current = { id: point.id, y: here.y, gesture: `profile ${count.current}` };
  };
  const move = (event: PointerEvent<SVGSVGElement>): void => {
    const here = pixel(event);
    const held = drag.current;
    if (!held) {
      onAt(scales.distanceAt(here.x));
      return;
    }
    const by = Math.round(scales.metresOf(held.y - here.y));
    if (by === 0) return;
    held.y = here.y;
    onRaise(held.id, by, held.gesture);
  };
  const index = points.findIndex(({ id }) => selected.has(id));
  const press = (event: KeyboardEvent): void => {
    const across = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const up = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    const point = points[Math.min(points.length - 1, Math.max(0, index + across))];
    if ((across === 0 && up === 0) || !point) return;
    event.preventDefault();
    if (across !== 0) {
      onSelect(point.id);
      onAt(point.distance);
    } else if (movable) onRaise(point.id, up * (event.shiftKey ? 10 : 1), 'profile keys');
  };
  return (
    <>
      <div
        role="slider"
        tabIndex={0}
        aria-label={text('planner.profile')}
        aria-valuemin={0}
        aria-valuemax={points.length}
        aria-valuenow={index + 1}
        aria-valuetext={said}
        className="planner-profile-slider"
        onKeyDown={press}
      >
        <svg
          width={width}
          height={field.height}
          aria-hidden="true"
          onPointerDown={down}
          onPointerMove={move}
          onPointerUp={() => (drag.current = null)}
          onPointerLeave={() => onAt(null)}
        >
          <ProfileDrawing shown={shown} clearance={props.clearance} scales={scales} />
          {at === null ? null : (
            <path className="planner-profile-at" d={`M${scales.x(at)} ${field.top}V${scales.floor}`} />
          )}
          {points.length > 400
            ? null
            : points.map(({ id, distance, height }) =>
                height === null ? null : (
                  <circle
                    key={id}
                    className={selected.has(id) ? 'planner-profile-chosen' : 'planner-profile-point'}
                    cx={scales.x(distance)}
                    cy={scales.y(height)}
                    r={selected.has(id) ? 6 : 4}
                  />
                ),
              )}
        </svg>
      </div>
      <div className="planner-profile-foot ey-stack">
        <p className="planner-profile-said ey-cut ey-hint">
          <bdi>{said}</bdi>
        </p>
        <ProfileLegend shown={shown} />
      </div>
    </>
  );
}

/** Heights of route and ground along the way. Charts keep their direction in right-to-left pages. */
export function ProfileChart(props: ProfileChartProps): ReactNode {
  const text = useText();
  const { frame, width } = useWidth();
  const range = profileRange(props.shown.profile, props.shown.limit);
  const scales = range && scalesOf(range, width);
  return (
    <figure className="planner-profile" dir="ltr" aria-label={text('planner.profile')}>
      <div ref={frame}>
        {scales ? (
          <Chart {...props} scales={scales} width={width} />
        ) : (
          <p className="ey-muted" dir="auto">
            {text(props.shown.profile.samples.length > 0 ? 'planner.profile.unknown' : 'planner.profileNone')}
          </p>
        )}
      </div>
    </figure>
  );
}
