import { distance, type Place } from '@eyrie/geometry';
import { climbSpeed, descentSpeed } from '../flight-path.ts';
import type { Ground } from '../resolved.ts';
import { placeOnLeg, topAt } from '../samples.ts';

/** A point of a line with its height above the sea in metres. `corner`: place in the line as it was laid; null: put in between. */
export interface FollowedPoint extends Place {
  readonly sea: number;
  readonly corner: number | null;
}

interface Sample extends Place {
  /** Metres along the line. */
  readonly along: number;
  sea: number;
  readonly corner: number | null;
}

/** Metres between two samples of the ground: finer than terrain that is loaded. */
const step = 5;
/** Metres that legs may lie above the wanted height where that saves a point. */
const tolerance = 3;
/** Samples of a whole route at most. */
const samplesMost = 400_000;

/** Samples of a line with what stands below plus the wanted height; the first place whose ground is not known instead. */
function sampled(path: readonly Place[], above: number, ground: Ground): Sample[] | Place {
  const lengths = path.slice(1).map((to, at) => distance(path[at] as Place, to));
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  const apart = Math.max(step, whole / samplesMost);
  const samples: Sample[] = [];
  let along = 0;
  const add = (place: Place, metres: number, corner: number | null): Place | null => {
    const top = topAt(ground, place);
    if (top === null) return place;
    samples.push({ lng: place.lng, lat: place.lat, along: metres, sea: top + above, corner });
    return null;
  };
  for (const [at, length] of lengths.entries()) {
    const [from, to] = [path[at] as Place, path[at + 1] as Place];
    const count = Math.max(1, Math.ceil(length / apart));
    const place = placeOnLeg({ from: { ...from, sea: 0 }, to: { ...to, sea: 0 }, ground: length });
    for (let i = 0; i < count; i += 1) {
      const unknown = add(place(i / count), along + (length * i) / count, i === 0 ? at : null);
      if (unknown) return unknown;
    }
    along += length;
  }
  const last = path.at(-1);
  return (last && add(last, along, path.length - 1)) ?? samples;
}

/** Raises what would climb or sink faster than the aircraft does: the earlier sample before a climb, the later after a descent. */
function limitSlopes(samples: Sample[], speed: number): void {
  const [climb, sink] = [climbSpeed / speed, descentSpeed / speed];
  for (let at = samples.length - 2; at >= 0; at -= 1) {
    const [here, next] = [samples[at] as Sample, samples[at + 1] as Sample];
    here.sea = Math.max(here.sea, next.sea - (next.along - here.along) * climb);
  }
  for (let at = 1; at < samples.length; at += 1) {
    const [before, here] = [samples[at - 1] as Sample, samples[at] as Sample];
    here.sea = Math.max(here.sea, before.sea - (here.along - before.along) * sink);
  }
}

const onChord = (from: Sample, to: Sample, along: number): number =>
  to.along === from.along
    ? Math.max(from.sea, to.sea)
    : from.sea + ((to.sea - from.sea) * (along - from.along)) / (to.along - from.along);

/** Which samples to keep so that no other lies more than half the tolerance off the straight legs; corners stay. */
function kept(samples: readonly Sample[]): number[] {
  const keep = samples.map(({ corner }) => corner !== null);
  const held = keep.flatMap((one, at) => (one ? [at] : []));
  const open = held.slice(1).map((end, at) => [held[at] as number, end] as const);
  for (let next = open.pop(); next; next = open.pop()) {
    const [from, to] = next;
    let [farthest, most] = [from, tolerance / 2];
    for (let at = from + 1; at < to; at += 1) {
      const { sea, along } = samples[at] as Sample;
      const off = Math.abs(sea - onChord(samples[from] as Sample, samples[to] as Sample, along));
      if (off > most) [farthest, most] = [at, off];
    }
    if (farthest === from) continue;
    keep[farthest] = true;
    open.push([from, farthest], [farthest, to]);
  }
  return keep.flatMap((one, at) => (one ? [at] : []));
}

/**
 * Metres by which each kept sample has to rise so that no leg passes below a sample. Both ends of a leg rise by what it lacks:
 * comparing each sample only with its neighbours would let a long leg dip.
 */
function lacking(samples: readonly Sample[], places: readonly number[]): number[] {
  const rise = places.map(() => 0);
  for (let leg = 0; leg < places.length - 1; leg += 1) {
    const [from, to] = [places[leg] as number, places[leg + 1] as number];
    let lack = 0;
    for (let at = from + 1; at < to; at += 1) {
      const { sea, along } = samples[at] as Sample;
      lack = Math.max(lack, sea - onChord(samples[from] as Sample, samples[to] as Sample, along));
    }
    rise[leg] = Math.max(rise[leg] as number, lack);
    rise[leg + 1] = Math.max(rise[leg + 1] as number, lack);
  }
  return rise;
}

/**
 * A line at a height above ground and buildings (metres): never lower at a sample, at most 3 m higher than it has to be for the
 * terrain and the climb of an aircraft at `speed` m/s, with as few points between its corners as that lets.
 * @returns the place whose ground is not known in place of a line
 */
export function followTerrain(
  path: readonly Place[],
  above: number,
  speed: number,
  ground: Ground,
): FollowedPoint[] | Place {
  const samples = sampled(path, above, ground);
  if (!Array.isArray(samples)) return samples;
  limitSlopes(samples, speed);
  const places = kept(samples);
  const rise = lacking(samples, places);
  return places.map((at, order) => {
    const { lng, lat, sea, corner } = samples[at] as Sample;
    return { lng, lat, sea: sea + (rise[order] as number), corner };
  });
}
