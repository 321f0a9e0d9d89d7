import { children, figure } from './fields.ts';
import { childNodes, type XmlNode } from './write-xml.ts';
import type { XmlElement } from './xml.ts';

/** Waypoints and lines of a file, and what has become of them in a new document. */
export interface FileLines {
  /** Waypoints of all lines of the file, one line after the other. */
  readonly waypoints: readonly XmlElement[];
  /** Index that the waypoint of an index has now, among those of the line of this waypoint; −1: it is gone. */
  shiftOf(waypoint: XmlElement): (index: number) => number;
  /** The line of the file that has become of one of the new document; null: it is new. */
  folderOf(folder: XmlNode): XmlElement | null;
}

export function linesOf(document: XmlElement, body: readonly XmlNode[]): FileLines {
  const folders = children(document, 'Folder');
  const lines = body.filter(({ name }) => name === 'Folder');
  const waypointsOf = (line: XmlNode) => childNodes(line).flatMap(({ waypoint }) => waypoint ?? []);
  const now = new Map(
    lines
      .flatMap(waypointsOf)
      .flatMap(({ origin, index }) => (origin === undefined ? [] : [[origin, index] as const])),
  );
  const waypoints: XmlElement[] = [];
  const lineOf: XmlElement[] = [];
  const shifts = new Map<XmlElement, (index: number) => number>();
  for (const folder of folders) {
    const own = children(folder, 'Placemark');
    const placeOf = new Map(
      own.map((one, place) => [figure(one, 'index') ?? place, waypoints.length + place]),
    );
    const shift = (index: number): number => now.get(placeOf.get(index) ?? -1) ?? -1;
    for (const one of own) {
      shifts.set(one, shift);
      lineOf.push(folder);
      waypoints.push(one);
    }
  }
  const become = new Map<XmlNode, XmlElement>();
  const taken = new Set<XmlElement>();
  const take = (line: XmlNode, folder: XmlElement | undefined): void => {
    if (!folder || taken.has(folder) || become.has(line)) return;
    taken.add(folder);
    become.set(line, folder);
  };
  for (const line of lines)
    take(line, lineOf[waypointsOf(line).find(({ origin }) => origin !== undefined)?.origin ?? -1]);
  for (const [at, line] of lines.entries()) take(line, folders[at]);
  return {
    waypoints,
    shiftOf: (waypoint) => shifts.get(waypoint) ?? ((index) => index),
    folderOf: (folder) => become.get(folder) ?? null,
  };
}
