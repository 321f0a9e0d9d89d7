import { smoothNoise } from '../../platform/random.ts';

/** Weather at the dock: wind m/s and direction in degrees it blows from, rain 0 none to 3 heavy, °C, %RH. */
export interface Weather {
  wind: number;
  windFrom: number;
  rain: 0 | 1 | 2 | 3;
  temperature: number;
  humidity: number;
}

/** What somebody ordered instead of the usual. */
export type WeatherOrder = { [K in keyof Weather]?: Weather[K] | undefined };

const defined = (order: WeatherOrder): Partial<Weather> =>
  Object.fromEntries(Object.entries(order).filter(([, value]) => value !== undefined));

/** Smoothly changing, harmless weather. `seconds` is real time: weather is not accelerated with the demo. */
export function createWeather(seed: string): (seconds: number, order: WeatherOrder) => Weather {
  const wind = smoothNoise(`${seed}:wind`);
  const gust = smoothNoise(`${seed}:gust`);
  const turn = smoothNoise(`${seed}:turn`);
  const warm = smoothNoise(`${seed}:warm`);
  return (seconds, order) => ({
    wind: Math.max(0, 3 + wind(seconds / 240) * 2 + gust(seconds / 7) * 0.6),
    windFrom: (turn(seconds / 900) * 180 + 360) % 360,
    rain: 0,
    temperature: 22 + warm(seconds / 1800) * 4,
    humidity: 55 - warm(seconds / 1800) * 15,
    ...defined(order),
  });
}

/** The aircraft tells eight directions: 1 north, then clockwise. */
export const windOctant = (from: number): number => (Math.round(from / 45) % 8) + 1;
