import { child, children, figure, word } from './fields.ts';
import type { Alignment } from './merge-actions.ts';
import { contain, keptPart, leafText, localOf, type Part } from './merge-parts.ts';
import type { WpmlAction } from './route.ts';
import { actionGroup, actionNode } from './write-shared.ts';
import { childNodes, node, wpml, writeNode, type XmlNode } from './write-xml.ts';
import type { XmlElement } from './xml.ts';

/** Numbers of groups, which are unique in a document. */
export interface GroupNumbers {
  free(): number;
}

/** The document that groups are written into. */
interface Writing {
  readonly text: string;
  readonly prefix: string;
  readonly numbers: GroupNumbers;
}

export type Waypoint = NonNullable<XmlNode['waypoint']>;

/** An action in a group: one of the file as it stands, one of the file with other values, or a new one. */
export interface Entry {
  readonly element: XmlElement | null;
  /** Its place among the actions that are wanted; null: no plan knows it, it stays where it is. */
  readonly after: number | null;
  readonly changed: readonly string[];
}

export interface Group {
  readonly from: XmlElement;
  /** Its actions are done on arrival at its waypoint. */
  readonly arrives: boolean;
  entries: Entry[];
  /** By what the plan sets it off, where that was edited. */
  by: WpmlAction | null;
}

/** What is known of the actions of one waypoint. */
export interface WaypointActions {
  readonly after: readonly WpmlAction[];
  readonly before: readonly WpmlAction[];
  readonly alignment: Alignment;
  readonly index: number;
  /** Index that the end of a group has now, by the index that it had in its line. */
  ends(end: number): number;
}

/** A group of the file with the actions that it has now. */
export function groupText(
  group: Group,
  known: WaypointActions,
  shift: (index: number) => number | null,
  merging: Writing,
): string {
  const { from, entries, by } = group;
  const elements = children(from, 'action');
  const moved =
    entries.length !== elements.length || entries.some(({ element }, at) => element !== elements[at]);
  const parts: Part[] = entries.map((entry, at) => ({
    local: 'action',
    from: entry.element,
    text: () => actionText(entry, at, moved, known, merging),
  }));
  return contain(from, [...headParts(group, known, shift, merging), ...parts], merging.text, goneOf(by));
}

/** A trigger that has no parameter any more loses it. */
const goneOf = (by: WpmlAction | null): ReadonlySet<string> =>
  new Set(by && by.triggerParam === null ? ['actionTriggerParam'] : []);

/** Where a group begins and ends, and what sets it off: as it was, but for waypoints that have another index now. */
function headParts(
  { from, by }: Group,
  { index }: WaypointActions,
  shift: (index: number) => number | null,
  { text }: Writing,
): Part[] {
  const start = child(from, 'actionGroupStartIndex');
  const end = child(from, 'actionGroupEndIndex');
  // What was to begin or end at a waypoint that is gone does so here; an index that names none stays.
  const now = (element: XmlElement): number | null => {
    const shifted = shift(figure(from, element.local) ?? Number.NaN);
    return shifted === -1 ? index : shifted;
  };
  const over = (element: XmlElement | null, value: string | number | null): Part[] => {
    if (!element) return [];
    if (value === null) return [keptPart(element, text)];
    const one = wpml(element.local, value);
    return [{ local: element.local, from: element, text: () => leafText(element, one, text) }];
  };
  const trigger = child(from, 'actionTrigger');
  const triggerParts: Part[] =
    by && trigger && !isOf(by, trigger)
      ? [{ local: 'actionTrigger', from: trigger, text: () => triggerText(trigger, by, text) }]
      : [];
  return [
    ...over(start, start && now(start)),
    ...over(end, by?.groupEnd ?? (end && now(end))),
    ...triggerParts,
  ];
}

const isOf = (by: WpmlAction, trigger: XmlElement): boolean =>
  word(trigger, 'actionTriggerType') === by.trigger &&
  figure(trigger, 'actionTriggerParam') === by.triggerParam;

function triggerText(trigger: XmlElement, by: WpmlAction, text: string): string {
  const prefix = trigger.name.slice(0, -trigger.local.length);
  const part = (local: string, value: string | number | null): Part[] => {
    if (value === null) return [];
    const element = child(trigger, local);
    const one = wpml(local, value);
    const written = (): string => (element ? leafText(element, one, text) : writeNode(one, 0, prefix).trim());
    return [{ local, from: element, text: written }];
  };
  const parts = [...part('actionTriggerType', by.trigger), ...part('actionTriggerParam', by.triggerParam)];
  return contain(trigger, parts, text, goneOf(by));
}

function actionText(
  { element, after, changed }: Entry,
  at: number,
  moved: boolean,
  known: WaypointActions,
  { text, prefix }: Writing,
): string {
  const action = known.after[after ?? -1];
  if (!element) return action ? writeNode(actionNode(action, at), 0, prefix).trim() : '';
  const id = child(element, 'actionId');
  const params = child(element, 'actionActuatorFuncParam');
  const parts: Part[] = [];
  if (moved && id)
    parts.push({ local: id.local, from: id, text: () => leafText(id, wpml(id.local, at), text) });
  if (changed.length > 0 && action)
    parts.push({
      local: 'actionActuatorFuncParam',
      from: params,
      text: () => paramsText(params, action, changed, { text, prefix }),
    });
  return parts.length === 0 ? text.slice(element.start, element.end) : contain(element, parts, text);
}

function paramsText(
  params: XmlElement | null,
  action: WpmlAction,
  changed: readonly string[],
  { text, prefix }: Pick<Writing, 'text' | 'prefix'>,
): string {
  const nodes = changed.map((name) => wpml(name, action.params[name] ?? ''));
  if (!params) return writeNode(node('wpml:actionActuatorFuncParam', nodes), 0, prefix).trim();
  const parts = nodes.map((one): Part => {
    const from = child(params, localOf(one));
    return {
      local: localOf(one),
      from,
      text: () => (from ? leafText(from, one, text) : writeNode(one, 0, prefix).trim()),
    };
  });
  return contain(params, parts, text);
}

/** A group that the file does not have; actions of the file move into it as they stand. */
export function newGroup(entries: readonly Entry[], known: WaypointActions, merging: Writing): Part {
  const { prefix, numbers } = merging;
  const [first] = entries.flatMap(({ after }) => known.after[after ?? -1] ?? []);
  const written = (): string => {
    if (!first) return '';
    const name = `${prefix}actionGroup`;
    const head = childNodes(actionGroup(known.index, first, [], numbers.free));
    const inner = [
      ...head.map((one) => writeNode(one, 0, prefix).trim()),
      ...entries.map((entry, at) => actionText(entry, at, true, known, merging)),
    ];
    return `<${name}>\n${inner.join('\n')}\n</${name}>`;
  };
  return { local: 'actionGroup', from: null, text: written };
}
