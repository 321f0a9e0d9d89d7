import {
  Clipper64,
  ClipType,
  EndType,
  FillRule,
  inflatePaths,
  JoinType,
  PolyTree64,
  simplifyPaths,
  union,
  type Path64,
  type Paths64,
  type PolyPath64,
} from 'clipper2-ts';
import { partArea, turned, type FlatPart, type FlatRing } from './flat.ts';

/** The library counts in whole numbers: millimetres. */
const perMetre = 1000;
/** Steps that round a quarter of a corner. */
const stepsPerQuarter = 8;
/** Square metres below which a part is nothing but rounding. */
const leastPart = 1;
/** How far a sharp corner may reach, by the margin; beyond it is cut off. */
const mitreLimit = 4;

const toPath = (ring: FlatRing): Path64 =>
  ring.map(({ east, north }) => ({ x: Math.round(east * perMetre), y: Math.round(north * perMetre) }));

const toRing = (path: Path64): FlatRing =>
  path.map(({ x, y }) => ({ east: x / perMetre, north: y / perMetre }));

const widened = (paths: Paths64, margin: number, join: JoinType): Paths64 => {
  if (margin === 0) return paths;
  const delta = margin * perMetre;
  const tolerance = Math.abs(delta) * (1 - Math.cos(Math.PI / (4 * stepsPerQuarter)));
  return inflatePaths(paths, delta, join, EndType.Polygon, mitreLimit, tolerance);
};

/** Outer rings with the holes that lie in them, also those that lie in a hole of another. */
function partsOf(node: PolyPath64): FlatPart[] {
  const parts: FlatPart[] = [];
  for (let at = 0; at < node.count; at += 1) {
    const outer = node.child(at);
    const rings: FlatRing[] = [turned(toRing(outer.polygon ?? []), true)];
    for (let inner = 0; inner < outer.count; inner += 1) {
      const hole = outer.child(inner);
      rings.push(turned(toRing(hole.polygon ?? []), false));
      parts.push(...partsOf(hole));
    }
    parts.push(rings);
  }
  return parts;
}

function without(subject: Paths64, cut: Paths64): FlatPart[] {
  const clipper = new Clipper64();
  clipper.addSubject(subject);
  clipper.addClip(cut);
  const tree = new PolyTree64();
  clipper.execute(ClipType.Difference, FillRule.NonZero, tree);
  return partsOf(tree).filter((part) => partArea(part) >= leastPart);
}

/**
 * Parts joined, widened by `margin` metres (narrowed below 0, corners rounded) and without what lies in `cut`. May be
 * none or several.
 */
export function groundOf(parts: readonly FlatPart[], margin: number, cut: readonly FlatRing[]): FlatPart[] {
  if (margin === 0 && cut.length === 0 && parts.length === 1) return [...parts];
  const joined = union(parts.flat().map(toPath), FillRule.NonZero);
  return without(widened(joined, margin, JoinType.Round), cut.map(toPath));
}

/** Rings joined and widened with sharp corners, so that nothing of a corner is lost; metres. */
export function grown(rings: readonly FlatRing[], margin: number): FlatRing[] {
  const joined = union(
    rings.map((ring) => toPath(turned(ring, true))),
    FillRule.NonZero,
  );
  return widened(joined, margin, JoinType.Miter).map(toRing);
}

/** Fewer corners, none farther than `tolerance` metres from where it was. */
export const coarser = (rings: readonly FlatRing[], tolerance: number): FlatRing[] =>
  simplifyPaths(rings.map(toPath), tolerance * perMetre).map(toRing);
