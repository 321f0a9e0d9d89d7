/** From where a picture was taken; null: not known. Degrees, metres, millimetres as on 35 mm film. */
export interface ViewPose {
  lng: number | null;
  lat: number | null;
  height: number | null;
  heading: number | null;
  pitch: number | null;
  focalLength: number | null;
  lens: string | null;
}

/** How far two poses are apart; null: one of them does not say. */
export interface PoseDifference {
  metres: number | null;
  /** Degrees by which the second looks further to the right, and further up. */
  heading: number | null;
  pitch: number | null;
  /** Times by which things are larger on the second for its lens. */
  scale: number | null;
  sameLens: boolean;
}

const both = (a: number | null, b: number | null, of: (a: number, b: number) => number): number | null =>
  a === null || b === null ? null : of(a, b);
/** Metres of a degree along a meridian. */
const perDegree = 111_195;

export function poseDifference(from: ViewPose, to: ViewPose): PoseDifference {
  const north = both(from.lat, to.lat, (a, b) => (b - a) * perDegree);
  const east = both(from.lng, to.lng, (a, b) => ((b - a + 540) % 360) - 180);
  const across =
    east === null || from.lat === null ? null : east * perDegree * Math.cos((from.lat * Math.PI) / 180);
  const up = both(from.height, to.height, (a, b) => b - a) ?? 0;
  return {
    metres: both(north, across, (n, e) => Math.hypot(n, e, up)),
    heading: both(from.heading, to.heading, (a, b) => ((((b - a) % 360) + 540) % 360) - 180),
    pitch: both(from.pitch, to.pitch, (a, b) => b - a),
    scale: both(from.focalLength, to.focalLength, (a, b) => b / a),
    sameLens: from.lens === to.lens || from.lens === null || to.lens === null,
  };
}

/** What was measured between two pictures of one size: points of the first as they lie on the second. */
export interface MeasuredShift {
  /** Points that agree, of so many that were matched. */
  inliers: number;
  matches: number;
  /** Share of the picture, 0 to 1, over which the points that agree are spread, in its narrower direction. */
  spread: number;
  /** Degrees by which the second is turned, times by which it is larger. */
  turned: number;
  scale: number;
  /** Share of the width by which the middle has moved. */
  moved: number;
}

export const alignmentFaults = [
  'fewPoints',
  'notSpread',
  'unlikelyShape',
  'againstPoses',
  'otherLens',
] as const;
export type AlignmentFault = (typeof alignmentFaults)[number];

const enough = { inliers: 25, share: 0.25, spread: 0.35 };
/** Degrees within which a gimbal and a compass hold a view, and the share of a size that lens and place may change. */
const slack = { degrees: 12, scale: 1.35, moved: 0.3 };
/** Width of film, mm. */
const filmWidth = 36;

/** How far the middle of a picture moves for how far the camera turned: share of the width. */
const movedBy = (degrees: number, focalLength: number | null): number =>
  Math.tan((Math.min(Math.abs(degrees), 60) * Math.PI) / 180) * ((focalLength ?? 24) / filmWidth);

/**
 * Whether two pictures may be laid on each other as measured: the points that agree are many, lie all over the picture, and the shift
 * is one that both poses allow. @returns null, or what is against it: then they are only shown side by side
 */
export function alignmentFault(
  measured: MeasuredShift,
  poses: PoseDifference,
  focalLength: number | null,
): AlignmentFault | null {
  const { inliers, matches, spread, turned, scale, moved } = measured;
  if (!poses.sameLens) return 'otherLens';
  if (inliers < enough.inliers || inliers < matches * enough.share) return 'fewPoints';
  if (spread < enough.spread) return 'notSpread';
  if (![turned, scale, moved].every(Number.isFinite) || scale <= 0) return 'unlikelyShape';
  const expected = poses.scale ?? 1;
  const ratio = Math.max(scale / expected, expected / scale);
  const heading = Math.abs(poses.heading ?? 0);
  const far = movedBy(heading + Math.abs(poses.pitch ?? 0), focalLength) + slack.moved;
  // A camera that looks down turns its picture with its heading; one that looks ahead does not turn it.
  if (Math.abs(turned) > slack.degrees + heading || ratio > slack.scale || moved > far) return 'againstPoses';
  return null;
}
