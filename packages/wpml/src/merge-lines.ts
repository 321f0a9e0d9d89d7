import { children, figure } from './fields.ts';
import { childNodes, type XmlNode } from './write-xml.ts';
import type { XmlElement } from './xml.ts';

/** Waypoints and lines of a file, and what has become of them in a new document. */
export interface FileLines {
  /** Waypoints of all lines of the file, one line after the other. */
  readonly waypoints: readonly XmlElement[];
  /**
   * Index that the waypoint of an index has now, among those of the line of this waypoint; −1: it is gone, null: the file has
   * none of that index.
   */
  shiftOf(waypoint: XmlElement): (index: number) => number | null;
  /** Index that the waypoint of a place in the file has now; −1: it is gone. */
  nowAt(origin: number): number;
  /** The line of the file that has become of one of the new document; null: it is new. */
  folderOf(folder: XmlNode): XmlElement | null;
  /** What would stand in a line of the file, or at the waypoint of a place of it, had nobody edited anything; null: not known. */
  uneditedLine(folder: XmlElement): XmlNode | null;
  uneditedWaypoint(origin: number | undefined): XmlNode | null;
}

const foldersOf = (body: readonly XmlNode[]): XmlNode[] => body.filter(({ name }) => name === 'Folder');
const waypointsOf = (line: XmlNode) => childNodes(line).flatMap(({ waypoint }) => waypoint ?? []);

/** The lines of the file in the order in which those of the new document take them. */
function becomeOf(
  lines: readonly XmlNode[],
  folders: readonly XmlElement[],
  lineAt: (origin: number) => XmlElement | undefined,
): Map<XmlNode, XmlElement> {
  const become = new Map<XmlNode, XmlElement>();
  const taken = new Set<XmlElement>();
  const take = (line: XmlNode, folder: XmlElement | undefined): void => {
    if (!folder || taken.has(folder) || become.has(line)) return;
    taken.add(folder);
    become.set(line, folder);
  };
  for (const line of lines)
    take(line, lineAt(waypointsOf(line).find(({ origin }) => origin !== undefined)?.origin ?? -1));
  for (const [at, line] of lines.entries()) take(line, folders[at]);
  return become;
}

/** @param unedited the document as it would be written of the plan that the file was read as */
export function linesOf(
  document: XmlElement,
  body: readonly XmlNode[],
  unedited: readonly XmlNode[] | null,
): FileLines {
  const folders = children(document, 'Folder');
  const lines = foldersOf(body);
  const now = new Map(
    lines
      .flatMap(waypointsOf)
      .flatMap(({ origin, index }) => (origin === undefined ? [] : [[origin, index] as const])),
  );
  const nowAt = (origin: number): number => now.get(origin) ?? -1;
  const waypoints: XmlElement[] = [];
  const lineOf: XmlElement[] = [];
  const shifts = new Map<XmlElement, (index: number) => number | null>();
  for (const folder of folders) {
    const own = children(folder, 'Placemark');
    const placeOf = new Map(
      own.map((one, place) => [figure(one, 'index') ?? place, waypoints.length + place]),
    );
    const shift = (index: number): number | null => {
      const place = placeOf.get(index);
      return place === undefined ? null : nowAt(place);
    };
    for (const one of own) {
      shifts.set(one, shift);
      lineOf.push(folder);
      waypoints.push(one);
    }
  }
  const become = becomeOf(lines, folders, (origin) => lineOf[origin]);
  const was = foldersOf(unedited ?? []);
  const wasLine = new Map(was.map((line) => [lineOf[waypointsOf(line)[0]?.origin ?? -1], line]));
  const wasPoint = new Map(
    was.flatMap((line) => childNodes(line).map((one) => [one.waypoint?.origin, one] as const)),
  );
  return {
    waypoints,
    nowAt,
    shiftOf: (waypoint) => shifts.get(waypoint) ?? ((index) => index),
    folderOf: (folder) => become.get(folder) ?? null,
    uneditedLine: (folder) => wasLine.get(folder) ?? null,
    uneditedWaypoint: (origin) => (origin === undefined ? null : (wasPoint.get(origin) ?? null)),
  };
}
