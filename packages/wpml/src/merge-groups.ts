import { children, figure } from './fields.ts';
import { aligned, changedParams } from './merge-actions.ts';
import {
  groupText,
  newGroup,
  type Entry,
  type Group,
  type GroupNumbers,
  type Waypoint,
  type WaypointActions,
} from './merge-group-text.ts';
import type { Part } from './merge-parts.ts';
import type { Merging } from './merging.ts';
import { readActionGroup } from './read-placemark.ts';
import type { WpmlAction } from './route.ts';
import type { XmlElement } from './xml.ts';

export function numbersOf(waypoints: readonly XmlElement[]): GroupNumbers {
  let last = -1;
  for (const one of waypoints)
    for (const group of children(one, 'actionGroup'))
      last = Math.max(last, figure(group, 'actionGroupId') ?? -1);
  return { free: () => (last += 1) };
}

const triggerOf = ({ trigger, triggerParam, groupEnd }: WpmlAction): string =>
  `${trigger} ${triggerParam} ${groupEnd}`;

/** The actions that a person set, without the pitch of the point that is written as the first of them. */
const ownActions = ({ actions, gimbalPitch }: Waypoint): readonly WpmlAction[] =>
  gimbalPitch === null ? actions : actions.slice(1);

const sameParams = (one: WpmlAction['params'], other: WpmlAction['params']): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value);

/** Place among the actions that were read of each action of this document, which may lack some or have more. */
function readPlaces(inFile: readonly WpmlAction[], read: readonly WpmlAction[]): (number | null)[] {
  const taken = new Set<number>();
  const take = (test: (one: WpmlAction) => boolean): number | null => {
    const at = read.findIndex((one, place) => !taken.has(place) && test(one));
    if (at < 0) return null;
    taken.add(at);
    return at;
  };
  const exact = inFile.map((action) =>
    take(
      (one) =>
        one.func === action.func && one.trigger === action.trigger && sameParams(one.params, action.params),
    ),
  );
  return exact.map(
    (at, place) =>
      at ?? take((one) => one.func === inFile[place]?.func && one.trigger === inFile[place]?.trigger),
  );
}

/** The groups of a waypoint of a file with the actions that it has now. */
export function mergedGroups(
  element: XmlElement,
  waypoint: Waypoint,
  was: Waypoint | null,
  merging: Merging,
): Part[] {
  const known = alignedActions(waypoint, was, merging);
  const carrier = figure(element, 'index') ?? waypoint.index;
  const { groups, leaving } = groupsOf(element, carrier, waypoint, known, merging);
  const added = [...leaving.map((one) => [one]), ...newEntries(groups, known)];
  const shift = merging.shiftOf(element);
  const parts = groups.flatMap((group): Part[] =>
    group.entries.length === 0 && children(group.from, 'action').length > 0
      ? []
      : [{ local: 'actionGroup', from: group.from, text: () => groupText(group, known, shift, merging) }],
  );
  return [...parts, ...added.map((entries) => newGroup(entries, known, merging))];
}

function alignedActions(waypoint: Waypoint, was: Waypoint | null, merging: Merging): WaypointActions {
  const read = merging.read[waypoint.origin ?? -1]?.actions ?? [];
  const pitchStays = was !== null && was.gimbalPitch === waypoint.gimbalPitch;
  const after = pitchStays ? ownActions(waypoint) : waypoint.actions;
  const before = was ? ownActions(was) : read;
  const ends = endNow(was, merging);
  const same = (one: number, other: number): boolean => {
    const [is, had] = [after[one] as WpmlAction, before[other] as WpmlAction];
    return (
      is.func === had.func &&
      is.trigger === had.trigger &&
      is.triggerParam === had.triggerParam &&
      is.groupEnd === ends(had.groupEnd) &&
      sameParams(is.params, had.params)
    );
  };
  return { after, before, alignment: aligned(after, before, same), index: waypoint.index, ends };
}

/** Index that the end of a group has now, by the index that it had in its line. */
const endNow =
  (was: Waypoint | null, { nowAt }: Merging) =>
  (end: number): number =>
    was?.origin === undefined ? end : nowAt(was.origin - was.index + end);

