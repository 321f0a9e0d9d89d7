import fc from 'fast-check';
import { newOid } from '../../platform/oid.ts';

const memberStates = ['enabled', 'disabled', 'past', 'deleted'] as const;
type MemberState = (typeof memberStates)[number];
interface DrawnPlace {
  /** Which of the departments before it stands above it. */
  above: number;
  members: MemberState[];
  docks: number;
  role: boolean;
  /** Of the first dock. */
  alarms: number;
}
const place: fc.Arbitrary<DrawnPlace> = fc.record({
  above: fc.nat({ max: 1_000 }),
  members: fc.array(fc.constantFrom(...memberStates), { maxLength: 3 }),
  docks: fc.nat({ max: 2 }),
  role: fc.boolean(),
  alarms: fc.nat({ max: 2 }),
});
const shape = fc.record({
  places: fc.array(place, { minLength: 1, maxLength: 9 }),
  reader: fc.nat({ max: 1_000 }),
  asked: fc.nat({ max: 1_000 }),
  reported: fc.nat({ max: 3 }),
  read: fc.nat({ max: 3 }),
});
type Drawn = typeof shape extends fc.Arbitrary<infer One> ? One : never;

/** A department and what lies in it. */
export interface Place {
  oid: string;
  groupRoot: string;
  parent: number;
  members: { oid: string; account: string; state: MemberState }[];
  docks: string[];
  role: { oid: string; name: string } | null;
  alarms: string[];
}
/** An organisation with one member who reads. */
export interface Tree {
  places: Place[];
  reader: { oid: string; at: number; account: string; token: string };
  /** The department that the reader asks about. */
  asked: number;
  /** How much the reader was told. */
  reported: number;
  unread: number;
}

const treeOf = ({ places, reader, asked, reported, read }: Drawn, number: number): Tree => {
  const groupRoot = newOid();
  const made = places.map((one, at): Place => {
    const docks = Array.from({ length: one.docks }, newOid);
    return {
      oid: newOid(),
      groupRoot,
      parent: at === 0 ? -1 : one.above % at,
      members: one.members.map((state, n) => ({ oid: newOid(), account: `t${number}-${at}-${n}`, state })),
      docks,
      role: one.role ? { oid: newOid(), name: `role-${number}-${at}` } : null,
      alarms: docks.length > 0 ? Array.from({ length: one.alarms }, newOid) : [],
    };
  });
  const at = reader % made.length;
  const who = { oid: newOid(), account: `reader-${number}`, state: 'enabled' as const };
  made[at]?.members.push(who);
  return {
    places: made,
    reader: { ...who, at, token: '' },
    asked: asked % made.length,
    reported,
    unread: reported - Math.min(read, reported),
  };
};

/** Random trees, each an organisation of its own. Nothing is asked of the product. */
export const drawTrees = (count: number, seed: number): Tree[] =>
  fc.sample(shape, { numRuns: count, seed }).map(treeOf);

// The slow model: up from every department, one step at a time.
export const isBelow = (tree: Tree, at: number, above: number): boolean =>
  at === above || (at >= 0 && isBelow(tree, tree.places[at]?.parent ?? -1, above));
export const below = (tree: Tree, above: number): Place[] =>
  tree.places.filter((_, at) => isBelow(tree, at, above));
export const docksOf = (places: readonly Place[]): string[] => places.flatMap((one) => one.docks).toSorted();
/** Everybody who was not deleted, or of these who can sign in, or who cannot. */
export const peopleOf = (places: readonly Place[], enabled?: boolean): string[] =>
  places
    .flatMap((one) => one.members)
    .filter(
      ({ state }) => state !== 'deleted' && (enabled === undefined || (state === 'enabled') === enabled),
    )
    .map(({ oid }) => oid)
    .toSorted();
export const alarmsOf = (places: readonly Place[]): string[] =>
  places.flatMap((one) => one.alarms).toSorted();
