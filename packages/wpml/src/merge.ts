import { child, children, figure } from './fields.ts';
import { ActionPool, contentOf, mainPositionOf, textOf } from './merge-actions.ts';
import { linesOf, type FileLines } from './merge-lines.ts';
import { saysSame } from './merge-values.ts';
import { readActionGroup } from './read-placemark.ts';
import type { WpmlAction } from './route.ts';
import { childNodes, node, valueText, writeNode, type XmlNode } from './write-xml.ts';
import { parseXml, type XmlElement } from './xml.ts';

/** What is merged into a document of a file. */
interface Merging extends FileLines {
  /** The document as it was. */
  readonly text: string;
  /** With which the file begins the names of the route namespace. */
  readonly prefix: string;
  readonly mainPosition: string;
  nextGroup(): number;
}

/** A child of a merged element: written over one of the file, or new. */
interface Part {
  readonly local: string;
  readonly from: XmlElement | null;
  text(): string;
}

/** Children that may come any number of times: those of the file that are not among the new ones were taken out. */
const sequences = new Set(['Placemark', 'actionGroup', 'action']);

const localOf = ({ name }: XmlNode): string => name.replace(/^wpml:/, '');
const raw = ({ text }: Merging, { start, end }: XmlElement): string => text.slice(start, end);
const fresh = (one: XmlNode, { prefix }: Merging): string => writeNode(one, 0, prefix).trim();
const isLeaf = ({ content }: XmlNode): boolean => typeof content === 'string' || typeof content === 'number';

interface MergeOptions {
  depth: number;
  /** How many XML elements may be held. */
  elements: number;
  version: string | undefined;
  /** Whether the new document has all lines of the file: those that it lacks go. Asked only where there are less. */
  allLines: () => boolean;
}

/**
 * A document of a route file with what a new one says. Elements that a new document would not have, comments, prefixes and
 * white space come out as they went in; a value that says the same stays as it is written.
 *
 * @throws KmzRefused when the text is no route document
 */