function groupsOf(
  element: XmlElement,
  carrier: number,
  waypoint: Waypoint,
  known: WaypointActions,
  merging: Merging,
): { groups: Group[]; leaving: Entry[] } {
  const elements = children(element, 'actionGroup');
  const read = elements.map((group) => readActionGroup(group, carrier));
  const places = readPlaces(read.flat(), merging.read[waypoint.origin ?? -1]?.actions ?? []);
  const become = new Map([...known.alignment].map(([is, { before: had, same }]) => [had, { is, same }]));
  const leaving: Entry[] = [];
  let at = 0;
  const groups = elements.map((from, order): Group => {
    const actions = read[order] ?? [];
    const entries = children(from, 'action').flatMap((one, place): Entry[] => {
      const had = places[at++] ?? null;
      const action = actions[place];
      // Beyond what a plan holds, or of this document alone.
      if (had === null || had >= known.before.length || !action)
        return [{ element: one, after: null, changed: [] }];
      const now = become.get(had);
      if (!now) return [];
      const [is, earlier] = [known.after[now.is] as WpmlAction, known.before[had] as WpmlAction];
      const changed = now.same ? [] : changedParams(is, earlier, action, merging.mainPosition);
      return [{ element: one, after: now.is, changed }];
    });
    const [first] = actions;
    const arrives = first?.trigger === 'reachPoint' && first.groupEnd === carrier;
    return settled({ from, arrives, entries, by: null }, known, leaving);
  });
  return { groups, leaving };
}

/** A group whose actions are set off by something else now; those leave it that no longer go with the others. */
function settled(group: Group, { after, before, alignment, ends }: WaypointActions, leaving: Entry[]): Group {
  const wanted = group.entries.flatMap((one) => (one.after === null ? [] : (after[one.after] ?? [])));
  const [first, ...others] = wanted;
  const other = ({ after: place }: Entry): boolean => {
    const had = before[alignment.get(place ?? -1)?.before ?? -1];
    const is = after[place ?? -1];
    return !!had && !!is && triggerOf(is) !== triggerOf({ ...had, groupEnd: ends(had.groupEnd) });
  };
  const left = group.entries.filter(other);
  if (left.length === 0 || !first) return group;
  if (others.every((one) => triggerOf(one) === triggerOf(first))) return { ...group, by: first };
  leaving.push(...left);
  return { ...group, entries: group.entries.filter((one) => !left.includes(one)) };
}

/**
 * Puts new actions on arrival into the groups that are done on arrival, in the order that is wanted. What is set off otherwise
 * comes back as groups of its own.
 */
function newEntries(groups: Group[], { after, alignment, index }: WaypointActions): Entry[][] {
  const own: Entry[][] = [];
  const arrivals = groups.filter(({ arrives }) => arrives);
  for (const [place, action] of after.entries()) {
    if (alignment.has(place)) continue;
    const entry: Entry = { element: null, after: place, changed: [] };
    const onArrival = action.trigger === 'reachPoint' && action.groupEnd === index;
    const before = (one: Entry): boolean => one.after !== null && one.after < place;
    const home = arrivals.findLast(({ entries }) => entries.some(before)) ?? arrivals[0];
    const mates = own.find(([one]) => one && onArrival && isArrival(after[one.after ?? -1], index));
    if (onArrival && home) home.entries.splice(home.entries.findLastIndex(before) + 1, 0, entry);
    else if (mates) mates.push(entry);
    else own.push([entry]);
  }
  inWantedOrder(arrivals);
  return own;
}

const isArrival = (action: WpmlAction | undefined, index: number): boolean =>
  action?.trigger === 'reachPoint' && action.groupEnd === index;

/** Actions on arrival are done group by group: where another order is wanted they go together. */
function inWantedOrder(arrivals: readonly Group[]): void {
  const orders = arrivals.flatMap(({ entries }) => entries.flatMap(({ after }) => after ?? []));
  if (orders.every((order, at) => at === 0 || order > (orders[at - 1] ?? -1))) return;
  const [first, ...others] = arrivals;
  if (!first) return;
  const entries = arrivals.flatMap((one) => one.entries);
  // What no plan knows stays behind what stood before it.
  let last = -1;
  const ranks = new Map(entries.map((one) => [one, (last = one.after ?? last)]));
  first.entries = entries.toSorted((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
  for (const other of others) other.entries = [];
}
