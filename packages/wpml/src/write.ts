import { templatePath, waylinesPath } from './archive.ts';
import { writtenVersion, type RoutePlan } from './plan.ts';
import { decidedLines } from './planned-route.ts';
import { encodeUtf8 } from './text.ts';
import { templateBody } from './write-template.ts';
import { waylinesBody } from './write-waylines.ts';
import { documentParts, writeDocument, type XmlNode } from './write-xml.ts';
import type { ZipEntry } from './zip.ts';
import { pack, packParts, writeZip } from './zip-write.ts';

/** From here on a document is for programs alone. */
const longest = 2_000;

/**
 * What stands in the two documents of a plan.
 *
 * @throws RangeError when a number is not finite, a line has no second waypoint, or a WGS84 plan lacks its undulation
 */
export function documentsOf(plan: RoutePlan): { template: XmlNode[]; waylines: XmlNode[] } {
  const lines = decidedLines(plan);
  if (lines.some((line) => line.length < 2)) throw new RangeError('a line has at least two waypoints');
  if (plan.heightMode === 'WGS84' && plan.undulation === undefined)
    throw new RangeError('a WGS84 plan needs the undulation at the route');
  return { template: templateBody(plan, lines), waylines: waylinesBody(plan, lines) };
}

/**
 * Writes a waypoint route that DJI planners and docks read. The same plan gives the same bytes.
 *
 * @throws RangeError when a number is not finite, a line has no second waypoint, or a WGS84 plan lacks its undulation
 */
export function writeKmz(plan: RoutePlan): Uint8Array {
  const { template, waylines } = documentsOf(plan);
  const version = plan.version ?? writtenVersion;
  const points = (plan.moreLines ?? []).reduce((sum, line) => sum + line.length, plan.waypoints.length);
  const packed = (path: string, body: readonly XmlNode[]): ZipEntry =>
    points > longest
      ? packParts(path, documentParts(version, body), plan.compression)
      : pack(path, encodeUtf8(writeDocument(version, body)), plan.compression);
  return writeZip([packed(templatePath, template), packed(waylinesPath, waylines)]);
}

/** A file name made of a route's name: without path characters and dots, which docks and shells stumble over. */
export function routeFileName(name: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters have no place in a file name
  const safe = name.replace(/[\u0000-\u001f\u007f<>:"/\\|?*.]+/g, '_').trim();
  return `${safe.slice(0, 100) || 'route'}.kmz`;
}
