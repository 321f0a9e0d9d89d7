import type { Box } from '@eyrie/domain';

const areaOf = ({ width, height }: Box): number => width * height;

/** Boxes in the order in which they are drawn: a pointer meets the last one first, and of boxes in boxes that is the smallest. */
export const largestFirst = <One extends { box: Box }>(boxes: readonly One[]): One[] =>
  boxes.toSorted((one, other) => areaOf(other.box) - areaOf(one.box));
