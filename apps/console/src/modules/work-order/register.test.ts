import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alignmentFault, poseDifference } from '@eyrie/domain';
import { forbidTextFunctions } from './functions-without-text.ts';
import { inverted, mapped, register, type OpenCv, type Pixels } from './register.ts';

let cv: OpenCv;
let restore: () => void;

beforeAll(async () => {
  // As in the worker: nothing may be made out of text. The library answers itself when it is awaited.
  restore = forbidTextFunctions();
  const loaded = createRequire(import.meta.url)('@techstark/opencv-js') as OpenCv & {
    onRuntimeInitialized?: () => void;
  };
  await new Promise<void>((resolve) => {
    loaded.onRuntimeInitialized = resolve;
  });
  cv = loaded;
});
afterAll(() => restore());

const [width, height] = [640, 480];
const random = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
};

/** A picture of many blocks on a plane that is larger than it, as many greys apart at most, looked up by place. */
const scene = (seed: number, greys = 255): ((x: number, y: number) => number) => {
  const next = random(seed);
  const side = 900;
  const grey = new Uint8Array(side * side).fill(Math.floor(greys / 2));
  for (let block = 0; block < 900; block += 1) {
    const [left, top] = [Math.floor(next() * side), Math.floor(next() * side)];
    const [wide, high] = [6 + Math.floor(next() * 40), 6 + Math.floor(next() * 40)];
    const shade = Math.floor(next() * greys);
    for (let y = top; y < Math.min(side, top + high); y += 1)
      grey.fill(shade, y * side + left, y * side + Math.min(side, left + wide));
  }
  return (x, y) => {
    const [column, row] = [Math.round(x) + 130, Math.round(y) + 210];
    return column < 0 || row < 0 || column >= side || row >= side ? 0 : (grey[row * side + column] ?? 0);
  };
};
const draw = (at: (x: number, y: number) => number): Pixels => {
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) data.fill(at(x, y), (y * width + x) * 4, (y * width + x) * 4 + 3);
  return { width, height, data };
};
/** Turned about the middle and larger: where a place of the second picture lies on the first. */
const turnedBy = (degrees: number, scale: number) => {
  const [cos, sin] = [
    Math.cos((degrees * Math.PI) / 180) / scale,
    Math.sin((degrees * Math.PI) / 180) / scale,
  ];
  return (x: number, y: number): { x: number; y: number } => {
    const [dx, dy] = [x - width / 2, y - height / 2];
    return { x: width / 2 + cos * dx + sin * dy, y: height / 2 - sin * dx + cos * dy };
  };
};
const pose = {
  lng: null,
  lat: null,
  height: null,
  heading: null,
  pitch: null,
  focalLength: null,
  lens: null,
};
const unknown = poseDifference(pose, pose);

describe('laying a new picture on an old one', () => {
  it('finds how it is turned and scaled, to within two pixels at the corners', () => {
    const plane = scene(7);
    const back = turnedBy(4, 1.06);
    const before = draw(plane);
    const after = draw((x, y) => {
      const place = back(x, y);
      return plane(place.x, place.y);
    });
    const found = register(cv, before, after);
    expect(found).not.toBeNull();
    if (!found) return;
    expect(alignmentFault(found, unknown, null)).toBeNull();
    expect(found.turned).toBeCloseTo(4, 0);
    expect(found.scale).toBeCloseTo(1.06, 1);
    const there = inverted(found.map);
    for (const [x, y] of [
      [0.05, 0.05],
      [0.95, 0.05],
      [0.05, 0.95],
      [0.95, 0.95],
    ] as const) {
      const wanted = back(x * width, y * height);
      const got = mapped(there ?? [], x, y);
      expect(Math.hypot(got.x * width - wanted.x, got.y * height - wanted.y)).toBeLessThan(2);
    }
  });

  it('finds it on ground that is nearly of one grey', () => {
    const [plane, moved] = [scene(7, 16), 20];
    const found = register(
      cv,
      draw(plane),
      draw((x, y) => plane(x + moved, y)),
    );
    expect(found && alignmentFault(found, unknown, null)).toBeNull();
    expect(found?.moved).toBeCloseTo(moved / width, 2);
    const other = register(cv, draw(plane), draw(scene(8, 16)));
    expect(other === null || alignmentFault(other, unknown, null) !== null).toBe(true);
  });

  it('is not believed for pictures of different places, and finds nothing on an empty one', () => {
    const found = register(cv, draw(scene(7)), draw(scene(8)));
    expect(found === null || alignmentFault(found, unknown, null) !== null).toBe(true);
    expect(
      register(
        cv,
        draw(scene(7)),
        draw(() => 90),
      ),
    ).toBeNull();
  });

  it('makes no function of any other text', () => {
    // oxlint-disable-next-line typescript/no-implied-eval -- that this is refused is what is tried
    expect(() => new Function('return 1')).toThrow(/out of text/);
  });
});
