import type { SKRSContext2D } from '@napi-rs/canvas';
import { areaSeen, warmthSeen, type ThermalLook } from '../drone/index.ts';

/** Pixels of a block that has one temperature. */
const block = 5;
/** Degrees Celsius. */
const coldGround = 16;
const whole = { x: 0, y: 0, width: 1, height: 1 };

type Colour = readonly [red: number, green: number, blue: number];
const grey = (share: number): Colour => [share * 255, share * 255, share * 255];
const along =
  (...stops: readonly Colour[]) =>
  (share: number): Colour => {
    const at = share * (stops.length - 1);
    const [low, rest] = [Math.floor(at), at % 1];
    const from = stops[low] ?? [0, 0, 0];
    const to = stops[low + 1] ?? from;
    return [0, 1, 2].map((part) => (from[part] ?? 0) * (1 - rest) + (to[part] ?? 0) * rest) as never;
  };
const iron = along([0, 0, 20], [90, 0, 120], [210, 40, 60], [250, 160, 20], [255, 255, 220]);
const rainbow = along([20, 20, 120], [0, 140, 200], [40, 180, 60], [240, 220, 40], [220, 30, 30]);
/** By the numbers that devices have for them. */
const palettes: Readonly<Record<number, (share: number) => Colour>> = {
  0: grey,
  1: (share) => grey(1 - share),
  2: (share) => (share > 0.85 ? [230, 40, 40] : grey(share)),
  3: rainbow,
  5: rainbow,
  6: iron,
  8: along([0, 0, 60], [0, 120, 220], [220, 240, 255], [255, 180, 60]),
  11: along([10, 0, 0], [160, 20, 0], [255, 120, 0], [255, 250, 160]),
  12: iron,
  13: rainbow,
};

/** The ground as a thermal lens sees it: the same temperatures that the aircraft reports where it measures. */
export function drawThermal(
  brush: SKRSContext2D,
  width: number,
  height: number,
  look: ThermalLook & { thermal: Readonly<Record<string, number>> },
): void {
  const { thermal } = look;
  const { coldest, hottest } = areaSeen(look, whole);
  // A cold sky would leave one grey to all of the ground.
  const from = Math.max(coldest.temperature, coldGround);
  const span = Math.max(1, hottest.temperature - from);
  const colour = palettes[thermal['thermal_current_palette_style'] ?? 0] ?? grey;
  const [low, high] = [
    thermal['thermal_isotherm_lower_limit'] ?? Infinity,
    thermal['thermal_isotherm_upper_limit'] ?? -Infinity,
  ];
  const marks = thermal['thermal_isotherm_state'] === 1;
  const picture = brush.createImageData(width, height);
  const { data } = picture;
  for (let y = 0; y < height; y += block)
    for (let x = 0; x < width; x += block) {
      const warmth = warmthSeen(look, (x + block / 2) / width, (y + block / 2) / height);
      const share = Math.min(1, Math.max(0, (warmth - from) / span));
      const marked = marks && warmth >= low && warmth <= high;
      const [red, green, blue] = marked ? [255, 60, 40] : colour(share);
      for (let down = y; down < Math.min(height, y + block); down += 1)
        for (let right = x; right < Math.min(width, x + block); right += 1) {
          const at = (down * width + right) * 4;
          data[at] = red;
          data[at + 1] = green;
          data[at + 2] = blue;
          data[at + 3] = 255;
        }
    }
  brush.putImageData(picture, 0, 0);
}
