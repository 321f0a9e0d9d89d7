import { isTiled, onlyIn3D, type LayerChoices, type LayerRecord } from '@eyrie/domain';

export interface TreeRow {
  layer: LayerRecord;
  depth: number;
  /** As chosen for this layer alone. */
  chosen: boolean;
  /** On the map: chosen, and all above it in the tree are. */
  visible: boolean;
  opacity: number;
}

/** The layers of one branch as they are listed: what lies highest on the map comes first. */
const sorted = (layers: readonly LayerRecord[], order: readonly string[]): LayerRecord[] => {
  const bottomUp = layers.toSorted(
    (one, other) => one.position - other.position || one.oid.localeCompare(other.oid),
  );
  // Those that the member ordered share out the places that they have among all.
  const rank = new Map(order.map((oid, at) => [oid, at]));
  const ordered = bottomUp
    .filter(({ oid }) => rank.has(oid))
    .toSorted((one, other) => (rank.get(one.oid) ?? 0) - (rank.get(other.oid) ?? 0));
  return bottomUp.map((layer) => (rank.has(layer.oid) ? (ordered.shift() ?? layer) : layer)).toReversed();
};

/** The tree as rows from top to bottom. A layer whose parent is not among them stands at the top. */
export const treeRows = (
  layers: readonly LayerRecord[],
  choices: Pick<LayerChoices, 'shown' | 'opacity' | 'order'>,
): TreeRow[] => {
  const known = new Set(layers.map(({ oid }) => oid));
  const rows: TreeRow[] = [];
  const walk = (parentOID: string | null, depth: number, above: boolean): void => {
    const branch = layers.filter(
      (layer) =>
        (layer.parentOID !== null && known.has(layer.parentOID) ? layer.parentOID : null) === parentOID,
    );
    for (const layer of sorted(branch, choices.order)) {
      const chosen = choices.shown[layer.oid] ?? layer.visible;
      const opacity = choices.opacity[layer.oid] ?? layer.opacity;
      rows.push({ layer, depth, chosen, visible: chosen && above, opacity });
      walk(layer.oid, depth + 1, chosen && above);
    }
  };
  walk(null, 0, true);
  return rows;
};

const branchOf = (rows: readonly TreeRow[], oid: string): string[] => {
  const parentOID = rows.find(({ layer }) => layer.oid === oid)?.layer.parentOID;
  return rows.filter(({ layer }) => layer.parentOID === parentOID).map(({ layer }) => layer.oid);
};

/** The order, from bottom to top, after a layer took the place of another one of its branch; null: it is in none. */
export const placed = (rows: readonly TreeRow[], oid: string, at: string): string[] | null => {
  const branch = branchOf(rows, oid);
  const [from, to] = [branch.indexOf(oid), branch.indexOf(at)];
  if (to === -1 || from === to) return null;
  const after = branch.toSpliced(from, 1).toSpliced(to, 0, oid);
  const among = new Set(branch);
  return rows.map(({ layer }) => (among.has(layer.oid) ? (after.shift() ?? '') : layer.oid)).toReversed();
};

/** The neighbour above (1) or below (-1) of the same branch; null: there is none. */
export const neighbour = (rows: readonly TreeRow[], oid: string, by: 1 | -1): string | null => {
  const branch = branchOf(rows, oid);
  return branch[branch.indexOf(oid) - by] ?? null;
};

/** Whether a layer is laid beneath everything else, where the map has its base. */
export const isBasemap = ({ role, source }: Pick<LayerRecord, 'role' | 'source'>): boolean =>
  role === 'basemap' && isTiled(source);

/** Whether a layer is the ground of a map: a map has one. */
export const isTerrain = ({ role }: Pick<LayerRecord, 'role'>): boolean => role === 'terrain';

/** Whether a layer is a picture that lies flat on a map, and can be fetched by now. */
export const isPicture = ({
  role,
  source,
  type,
  state,
}: Pick<LayerRecord, 'role' | 'source' | 'type' | 'state'>): boolean =>
  role === 'layer' && isTiled(source) && !onlyIn3D(type) && state !== 'preparing';

const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A name of at most ten characters as people count them, with an ellipsis where something was cut off. */
export const shortName = (name: string, most = 10): string => {
  const letters = [...segments.segment(name)].map(({ segment }) => segment);
  return letters.length <= most ? name : `${letters.slice(0, most).join('')}…`;
};
