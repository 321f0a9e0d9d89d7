/** What an answer must be, in the part of JSON Schema that the public calls need. */
export interface AnswerShape {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, AnswerShape>>;
  readonly required?: readonly string[];
  readonly items?: AnswerShape;
  readonly anyOf?: readonly AnswerShape[];
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Given back where an answer does not have its shape. */
export const unreadable = Symbol('unreadable');

const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
};

const hasType = (wanted: string, value: unknown): boolean =>
  wanted === 'integer' ? Number.isSafeInteger(value) : typeOf(value) === wanted;

const readList = (items: AnswerShape, value: readonly unknown[]): unknown => {
  const read = value.map((one) => readAnswer(items, one));
  return read.includes(unreadable) ? unreadable : read;
};

/** Fields that nobody declared are left out. */
const readFields = ({ properties = {}, required = [] }: AnswerShape, value: object): unknown => {
  const given = Object.keys(properties).filter((name) => Object.hasOwn(value, name));
  if (required.some((name) => !given.includes(name))) return unreadable;
  const read = given.map((name) => [
    name,
    readAnswer(properties[name] ?? {}, Reflect.get(value, name) as unknown),
  ]);
  return read.some(([, one]) => one === unreadable) ? unreadable : Object.fromEntries(read);
};

/** What of an answer is declared, or `unreadable`: says the same as the declaration that the shape was printed from. */
export const readAnswer = (shape: AnswerShape, value: unknown): unknown => {
  const { type = [], anyOf, items, pattern, minimum = -Infinity, maximum = Infinity } = shape;
  if (anyOf) {
    const read = anyOf.map((one) => readAnswer(one, value)).find((one) => one !== unreadable);
    return read === undefined ? unreadable : read;
  }
  if (![type].flat().some((wanted) => hasType(wanted, value))) return unreadable;
  if (shape.enum && !shape.enum.includes(value)) return unreadable;
  if (typeof value === 'string') return pattern && !new RegExp(pattern).test(value) ? unreadable : value;
  if (typeof value === 'number')
    return Number.isFinite(value) && value >= minimum && value <= maximum ? value : unreadable;
  if (Array.isArray(value)) return items ? readList(items, value) : unreadable;
  return typeof value === 'object' && value !== null ? readFields(shape, value) : value;
};
