import { child } from './fields.ts';
import { mainPositionOf } from './merge-actions.ts';
import { mergedGroups, numbersOf } from './merge-groups.ts';
import { linesOf } from './merge-lines.ts';
import { contain, isLeaf, keptPart, leafText, localOf, type Part } from './merge-parts.ts';
import { saysSame } from './merge-values.ts';
import type { Merging } from './merging.ts';
import type { WpmlWaypoint } from './route.ts';
import { childNodes, node, valueText, writeNode, type XmlNode } from './write-xml.ts';
import { parseXml, type XmlElement } from './xml.ts';

export interface MergeOptions {
  depth: number;
  /** How many XML elements may be held. */
  elements: number;
  version: string | undefined;
  /** Whether the new document has all lines of the file: those that it lacks go. Asked only where there are less. */
  allLines: () => boolean;
  /** The document as it would be written of the plan that the file was read as: what did not change since stays. */
  unedited: readonly XmlNode[] | null;
  read: readonly WpmlWaypoint[];
}

/** Switches of a planner's waypoint that go with what they switch, and heights that go with one another. */
const together: readonly (readonly string[])[] = [
  ['height', 'ellipsoidHeight', 'useGlobalHeight'],
  ['waypointSpeed', 'useGlobalSpeed'],
  ['waypointHeadingParam', 'useGlobalHeadingParam'],
  ['waypointTurnParam', 'useGlobalTurnParam'],
];
/** Elements whose children are looked at one by one; what changed in any other one is said by it as a whole. */
const looseElements = new Set(['Document', 'Folder', 'Placemark', 'missionConfig']);

const fresh = (one: XmlNode, { prefix }: Merging): string => writeNode(one, 0, prefix).trim();

/**
 * A document of a route file with what a new one says. What nobody edited, elements that a new document would not have,
 * comments, prefixes and white space come out as they went in; a value that says the same stays as it is written.
 *
 * @throws KmzRefused when the text is no route document
 */
export function mergeDocument(text: string, body: readonly XmlNode[], options: MergeOptions): string {
  const { depth, elements, version, allLines, unedited, read } = options;
  const root = parseXml(text, { depth, elements });
  const document = child(root, 'Document');
  if (!document) return text;
  const mission = child(document, 'missionConfig');
  const lines = linesOf(document, body, unedited);
  const merging: Merging = {
    text,
    prefix: (mission?.name ?? 'wpml:missionConfig').slice(0, -'missionConfig'.length),
    mainPosition: mainPositionOf(mission),
    ...lines,
    read,
    numbers: numbersOf(lines.waypoints),
  };
  const count = (names: readonly { name: string }[]): number =>
    names.filter(({ name }) => name.endsWith('Folder')).length;
  const fewer = count(body) < count(document.children) && allLines();
  const was = unedited && node('Document', unedited);
  const parts = plainParts(document, node('Document', body), was, merging);
  const merged = contain(document, parts, text, new Set(fewer ? ['Folder'] : []));
  const opening = text.slice(root.start, root.contentStart);
  const named = version ? opening.replace(/(\/wpmz\/)\d+\.\d+\.\d+/, `$1${version}`) : opening;
  return (
    text.slice(0, root.start) +
    named +
    text.slice(root.contentStart, document.start) +
    merged +
    text.slice(document.end)
  );
}

/** What of the file an element is written over: waypoints by their place, lines by their waypoints, others by their order. */
function fromOf(one: XmlNode, inOrder: XmlElement | null, merging: Merging): XmlElement | null {
  if (one.name === 'Folder') return merging.folderOf(one);
  if (one.name === 'Placemark') return merging.waypoints[one.waypoint?.origin ?? -1] ?? null;
  return inOrder;
}

function uneditedOf(
  one: XmlNode,
  from: XmlElement | null,
  inOrder: XmlNode | null,
  merging: Merging,
): XmlNode | null {
  if (one.name === 'Folder') return from && merging.uneditedLine(from);
  if (one.name === 'Placemark') return merging.uneditedWaypoint(one.waypoint?.origin);
  return inOrder;
}

/** Whether two nodes say the same. */
function equal(one: XmlNode, other: XmlNode): boolean {
  if (one.name !== other.name) return false;
  if (isLeaf(one) || isLeaf(other)) return one.content === other.content;
  const [ours, theirs] = [childNodes(one), childNodes(other)];
  return ours.length === theirs.length && ours.every((each, at) => equal(each, theirs[at] as XmlNode));
}

/** The children of an element that somebody edited; all of them where it is not known how it was. */
function editedOf(one: XmlNode, was: readonly XmlNode[] | null): ReadonlySet<XmlNode> {
  const nodes = childNodes(one);
  if (!was) return new Set(nodes);
  const earlier = Map.groupBy(was, ({ name }) => name);
  const counts = new Map<string, number>();
  const edited = nodes.filter((each) => {
    const count = counts.get(each.name) ?? 0;
    counts.set(each.name, count + 1);
    const before = earlier.get(each.name)?.[count];
    // An index is written where it was not counted right.
    return looseElements.has(localOf(each)) || each.name === 'wpml:index' || !before || !equal(each, before);
  });
  const names = new Set(edited.map(localOf));
  const also = new Set(together.filter((names_) => names_.some((name) => names.has(name))).flat());
  return new Set(nodes.filter((each) => edited.includes(each) || also.has(localOf(each))));
}

