import type { Obstacle } from '@eyrie/geometry';
import type { PathLeg } from '../flight-path.ts';
import type { Findings } from './finding.ts';
import type { CheckInput } from './input.ts';

const rounded = (metres: number): number => Math.round(metres * 10) / 10;
/** Metres by which a clearance may change before an acknowledged one is shown again. */
const gradeStep = 5;

/** Which rule a leg that is too low breaks. */
const lowRule = (leg: PathLeg, lowest: number): 'collision' | 'clearance' | 'returnClearance' => {
  if (lowest < 0) return 'collision';
  return leg.phase === 'return' ? 'returnClearance' : 'clearance';
};

/** What stands there, by its own name and that of its layer. */
const named = (obstacle: Obstacle | null): Record<string, string> => {
  const { name = '', layer = '' } = obstacle ?? {};
  return {
    ...(name === '' ? {} : { obstacle: name.slice(0, 64) }),
    ...(layer === '' ? {} : { layer: layer.slice(0, 64) }),
  };
};

/** Metres below the wanted clearance that are round-off. */
const slack = 0.01;

/** Clearance over ground and buildings on every leg, and where it could not be checked. */
export function checkTerrain({ plan, path, clearances, context }: CheckInput, findings: Findings): void {
  const { clearance } = plan.settings;
  let [unknown, samples] = [0, 0];
  let first: PathLeg | null = null;
  for (const [index, leg] of path.entries()) {
    const found = clearances[index];
    if (!found) continue;
    unknown += found.unknown;
    samples += found.samples;
    if (found.unknown > 0) first ??= leg;
    if (found.lowest === null || found.lowest >= clearance - slack) continue;
    findings.add(lowRule(leg, found.lowest), {
      place: found.at,
      points: leg.ids,
      leg: leg.name,
      values: { found: rounded(found.lowest), min: clearance, ...named(found.obstacle) },
      grade: String(Math.floor(found.lowest / gradeStep) * gradeStep),
    });
  }
  if (first)
    findings.add('clearance', {
      unchecked: true,
      place: { lng: first.from.lng, lat: first.from.lat },
      leg: first.name,
      values: { missing: 'terrain', share: Math.ceil((unknown / samples) * 100) },
    });
  for (const layer of context.unreadLayers ?? [])
    findings.add('clearance', {
      unchecked: true,
      field: layer,
      values: { missing: 'obstacles', layer },
    });
}
