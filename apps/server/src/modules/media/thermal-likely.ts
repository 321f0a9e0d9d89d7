import { resultLimits } from '@eyrie/domain';

const { thermalColdest, thermalHottest } = resultLimits;
/** The share of pixels that may be colder or hotter: clear sky, and pixels that are defect. */
const oddShare = 0.01;

/**
 * Temperatures, °C, of which those become NaN that are colder or hotter than is measured: a defect pixel of 0 would be the
 * coldest one of the picture. @returns null where hardly any is known, or too many are beyond: then these are no temperatures
 */
export function likelyTemperatures(values: Float32Array): Float32Array | null {
  let [known, odd] = [0, 0];
  for (const [at, value] of values.entries()) {
    if (Number.isNaN(value)) continue;
    known += 1;
    if (value >= thermalColdest && value <= thermalHottest) continue;
    odd += 1;
    values[at] = Number.NaN;
  }
  return known > odd && odd <= known * oddShare ? values : null;
}
