import type { ProfileRegion, ProfileSample } from '@eyrie/planner';
import { useId, type ReactNode } from 'react';
import { Axes } from '../chart/axes.tsx';
import { field, pathOf, stretches, type Scales } from '../chart/scales.ts';
import type { ShownProfile } from './shown-profile.ts';

const topOf = ({ terrain, obstacle }: ProfileSample): number | null =>
  terrain === null ? null : Math.max(terrain, obstacle ?? terrain);
const onLines = ({ phase }: ProfileSample): boolean => phase === 'line' || phase === 'between';

/** A region: where the way lies over it, between its heights, with its name. */
function Region({ region, scales }: { region: ProfileRegion; scales: Scales }): ReactNode {
  const clip = useId();
  const [left, right] = [scales.x(region.from), scales.x(region.to)];
  const within = (y: number): number => Math.min(scales.floor, Math.max(field.top, y));
  const top = region.ceiling === null ? field.top : within(scales.y(region.ceiling));
  const bottom = region.floor === null ? scales.floor : within(scales.y(region.floor));
  const width = Math.max(1, right - left);
  return (
    <g className={`planner-profile-region planner-profile-${region.kind}`}>
      <clipPath id={clip}>
        <rect x={left} y={field.top} width={width} height={scales.floor - field.top} />
      </clipPath>
      <rect x={left} y={top} width={width} height={Math.max(1, bottom - top)} />
      <path d={`M${left} ${field.top}V${scales.floor}M${left + width} ${field.top}V${scales.floor}`} />
      <text x={left + 4} y={scales.floor - 5} clipPath={`url(#${clip})`}>
        {region.name}
      </text>
      <title>{region.name}</title>
    </g>
  );
}

/** Ground, buildings, and the air above them that must stay free. */
function Ground({
  samples,
  clearance,
  scales,
}: {
  samples: readonly ProfileSample[];
  clearance: number;
  scales: Scales;
}): ReactNode {
  const down = (stretch: readonly { x: number; y: number }[]): string =>
    `${pathOf(stretch, scales)}L${scales.x(stretch.at(-1)?.x ?? 0)} ${scales.floor}L${scales.x(stretch[0]?.x ?? 0)} ${scales.floor}Z`;
  return (
    <>
      {stretches(samples, topOf).map((stretch) => {
        const band = stretch.map((one) => ({ ...one, y: one.y + clearance }));
        return (
          <path
            key={stretch[0]?.x}
            className="planner-profile-band"
            d={`${pathOf(band, scales)}L${pathOf(stretch.toReversed(), scales).slice(1)}Z`}
          />
        );
      })}
      {stretches(samples, ({ terrain, obstacle }) =>
        obstacle === null ? null : Math.max(obstacle, terrain ?? obstacle),
      ).map((stretch) => (
        <path key={stretch[0]?.x} className="planner-profile-obstacle" d={down(stretch)} />
      ))}
      {stretches(samples, ({ terrain }) => terrain).map((stretch) => (
        <path key={stretch[0]?.x} className="planner-profile-ground" d={down(stretch)} />
      ))}
    </>
  );
}

/** The way: its lines, the ways out and home apart from them, and where it comes too near to what is below. */
function Way({
  samples,
  clearance,
  scales,
}: {
  samples: readonly ProfileSample[];
  clearance: number;
  scales: Scales;
}): ReactNode {
  // The sample at which a phase begins also ends the one before.
  const home = samples.map((sample, at) => {
    const [before, after] = [samples[at - 1], samples[at + 1]];
    const drawn = !onLines(sample) || (before && !onLines(before)) || (after && !onLines(after));
    return drawn ? sample : { ...sample, route: null };
  });
  return (
    <>
      {stretches(home, ({ route }) => route).map((stretch) => (
        <path key={stretch[0]?.x} className="planner-profile-home" d={pathOf(stretch, scales)} />
      ))}
      {stretches(samples, (sample) => (onLines(sample) ? sample.route : null)).map((stretch) => (
        <path key={stretch[0]?.x} className="route-profile-line" d={pathOf(stretch, scales)} />
      ))}
      {stretches(samples, ({ route, clearance: free }) =>
        free !== null && free < clearance ? route : null,
      ).map((stretch) => (
        <path key={stretch[0]?.x} className="planner-profile-tight" d={pathOf(stretch, scales)} />
      ))}
    </>
  );
}

/** Everything of a profile but its points. */
export function ProfileDrawing({
  shown,
  clearance,
  scales,
}: {
  shown: ShownProfile;
  clearance: number;
  scales: Scales;
}): ReactNode {
  const { samples, returnSea } = shown.profile;
  const limit = shown.limit === undefined ? null : scales.y(shown.limit);
  return (
    <>
      <Axes scales={scales} />
      {(shown.over ?? []).map((region, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- two regions may have one name and one place
        <Region key={`${at} ${region.from}`} region={region} scales={scales} />
      ))}
      <Ground samples={samples} clearance={clearance} scales={scales} />
      {returnSea === null ? null : (
        <path
          className="planner-profile-return"
          d={`M${field.left} ${scales.y(returnSea)}H${scales.right}`}
        />
      )}
      {limit === null || limit < field.top ? null : (
        <path className="planner-profile-limit" d={`M${field.left} ${limit}H${scales.right}`} />
      )}
      <Way samples={samples} clearance={clearance} scales={scales} />
    </>
  );
}
