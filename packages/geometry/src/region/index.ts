export { insideRing, selfCrossing, shapeFault, shapeFaults, type ShapeFault } from './fault.ts';
export { shapeMeasures, type ShapeMeasures } from './measure.ts';
export { circleCorners, corridorOutline, coverOf } from './outline.ts';
export { openRing, placesOf, shapeBounds, unwrapped, type RegionShape, type ShapeBounds } from './shape.ts';
export { isWithin, joinShares, sharesWithin, zoneOf, type Share, type Zone } from './within.ts';
