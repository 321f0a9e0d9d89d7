/** Where somebody in the middle of a sphere looks: degrees clockwise from its middle, up from the horizon, and seen from top to bottom. */
export interface Look {
  yaw: number;
  pitch: number;
  field: number;
}

export const firstLook: Look = { yaw: 0, pitch: 0, field: 70 };
const [narrowest, widest] = [10, 100];
/** Degrees of one press of an arrow key, at the first field. */
const keyStep = 5;

/** The same look within what can be looked at: all around, from straight down to straight up. */
const held = ({ yaw, pitch, field }: Look): Look => ({
  yaw: ((((yaw + 180) % 360) + 360) % 360) - 180,
  pitch: Math.min(90, Math.max(-90, pitch)),
  field: Math.min(widest, Math.max(narrowest, field)),
});

/** Turned by degrees to the right and up. */
export const turned = (look: Look, right: number, up: number): Look =>
  held({ ...look, yaw: look.yaw + right, pitch: look.pitch + up });

/** As many times as near. */
export const nearer = (look: Look, times: number): Look => held({ ...look, field: look.field / times });

/** Turned as the picture is dragged, pixels to the right and down, in an area of this height. */
export const dragged = (look: Look, right: number, down: number, height: number): Look => {
  const degrees = look.field / Math.max(height, 1);
  return turned(look, -right * degrees, down * degrees);
};

/** What a key does: arrows turn, the finer the nearer, + and − go nearer and further, 0 goes back. @returns null: nothing */
export const lookAfter = (look: Look, key: string): Look | null => {
  const step = (keyStep * look.field) / firstLook.field;
  if (key === 'ArrowLeft') return turned(look, -step, 0);
  if (key === 'ArrowRight') return turned(look, step, 0);
  if (key === 'ArrowUp') return turned(look, 0, step);
  if (key === 'ArrowDown') return turned(look, 0, -step);
  if (key === '+' || key === '=') return nearer(look, 1.25);
  if (key === '-') return nearer(look, 1 / 1.25);
  return key === '0' ? firstLook : null;
};

/** Degrees clockwise from north of what is looked at. @param heading of the middle of the sphere */
export const headingOf = ({ yaw }: Look, heading: number): number =>
  Math.round((((heading + yaw) % 360) + 360) % 360) % 360;
