import type { PictureSize } from '@eyrie/domain';
import { edgeToEdge, type Carry } from '../../platform/compare/carry.ts';

/**
 * Where a place of a photo lies on one that another lens took of the same shot: both look along one axis, and see as much as
 * their focal lengths (35 mm film) let them. From edge to edge where one of these is not known.
 */
export function carryOfLenses(
  one: PictureSize,
  other: PictureSize,
  focal: { one: number | null; other: number | null },
): Carry {
  if (focal.one === null || focal.other === null) return edgeToEdge(one, other);
  // Lengths as on film are of the diagonal: pictures of other sides see the same along that.
  const diagonals = Math.hypot(other.width, other.height) / Math.hypot(one.width, one.height);
  const scale = (diagonals * focal.other) / focal.one;
  const to = ({ x, y }: { x: number; y: number }) => ({
    x: other.width / 2 + (x - one.width / 2) * scale,
    y: other.height / 2 + (y - one.height / 2) * scale,
  });
  const back = ({ x, y }: { x: number; y: number }) => ({
    x: one.width / 2 + (x - other.width / 2) / scale,
    y: one.height / 2 + (y - other.height / 2) / scale,
  });
  return { to, back, larger: (scale * one.width) / other.width };
}
