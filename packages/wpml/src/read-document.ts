import { child, children, figure, word } from './fields.ts';
import type { KmzLimits } from './limits.ts';
import { KmzRefused } from './refusal.ts';
import { readPlacemark, type Placemark } from './read-placemark.ts';
import type { WpmlPayload } from './route.ts';
import { parseXml, type XmlElement } from './xml.ts';

/** One of the two documents of a route file, its waypoints taken out of the tree. */
export interface RouteDocument {
  readonly namespaceVersion: string;
  readonly missionConfig: XmlElement | null;
  readonly folders: readonly RouteFolder[];
}

export interface RouteFolder {
  readonly element: XmlElement;
  readonly templateType: string | null;
  readonly placemarks: readonly Placemark[];
}

/**
 * Reads a document by local names: versions of the namespace and prefixes differ from planner to planner.
 *
 * @throws KmzRefused
 */
export function readDocument(text: Iterable<string>, limits: KmzLimits): RouteDocument {
  const placemarks = new Map<XmlElement, Placemark[]>();
  let total = 0;
  const root = parseXml(text, {
    depth: limits.xmlDepth,
    elements: limits.xmlElements,
    release: (element, parent) => {
      if (element.local !== 'Placemark' || parent?.local !== 'Folder') return false;
      refuseMapping(parent);
      const inFolder = placemarks.get(parent) ?? [];
      placemarks.set(parent, inFolder);
      inFolder.push(readPlacemark(element, inFolder.length));
      if (++total > limits.waypoints)
        throw new KmzRefused('kmzTooBig', `more than ${limits.waypoints} waypoints`);
      return true;
    },
  });
  if (root.local !== 'kml')
    throw new KmzRefused('kmzBrokenXml', `root element is <${root.name.slice(0, 40)}>`);
  const body = child(root, 'Document');
  const folders = children(body, 'Folder');
  folders.forEach(refuseMapping);
  return {
    namespaceVersion: namespaceVersion(root),
    missionConfig: child(body, 'missionConfig'),
    folders: folders.map((element) => ({
      element,
      templateType: word(element, 'templateType'),
      placemarks: placemarks.get(element) ?? [],
    })),
  };
}

/** Called before a mapping Placemark, which has a polygon where a waypoint has a point, can look broken. */
function refuseMapping(folder: XmlElement): void {
  const type = word(folder, 'templateType');
  if (type !== null && type !== 'waypoint') throw new KmzRefused('kmzTemplateType', type.slice(0, 40));
}

function namespaceVersion(root: XmlElement): string {
  for (const { name, value } of root.attributes) {
    const version = name.startsWith('xmlns') ? /\/wpmz\/(\d+\.\d+\.\d+)\/?$/.exec(value)?.[1] : undefined;
    if (version) return version;
  }
  return '';
}

export function readPayloads(missionConfig: XmlElement | null): WpmlPayload[] {
  return children(missionConfig, 'payloadInfo').map((info) => ({
    enumValue: figure(info, 'payloadEnumValue') ?? 65_535,
    subEnumValue: figure(info, 'payloadSubEnumValue'),
    position: figure(info, 'payloadPositionIndex') ?? 0,
  }));
}
