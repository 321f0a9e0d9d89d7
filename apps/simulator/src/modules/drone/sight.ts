/** Where a camera looks to and from how high. Degrees, metres above the ground. */
export interface Look {
  head: number;
  gimbalPitch: number;
  elevation: number;
}

/** Width of the picture over the distance, at that distance, of each lens before it magnifies. */
const openings = { wide: 1.35, view: 1.7, ir: 0.8 } as const;
/** Of the unmagnified main lens. */
export const opening = openings.wide;
/** Height of a picture over its width. */
export const aspect = 9 / 16;
/** Metres behind which there is haze. */
const farthest = 1_600;
/** A thermal lens counts its factor from this one. */
const irLeast = 2;

/** How wide a lens looks. `view`: the camera for flying, which has one lens. */
export const openingOf = (lens: string, camera: { zoom: number; irZoom: number }): number => {
  if (lens === 'view') return openings.view;
  if (lens === 'ir') return (openings.ir * irLeast) / Math.max(irLeast, camera.irZoom);
  return lens === 'zoom' ? openings.wide / Math.max(1, camera.zoom) : openings.wide;
};

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const degrees = (angle: number): number => (angle * 180) / Math.PI;
const pitchOf = (gimbalPitch: number): number => radians(Math.max(-90, Math.min(30, gimbalPitch)));

/** Ground that a point of the picture shows, metres from the camera; null: none, or too far. */
export const groundSeen = (
  { head, gimbalPitch, elevation }: Look,
  across: number,
  rise: number,
): { east: number; north: number } | null => {
  const up = Math.max(2, elevation);
  const pitch = pitchOf(gimbalPitch);
  const [sin, cos] = [Math.sin(pitch), Math.cos(pitch)];
  const below = rise * cos + sin;
  if (below >= -1e-6) return null;
  const forward = (up * (rise * sin - cos)) / below;
  const depth = forward * cos - up * sin;
  if (depth <= 0 || depth > farthest) return null;
  const right = across * depth;
  const turn = radians(head);
  return {
    east: forward * Math.sin(turn) + right * Math.cos(turn),
    north: forward * Math.cos(turn) - right * Math.sin(turn),
  };
};

/** Where in the picture a point of the ground is, in shares from its left and top; null: behind the lens. */
export const pointSeen = (
  { head, gimbalPitch, elevation }: Look,
  open: number,
  { east, north }: { east: number; north: number },
): { x: number; y: number } | null => {
  const up = Math.max(2, elevation);
  const [turn, pitch] = [radians(head), pitchOf(gimbalPitch)];
  const forward = east * Math.sin(turn) + north * Math.cos(turn);
  const right = east * Math.cos(turn) - north * Math.sin(turn);
  const depth = forward * Math.cos(pitch) - up * Math.sin(pitch);
  if (depth < 1e-6) return null;
  const rise = -forward * Math.sin(pitch) - up * Math.cos(pitch);
  return { x: 0.5 + right / depth / open, y: 0.5 - rise / depth / open / aspect };
};

/** Degrees to turn by, so that a point of the picture comes into its middle. Shares from its left and top. */
export const turnTo = (
  { gimbalPitch }: Pick<Look, 'gimbalPitch'>,
  open: number,
  at: { x: number; y: number },
): { up: number; right: number } => {
  const [right, rise] = [(at.x - 0.5) * open, (0.5 - at.y) * open * aspect];
  const pitch = pitchOf(gimbalPitch);
  const forward = Math.cos(pitch) - rise * Math.sin(pitch);
  const up = Math.sin(pitch) + rise * Math.cos(pitch);
  return {
    right: degrees(Math.atan2(right, forward)),
    up: degrees(Math.atan2(up, Math.hypot(forward, right))) - degrees(pitch),
  };
};