function mergeElement(element: XmlElement, one: XmlNode, was: XmlNode | null, merging: Merging): string {
  if (one.when === 'absent') return merging.text.slice(element.start, element.end);
  if (isLeaf(one)) return leafText(element, one, merging.text);
  const parts =
    one.name === 'Placemark'
      ? waypointParts(element, one, was, merging)
      : plainParts(element, one, looseElements.has(element.local) ? was : null, merging);
  return contain(element, parts, merging.text);
}

/** Children by their names; of several of one name by their order, waypoints by their place in the file. */
function plainParts(element: XmlElement, one: XmlNode, was: XmlNode | null, merging: Merging): Part[] {
  const counts = new Map<string, number>();
  const named = Map.groupBy(element.children, ({ local }) => local);
  const earlier = was ? Map.groupBy(childNodes(was), localOf) : null;
  const edited = editedOf(one, was ? childNodes(was) : null);
  return childNodes(one).flatMap((each): Part[] => {
    const local = localOf(each);
    const count = counts.get(local) ?? 0;
    counts.set(local, count + 1);
    const from = fromOf(each, named.get(local)?.[count] ?? null, merging);
    if (!edited.has(each)) return from ? [keptPart(from, merging.text)] : [];
    // Consumer applications write a planner's document without a line, which nobody's edit adds.
    if (each.name === 'Folder' && was && !named.has('Folder')) return [];
    return partOf(each, from, uneditedOf(each, from, earlier?.get(local)?.[count] ?? null, merging), merging);
  });
}

function partOf(one: XmlNode, from: XmlElement | null, was: XmlNode | null, merging: Merging): Part[] {
  if (!from && one.when === 'present') return [];
  const written = (): string => {
    if (from) return mergeElement(from, one, was, merging);
    return one.name === 'Folder' ? newLine(one, merging) : fresh(numbered(one, merging), merging);
  };
  return [{ local: localOf(one), from, text: written }];
}

/** Elements that say a pitch beside the actions. */
const pitchElements = new Set(['gimbalPitchAngle', 'waypointGimbalHeadingParam']);

/**
 * The pitch beside the actions is kept in step where it was in step: many planners fill it with 0 and turn the gimbal by other
 * means.
 */
function inStep(element: XmlElement, one: XmlNode, { read, text }: Merging): boolean {
  const [leaf] = isLeaf(one) ? [one] : childNodes(one);
  const stands = isLeaf(one) ? element : leaf && child(element, localOf(leaf));
  const was = read[one.waypoint?.origin ?? -1]?.gimbalPitch ?? null;
  if (!stands || was === null) return true;
  return saysSame(stands.local, text.slice(stands.contentStart, stands.contentEnd), valueText(was));
}

function waypointParts(element: XmlElement, one: XmlNode, was: XmlNode | null, merging: Merging): Part[] {
  const { waypoint } = one;
  const pitchStays = waypoint !== undefined && was?.waypoint?.gimbalPitch === waypoint.gimbalPitch;
  const others = childNodes(one).flatMap((each): XmlNode[] => {
    const local = localOf(each);
    if (local === 'actionGroup') return [];
    if (!pitchElements.has(local)) return [each];
    const stands = child(element, local);
    const stays =
      pitchStays ||
      (stands !== null && !inStep(stands, { ...each, ...(waypoint ? { waypoint } : {}) }, merging));
    return stays ? [] : [each];
  });
  const rest =
    was &&
    node(
      was.name,
      childNodes(was).filter((each) => localOf(each) !== 'actionGroup'),
    );
  return [
    ...plainParts(element, node(one.name, others), rest, merging),
    ...(waypoint ? mergedGroups(element, waypoint, was?.waypoint ?? null, merging) : []),
  ];
}

/** A line that the file does not have; its waypoints may be those of another one. */
function newLine(one: XmlNode, merging: Merging): string {
  const inner = childNodes(one).flatMap((each) => {
    const from = each.name === 'Placemark' ? fromOf(each, null, merging) : null;
    return partOf(each, from, uneditedOf(each, from, null, merging), merging).map((part) => part.text());
  });
  return `<${one.name}>\n${inner.join('\n')}\n</${one.name}>`;
}

/** Groups of actions that the file does not have, with numbers that are free in it. */
const numbered = (one: XmlNode, merging: Merging): XmlNode => {
  if (localOf(one) === 'actionGroupId') return { ...one, content: merging.numbers.free() };
  return isLeaf(one) ? one : { ...one, content: childNodes(one).map((each) => numbered(each, merging)) };
};