export function mergeDocument(
  text: string,
  body: readonly XmlNode[],
  { depth, elements, version, allLines }: MergeOptions,
): string {
  const root = parseXml(text, { depth, elements });
  const document = child(root, 'Document');
  if (!document) return text;
  const mission = child(document, 'missionConfig');
  let group = 0;
  const merging: Merging = {
    text,
    prefix: (mission?.name ?? 'wpml:missionConfig').slice(0, -'missionConfig'.length),
    mainPosition: mainPositionOf(mission),
    ...linesOf(document, body),
    nextGroup: () => group++,
  };
  const count = (names: readonly { name: string }[]): number =>
    names.filter(({ name }) => name.endsWith('Folder')).length;
  const fewer = count(body) < count(document.children) && allLines();
  const parts = plainParts(document, node('Document', body), merging);
  const merged = contain(document, parts, merging, new Set(fewer ? ['Folder'] : []));
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

function mergeElement(element: XmlElement, one: XmlNode, merging: Merging): string {
  if (one.when === 'absent') return raw(merging, element);
  if (!isLeaf(one)) {
    const parts =
      one.name === 'Placemark' ? waypointParts(element, one, merging) : plainParts(element, one, merging);
    return contain(element, parts, merging);
  }
  const value = one.content as string | number;
  const written = valueText(value);
  if (saysSame(element.local, element.text, typeof value === 'string' ? value : written))
    return raw(merging, element);
  const opening = merging.text.slice(element.start, element.contentStart);
  return element.selfClosing
    ? `<${element.name}>${written}</${element.name}>`
    : opening + written + merging.text.slice(element.contentEnd, element.end);
}

/** Children by their names; of several of one name by their order, waypoints by their place in the file. */
function plainParts(element: XmlElement, one: XmlNode, merging: Merging): Part[] {
  const counts = new Map<string, number>();
  const named = Map.groupBy(element.children, ({ local }) => local);
  return childNodes(one).flatMap((each): Part[] => {
    const local = localOf(each);
    const count = counts.get(local) ?? 0;
    counts.set(local, count + 1);
    return partOf(each, fromOf(each, named.get(local)?.[count] ?? null, merging), merging);
  });
}

function partOf(one: XmlNode, from: XmlElement | null, merging: Merging): Part[] {
  if (!from && one.when === 'present') return [];
  return [
    {
      local: localOf(one),
      from,
      text: () =>
        from
          ? mergeElement(from, one, merging)
          : one.name === 'Folder'
            ? newLine(one, merging)
            : fresh(numbered(one, merging), merging),
    },
  ];
}

function waypointParts(element: XmlElement, one: XmlNode, merging: Merging): Part[] {
  const index = figure(element, 'index') ?? -1;
  const pool = new ActionPool(element, index, merging.mainPosition);
  const { waypoint } = one;
  const others = node(
    one.name,
    childNodes(one).filter((each) => localOf(each) !== 'actionGroup'),
  );
  const parts = plainParts(element, others, merging);
  const shift = merging.shiftOf(element);
  if (waypoint && pool.says(waypoint.actions, shift))
    return [
      ...parts,
      ...pool.groups.map((group) => movedGroup(group, { index: waypoint.index, was: index, shift }, merging)),
    ];
  return [...parts, ...groupParts(one, pool, merging)];
}

/** A line that the file does not have; its waypoints may be those of another one. */
function newLine(one: XmlNode, merging: Merging): string {
  const inner = childNodes(one).flatMap((each) => {
    const from = each.name === 'Placemark' ? fromOf(each, null, merging) : null;
    return partOf(each, from, merging).map((part) => part.text());
  });
  return `<${one.name}>\n${inner.join('\n')}\n</${one.name}>`;
}

/** Groups of actions that the file does not have, with numbers that are free in it. */
const numbered = (one: XmlNode, merging: Merging): XmlNode => {
  if (localOf(one) === 'actionGroup') return withGroupId(one, merging.nextGroup());
  return isLeaf(one) ? one : { ...one, content: childNodes(one).map((each) => numbered(each, merging)) };
};

const withGroupId = (group: XmlNode, id: number): XmlNode => ({
  ...group,
  content: childNodes(group).map((one) => (localOf(one) === 'actionGroupId' ? { ...one, content: id } : one)),
});

/** A group whose actions stay as they are: its number and its waypoints may be others. */
function movedGroup(
  group: XmlElement,
  { index, was, shift }: { index: number; was: number; shift: (index: number) => number },
  merging: Merging,
): Part {
  const end = readActionGroup(group, was)[0]?.groupEnd ?? was;
  const moved = (): string => {
    const values = {
      actionGroupId: merging.nextGroup(),
      actionGroupStartIndex: index,
      actionGroupEndIndex: shift(end),
    };
    const parts = Object.entries(values).flatMap(([local, value]) =>
      partOf(node(`wpml:${local}`, value), child(group, local), merging),
    );
    const kept = children(group, 'action').map((from): Part => ({
      local: 'action',
      from,
      text: () => raw(merging, from),
    }));
    return contain(group, [...parts, ...kept], merging);
  };
  return { local: 'actionGroup', from: group, text: moved };
}

function groupParts(one: XmlNode, pool: ActionPool, merging: Merging): Part[] {
  const left = [...pool.groups];
  return childNodes(one)
    .filter((each) => localOf(each) === 'actionGroup')
    .map((group): Part => {
      const type = textOf(contentOf(node('', contentOf(group, 'actionTrigger')), 'actionTriggerType'));
      const at = left.findIndex((each) => readActionGroup(each, 0)[0]?.trigger === type);
      const from = at < 0 ? null : (left.splice(at, 1)[0] ?? null);
      return { local: 'actionGroup', from, text: () => groupText(from, group, pool, merging) };
    });
}

/** A group with its actions, each over the one of the file that it came from. */
function groupText(from: XmlElement | null, group: XmlNode, pool: ActionPool, merging: Merging): string {
  const whole = withGroupId(group, merging.nextGroup());
  const others = childNodes(whole).filter((each) => localOf(each) !== 'action');
  const actions = childNodes(whole).filter((each) => localOf(each) === 'action');
  const texts = actions.map((each): Part => ({
    local: 'action',
    from: null,
    text: () => actionText(each, pool, merging),
  }));
  if (from) {
    const parts = plainParts(from, node(group.name, others), merging);
    return contain(from, [...parts, ...texts], merging, new Set(['actionTriggerParam']));
  }
  const name = `${merging.prefix}actionGroup`;
  const inner = [...others.map((each) => fresh(each, merging)), ...texts.map((part) => part.text())];
  return `<${name}>\n${inner.join('\n')}\n</${name}>`;
}

function actionText(one: XmlNode, pool: ActionPool, merging: Merging): string {
  const params = childNodes(node('', contentOf(one, 'actionActuatorFuncParam')));
  const action: WpmlAction = {
    func: textOf(contentOf(one, 'actionActuatorFunc')),
    params: Object.fromEntries(params.map((each) => [localOf(each), textOf(each.content)])),
    trigger: '',
    triggerParam: null,
    groupEnd: 0,
  };
  const found = pool.take(action);
  if (!found) return fresh(one, merging);
  const { element, same } = found;
  const id = childNodes(one).filter((each) => localOf(each) === 'actionId');
  const changed = same ? [] : pool.changes(element, one);
  const nodes = changed.length === 0 ? id : [...id, node('wpml:actionActuatorFuncParam', changed)];
  return mergeElement(element, node(one.name, nodes), merging);
}

/**
 * An element with its children replaced. Those of the file that no part names stay; what is new stands behind the part before
 * it.
 *
 * @param gone names of children that go unless a part names them
 */
function contain(
  element: XmlElement,
  parts: readonly Part[],
  { text }: Merging,
  gone: ReadonlySet<string> = new Set(),
): string {
  const leads = new Map<XmlElement, string>();
  let cursor = element.contentStart;
  for (const one of element.children) {
    leads.set(one, text.slice(cursor, one.start));
    cursor = one.end;
  }
  const tail = element.selfClosing ? '' : text.slice(cursor, element.contentEnd);
  const [first] = element.children;
  const usual = first && (leads.get(first) ?? '').trim() === '' ? (leads.get(first) ?? '') : '\n';
  const plain = new Map<XmlElement, Part>();
  const runs = new Map<string, Part[]>();
  const added = new Map<XmlElement | null, Part[]>();
  let behind: XmlElement | null = null;
  const lastOf = new Map(element.children.map((one) => [one.local, one]));
  for (const part of parts) {
    const last = lastOf.get(part.local);
    if (sequences.has(part.local) && last) {
      const run = runs.get(part.local);
      if (run) run.push(part);
      else runs.set(part.local, [part]);
      behind = last;
    } else if (part.from) {
      plain.set(part.from, part);
      behind = part.from;
    } else added.set(behind, [...(added.get(behind) ?? []), part]);
  }
  const pieces: string[] = [];
  const put = (part: Part): void => {
    pieces.push(part.from ? (leads.get(part.from) ?? usual) : usual, part.text());
  };
  for (const part of added.get(null) ?? []) put(part);
  // What lies between two of a sequence stays there: each takes the place of one of the file, the last place all that are left.
  const next = new Map<string, number>();
  for (const one of element.children) {
    const part = plain.get(one);
    if (sequences.has(one.local)) {
      const run = runs.get(one.local) ?? [];
      const from = next.get(one.local) ?? 0;
      const to = lastOf.get(one.local) === one ? run.length : from + 1;
      for (const each of run.slice(from, to)) put(each);
      next.set(one.local, to);
    } else if (part) put(part);
    else if (!gone.has(one.local)) pieces.push(leads.get(one) ?? '', text.slice(one.start, one.end));
    for (const each of added.get(one) ?? []) put(each);
  }
  const opening = element.selfClosing ? `<${element.name}>` : text.slice(element.start, element.contentStart);
  return `${opening}${pieces.join('')}${tail}</${element.name}>`;
}
