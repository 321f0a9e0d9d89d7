import type { ProfilePoint, Profile } from '../measure/profile.ts';

const [width, height] = [276, 72];

/** Stretches of known heights: a gap ends one. */
const stretches = (points: readonly ProfilePoint[]): ProfilePoint[][] => {
  const all: ProfilePoint[][] = [[]];
  for (const point of points) {
    if (point.height === null) all.push([]);
    else all.at(-1)?.push(point);
  }
  return all.filter((stretch) => stretch.length > 1);
};

/** Heights along a line as a chart; it runs from the first point to the last in every language. */
export const ProfileChart = ({ profile, label }: { profile: Profile; label: string }) => {
  const { span, points } = profile;
  const length = points.at(-1)?.distance ?? 0;
  if (!span || length === 0) return null;
  const rise = Math.max(1, span.most - span.least);
  const x = (point: ProfilePoint) => ((point.distance / length) * width).toFixed(1);
  const y = (point: ProfilePoint) =>
    (height - 4 - (((point.height ?? 0) - span.least) / rise) * (height - 8)).toFixed(1);
  return (
    <svg className="eyrie-map-profile" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {stretches(points).map((stretch) => (
        <g key={stretch[0]?.distance}>
          <path
            d={`M${stretch.map((point) => `${x(point)} ${y(point)}`).join('L')}L${x(stretch.at(-1) as ProfilePoint)} ${height}L${x(stretch[0] as ProfilePoint)} ${height}Z`}
            fill="var(--ey-accent)"
            opacity="0.25"
          />
          <path
            d={`M${stretch.map((point) => `${x(point)} ${y(point)}`).join('L')}`}
            fill="none"
            stroke="var(--ey-accent)"
            strokeWidth="1.5"
          />
        </g>
      ))}
    </svg>
  );
};
