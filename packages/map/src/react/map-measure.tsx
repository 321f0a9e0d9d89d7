import { useId, useState } from 'react';
import { distance, ringArea, type Place } from '@eyrie/geometry';
import type { MapHost } from '../contract.ts';
import type { Profile } from '../measure/profile.ts';
import { ProfileChart } from './profile-chart.tsx';
import {
  measureTools,
  useMeasuredPoints,
  useMeasureDrawing,
  useProfile,
  useViewShed,
  type MeasureTool,
} from './use-measure.ts';

export interface MapMeasureProps {
  readonly host: MapHost | null;
  readonly texts: {
    readonly group: string;
    readonly tools: Readonly<Record<MeasureTool, string>>;
    readonly hint: string;
    readonly eyeHint: string;
    readonly undo: string;
    readonly clear: string;
    readonly length: string;
    readonly lastLeg: string;
    readonly area: string;
    readonly perimeter: string;
    readonly profile: string;
    readonly heightsUnknown: string;
    readonly span: (least: string, most: string, climb: string) => string;
    readonly gaps: (share: string) => string;
    readonly eyeHeight: string;
    readonly radius: string;
    readonly seen: (seen: string, hidden: string, unknown: string) => string;
    readonly computing: string;
  };
  readonly figures: {
    readonly length: (metres: number) => string;
    readonly height: (metres: number) => string;
    readonly area: (squareMetres: number) => string;
    readonly share: (share: number) => string;
  };
  readonly onClose: () => void;
}

/** Metres along the points on the ground. */
const lengthOf = (path: readonly Place[]): number =>
  path.reduce((sum, place, at) => sum + (at === 0 ? 0 : distance(path[at - 1] ?? place, place)), 0);

type Words = Pick<MapMeasureProps, 'texts' | 'figures'>;

const Heights = ({ profile, texts, figures }: Words & { profile: Profile | null }) => {
  if (!profile) return null;
  if (!profile.span) return <p>{texts.heightsUnknown}</p>;
  const { least, most, climb } = profile.span;
  return (
    <>
      <ProfileChart profile={profile} label={texts.profile} />
      <p>{texts.span(figures.height(least), figures.height(most), figures.height(climb))}</p>
      {profile.unknown > 0 ? <p>{texts.gaps(figures.share(profile.unknown))}</p> : null}
    </>
  );
};

/** What the points make, with the pointer as the point to come. */
const Result = ({
  tool,
  points,
  pointer,
  texts,
  figures,
}: Words & { tool: MeasureTool; points: readonly Place[]; pointer: Place | null }) => {
  const last = points.at(-1);
  if (!last) return null;
  const all = pointer ? [...points, pointer] : points;
  const closed = points[0] ? [...points, points[0]] : points;
  const rows =
    tool === 'distance'
      ? [
          [texts.length, figures.length(lengthOf(points))],
          ...(pointer ? [[texts.lastLeg, figures.length(distance(last, pointer))]] : []),
        ]
      : [
          [texts.area, figures.area(ringArea(points.length > 2 ? points : all))],
          [texts.perimeter, figures.length(lengthOf(closed))],
        ];
  return (
    <dl className="eyrie-map-figures">
      {rows.map(([name = '', value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
};

const Lines = ({ host, tool, texts, figures, onClose }: MapMeasureProps & { tool: MeasureTool }) => {
  const { points, pointer, undo, clear } = useMeasuredPoints(host, tool, onClose);
  useMeasureDrawing(host, tool, points, pointer);
  const profile = useProfile(host, points, tool === 'distance');
  return (
    <>
      <div aria-live="polite">
        {points.length === 0 ? <p>{texts.hint}</p> : null}
        <Result tool={tool} points={points} pointer={pointer} texts={texts} figures={figures} />
      </div>
      <Heights profile={profile} texts={texts} figures={figures} />
      <div className="eyrie-map-row">
        <button type="button" disabled={points.length === 0} onClick={undo}>
          {texts.undo}
        </button>
        <button type="button" disabled={points.length === 0} onClick={clear}>
          {texts.clear}
        </button>
      </div>
    </>
  );
};

/** Limits of what a person may ask for: metres over the ground, and of the circle. */
const limits = { above: [0, 500], radius: [100, 20_000] } as const;

const Sight = ({ host, texts, figures, onClose }: MapMeasureProps) => {
  const id = useId();
  const [asked, setAsked] = useState({ above: 2, radius: 2000 });
  const { points, pointer } = useMeasuredPoints(host, 'viewShed', onClose);
  useMeasureDrawing(host, 'viewShed', points, pointer);
  const found = useViewShed(host, points[0] ?? null, asked);
  const field = (name: keyof typeof limits, label: string) => {
    const [least, most] = limits[name];
    return (
      <label htmlFor={`${id}-${name}`}>
        {label}
        <input
          id={`${id}-${name}`}
          type="number"
          min={least}
          max={most}
          value={asked[name]}
          onChange={({ target }) =>
            setAsked({ ...asked, [name]: Math.min(most, Math.max(least, target.valueAsNumber || least)) })
          }
        />
      </label>
    );
  };
  return (
    <>
      <div className="eyrie-map-row">
        {field('above', texts.eyeHeight)}
        {field('radius', texts.radius)}
      </div>
      <div aria-live="polite">
        <p>
          {found === null
            ? texts.eyeHint
            : found === 'computing'
              ? texts.computing
              : found.unknown === 1
                ? texts.heightsUnknown
                : texts.seen(
                    figures.share(found.seen),
                    figures.share(found.hidden),
                    figures.share(found.unknown),
                  )}
        </p>
      </div>
    </>
  );
};

/** Distance with its height profile, area, and what is seen from a point. */
export const MapMeasure = (props: MapMeasureProps) => {
  const { texts } = props;
  const [tool, setTool] = useState<MeasureTool>('distance');
  return (
    <section className="eyrie-map-panel" aria-label={texts.group}>
      <div role="group" aria-label={texts.group} className="eyrie-map-bar">
        {measureTools.map((each) => (
          <button key={each} type="button" aria-pressed={tool === each} onClick={() => setTool(each)}>
            {texts.tools[each]}
          </button>
        ))}
      </div>
      {tool === 'viewShed' ? <Sight {...props} /> : <Lines key={tool} {...props} tool={tool} />}
    </section>
  );
};
