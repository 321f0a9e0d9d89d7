/** How high a shape stands, as its file says: above the ground or the sea, all of it or by the third number of its places. */
export interface ShapeHeight {
  over: 'ground' | 'sea';
  /** Metres; missing: the third numbers of the places say it. */
  top?: number;
}

/** Fields in which maps keep how high a building is above its ground. */
const fields = ['height', 'Height', 'HEIGHT', 'render_height', '高度'];
/** Metres that nothing which stands is higher than. */
const most = 2_000;

/** The height that the fields of a shape say; null: none that can be read. */
export function heightOf(properties: unknown): ShapeHeight | null {
  if (typeof properties !== 'object' || properties === null) return null;
  const given = fields
    .map((field): unknown => Reflect.get(properties, field))
    .find((one) => one !== undefined && one !== null && one !== '');
  const text = typeof given === 'number' ? String(given) : typeof given === 'string' ? given.trim() : '';
  // A number alone is metres; feet and stories are not guessed at.
  const [, number] = /^(\d+(?:\.\d+)?)\s*(?:m|米)?$/.exec(text) ?? [];
  const top = Number(number);
  return top > 0 && top <= most ? { over: 'ground', top } : null;
}
